"""SciFact's claims, each beside an abstract that supports it, contradicts it, or does neither.

Wadden et al., "Fact or Fiction: Verifying Scientific Claims", EMNLP 2020. A claim that an abstract
supports or contradicts is paired with it, a claim without evidence with every abstract it cites.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from index_store import merging
from index_store.cleaning import plain
from index_store.lexical import LexicalIndex
from index_store.papers import Record, Source

Label = Literal["SUPPORT", "CONTRADICT", "NONE"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and an abstract.

    Attributes:
        claim: in plain text.
        document: the abstract's id.
        sentences: the abstract's, in plain text.
        label: what the abstract says of the claim.
        gold: which of its sentences are evidence.
    """

    claim: str
    document: str
    sentences: tuple[str, ...]
    label: Label
    gold: frozenset[int] = frozenset()


def read_corpus(folder: Path) -> dict[str, dict[str, Any]]:
    """The abstracts by id."""
    with gzip.open(folder / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
        return {record["_id"]: record for record in map(json.loads, lines)}


def read_pairs(folder: Path, split: str, corpus: Mapping[str, Mapping[str, Any]]) -> list[Pair]:
    """The pairs of ``claims_<split>.jsonl``."""
    lines = (folder / f"claims_{split}.jsonl").read_text("utf-8").splitlines()
    return [pair for line in lines for pair in _pairs(json.loads(line), corpus)]


def _pairs(record: Mapping[str, Any], corpus: Mapping[str, Mapping[str, Any]]) -> Iterator[Pair]:
    evidence: dict[str, tuple[Label, set[int]]] = {}
    for found in record["evidence"]:
        evidence.setdefault(found["doc_id"], (found["label"], set()))[1].update(found["sentences"])
    cited: dict[str, tuple[Label, set[int]]] = {
        one: ("NONE", set()) for one in record["cited_doc_ids"]
    }
    for document, (label, gold) in (evidence or cited).items():
        sentences = tuple(plain(text) for text in corpus[document]["sentences"])
        yield Pair(plain(record["claim"]), document, sentences, label, frozenset(gold))


def index_of(corpus: Mapping[str, Mapping[str, Any]]) -> LexicalIndex:
    """The words of the whole corpus."""
    source = Source("-", 1)
    return LexicalIndex.build(
        merging.build(Record(source, 1, title=record["title"], abstract=record["text"]))
        for record in corpus.values()
    )
