"""What an evaluation asks: question files, and retrieval benchmarks in folders."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from index_store.errors import InputError
from rag.answers import Reason


@dataclass(frozen=True, slots=True)
class QuestionItem:
    """One question of a set, with what a right answer is known to hold.

    Attributes:
        papers: titles of the papers that answer it; empty when none here does.
        facts: each a tuple of alternatives; found when one of them is in the quoted text.
        reason: why it cannot be answered; None when it can.
    """

    item_id: str
    question: str
    papers: tuple[str, ...] = ()
    facts: tuple[tuple[str, ...], ...] = ()
    reason: Reason | None = None

    @property
    def answerable(self) -> bool:
        """Whether the corpus answers it."""
        return self.reason is None


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A retrieval benchmark: a corpus file, queries, and which documents are relevant.

    Attributes:
        corpus: a file that ``askpapers ingest`` reads, each record with its ``_id``.
        queries: text by query id.
        relevant: gain by document id, by query id.
    """

    corpus: Path
    queries: Mapping[str, str]
    relevant: Mapping[str, Mapping[str, int]]


def read_questions(path: Path) -> list[QuestionItem]:
    """The questions of a JSON Lines file.

    Raises:
        InputError: the file cannot be read, is empty, or a line is not a question; it names the
            line and the field.
    """
    items = [_item(path, line, record) for line, record in _json_lines(path)]
    if not items:
        raise InputError(f"{path} holds no questions: one JSON object a line", path=path)
    return items


def read_benchmark(folder: Path, split: str = "test") -> Benchmark:
    """A benchmark's folder: BEIR's layout, or SciFact's (``claims_test.jsonl``).

    Only queries that the split's relevance file judges are taken.

    Raises:
        InputError: a file is missing, or a line of one is broken.
    """
    corpus = _first(folder, "corpus.jsonl", "corpus.jsonl.gz")
    queries = _first(folder, f"claims_{split}.jsonl", "queries.jsonl", "queries.jsonl.gz")
    relevant = _read_relevance(_first(folder, f"qrels_{split}.tsv", f"qrels/{split}.tsv"))
    texts = {
        str(record["_id"]): str(record.get("claim") or record.get("text"))
        for _, record in _json_lines(queries)
    }
    missing = sorted(set(relevant) - set(texts))
    if missing:
        raise InputError(f"{queries} lacks query {missing[0]}, which is judged", path=queries)
    return Benchmark(corpus, {query: texts[query] for query in relevant}, relevant)


def _first(folder: Path, *names: str) -> Path:
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise InputError(f"{folder} holds no {names[0]}: is it a benchmark's folder?", path=folder)


def _json_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number and object of every line that is not blank."""
    try:
        content = path.read_bytes()
        text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}", path=path) from error
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, _object(path, number, line)


def _object(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError as error:
        message = f"{path}, line {number}: not JSON ({error})"
        raise InputError(message, path=path, line=number) from error
    if not isinstance(record, dict):
        raise InputError(f"{path}, line {number}: not an object", path=path, line=number)
    return record


def _item(path: Path, line: int, record: Mapping[str, Any]) -> QuestionItem:
    question = record.get("question")
    if not isinstance(question, str) or not question.strip():
        raise InputError(f"{path}, line {line}: no text in `question`", path=path, line=line)
    reason = record.get("reason")
    if reason not in (None, "not_in_corpus", "not_in_abstract"):
        message = (
            f"{path}, line {line}: `reason` is {reason!r}; use not_in_corpus or not_in_abstract"
        )
        raise InputError(message, path=path, line=line)
    return QuestionItem(
        item_id=str(record.get("id", line)),
        question=question,
        papers=tuple(_strings(path, line, record, "papers")),
        facts=tuple(
            (fact,) if isinstance(fact, str) else tuple(fact) for fact in record.get("facts") or ()
        ),
        reason=reason,
    )


def _strings(path: Path, line: int, record: Mapping[str, Any], field: str) -> list[str]:
    values = record.get(field) or []
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        message = f"{path}, line {line}: `{field}` is not a list of strings"
        raise InputError(message, path=path, line=line)
    return values


def _read_relevance(path: Path) -> dict[str, dict[str, int]]:
    relevant: dict[str, dict[str, int]] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if number == 1 or not line.strip():  # the first line names the columns
            continue
        parts = line.split("\t")
        if len(parts) != 3 or not parts[2].strip().lstrip("-").isdigit():
            message = f"{path}, line {number}: expected query, document and gain"
            raise InputError(message, path=path, line=number)
        relevant.setdefault(parts[0], {})[parts[1]] = int(parts[2])
    return relevant
