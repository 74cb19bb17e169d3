"""SciFact's claims, each beside an abstract that supports it, contradicts it, or does neither.

Wadden et al., "Fact or Fiction: Verifying Scientific Claims", EMNLP 2020. A claim that an abstract
supports or contradicts is paired with it, a claim without evidence with every abstract it cites.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from evals.json_lines import json_object, numbered_lines
from index_store import merging
from index_store.cleaning import plain
from index_store.lexical import LexicalIndex
from index_store.papers import Record, Source

Label = Literal["SUPPORT", "CONTRADICT", "NONE"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and an abstract.

    Attributes:
        claim_id: the claim's id.
        claim: in plain text.
        document: the abstract's id.
        sentences: the abstract's, in plain text.
        label: what the abstract says of the claim.
        gold: which of its sentences are evidence.
    """

    claim_id: str
    claim: str
    document: str
    sentences: tuple[str, ...]
    label: Label
    gold: frozenset[int] = frozenset()


def read_corpus(path: Path) -> dict[str, dict[str, Any]]:
    """The abstracts of a corpus file by id."""
    lines = numbered_lines(path)
    return {record["_id"]: record for record in (json.loads(text) for _, text in lines)}


def read_pairs(path: Path, corpus: Mapping[str, Mapping[str, Any]]) -> list[Pair]:
    """The pairs of a file of claims."""
    lines = [json_object(path, line, text) for line, text in numbered_lines(path)]
    return [pair for record in lines for pair in _pairs(record, corpus)]


def _pairs(record: Mapping[str, Any], corpus: Mapping[str, Mapping[str, Any]]) -> Iterator[Pair]:
    evidence: dict[str, tuple[Label, set[int]]] = {}
    for found in record["evidence"]:
        evidence.setdefault(found["doc_id"], (found["label"], set()))[1].update(found["sentences"])
    cited: dict[str, tuple[Label, set[int]]] = {
        one: ("NONE", set()) for one in record["cited_doc_ids"]
    }
    for document, (label, gold) in (evidence or cited).items():
        sentences = tuple(plain(text) for text in corpus[document]["sentences"])
        claim_id = str(record.get("_id", ""))
        yield Pair(claim_id, plain(record["claim"]), document, sentences, label, frozenset(gold))


def index_of(corpus: Mapping[str, Mapping[str, Any]]) -> LexicalIndex:
    """The words of the whole corpus."""
    source = Source("-", 1)
    return LexicalIndex.build(
        merging.build(Record(source, 1, title=record["title"], abstract=record["text"]))
        for record in corpus.values()
    )
