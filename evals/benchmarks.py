"""Retrieval benchmarks in folders: BEIR's layout, and SciFact's own.

Thakur et al., "BEIR: A Heterogeneous Benchmark for Zero-shot Evaluation of Information Retrieval
Models", NeurIPS 2021.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from evals.json_lines import json_object, numbered_lines
from index_store.errors import InputError


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A retrieval benchmark: a corpus file, queries, and which documents are relevant.

    Attributes:
        corpus: a file that ``askpapers ingest`` reads, each record with its ``_id``.
        queries: text by query id.
        relevant: gain by document id, by query id.
        claims: the file of claims with evidence sentences, where there is one (SciFact).
        files: all that it was read from.
    """

    corpus: Path
    queries: Mapping[str, str]
    relevant: Mapping[str, Mapping[str, int]]
    claims: Path | None = None
    files: tuple[Path, ...] = ()


def read_benchmark(folder: Path, split: str = "test") -> Benchmark:
    """A benchmark's folder; each of its files may be packed (``.gz``).

    Only queries that the split's relevance file judges are taken.

    Raises:
        InputError: a file is missing, or a line of one is broken; it names the line and the field.
    """
    corpus = _first(folder, "corpus.jsonl")
    claims = _find(folder, f"claims_{split}.jsonl")
    queries = claims or _first(folder, "queries.jsonl")
    relevance = _first(folder, f"qrels/{split}.tsv", f"qrels_{split}.tsv")
    texts, relevant = dict(_queries(queries)), _relevance(relevance)
    missing = sorted(set(relevant) - set(texts))
    if missing:
        message = f"{relevance}: `query-id` {missing[0]!r} is not in {queries.name}"
        raise InputError(message, path=relevance)
    if not relevant:
        raise InputError(f"{relevance} judges no query", path=relevance)
    asked = {query: texts[query] for query in relevant}
    return Benchmark(corpus, asked, relevant, claims, (corpus, queries, relevance))


def _find(folder: Path, *names: str) -> Path | None:
    """The first of these files that is there, packed or not."""
    paths = [folder / f"{name}{packed}" for name in names for packed in ("", ".gz")]
    return next((path for path in paths if path.is_file()), None)


def _first(folder: Path, *names: str) -> Path:
    found = _find(folder, *names)
    if found is None:
        wanted = " or ".join(names)
        message = f"{folder} holds no {wanted}: is it a benchmark's folder, and that its split?"
        raise InputError(message, path=folder)
    return found


def _queries(path: Path) -> Iterator[tuple[str, str]]:
    for line, text in numbered_lines(path):
        record = json_object(path, line, text)
        query = record.get("claim") or record.get("text")
        for field, value in (("_id", record.get("_id")), ("text", query)):
            if not isinstance(value, str | int) or not str(value).strip():
                message = f"{path}, line {line}: `{field}` is missing"
                raise InputError(message, path=path, line=line)
        yield str(record["_id"]), str(query)


def _relevance(path: Path) -> dict[str, dict[str, int]]:
    relevant: dict[str, dict[str, int]] = {}
    for number, line in numbered_lines(path):
        if number == 1:  # names the columns
            continue
        parts = line.rstrip("\r").split("\t")
        if len(parts) != 3 or not parts[2].strip().lstrip("-").isdigit():
            message = f"{path}, line {number}: `score` is no whole number, or a column is missing"
            raise InputError(message, path=path, line=number)
        relevant.setdefault(parts[0], {})[parts[1]] = int(parts[2])
    return {query: gains for query, gains in relevant.items() if max(gains.values()) > 0}
