"""What an evaluation asks: question files, and retrieval benchmarks in folders."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from index_store.errors import InputError
from rag.answers import Reason


@dataclass(frozen=True, slots=True)
class QuestionItem:
    """One question of a set, with what a right answer is known to hold.

    Attributes:
        papers: the papers that answer it, by title, id or source; empty when none here does.
        facts: each a tuple of alternatives; found when one of them is in the quoted text.
        reason: why it cannot be answered; None when it can.
        total: the right count, where one is asked for.
        reference: a reference answer, for judging by a model.
        conversation: what the user asked before, oldest first.
        split: "dev" or "test"; nothing is tuned on "test".
        line: of the file, counted from 1; for errors.
    """

    item_id: str
    question: str
    papers: tuple[str, ...] = ()
    facts: tuple[tuple[str, ...], ...] = ()
    reason: Reason | None = None
    kind: str = ""
    language: str = ""
    total: int | None = None
    reference: str = ""
    conversation: tuple[str, ...] = ()
    split: str = ""
    tags: tuple[str, ...] = ()
    line: int = 0

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
    question = _text(path, line, record, "question")
    if not question.strip():
        raise _fault(path, line, "question", "is empty")
    return QuestionItem(
        item_id=str(record.get("id", line)),
        question=question,
        papers=tuple(_strings(path, line, record, "papers")),
        facts=tuple(_facts(path, line, record)),
        reason=_reason(path, line, record),
        kind=_text(path, line, record, "kind"),
        language=_text(path, line, record, "language"),
        total=_count(path, line, record),
        reference=_text(path, line, record, "reference"),
        conversation=tuple(_strings(path, line, record, "conversation")),
        split=_text(path, line, record, "split"),
        tags=tuple(_strings(path, line, record, "tags")),
        line=line,
    )


def _fault(path: Path, line: int, field: str, wrong: str) -> InputError:
    return InputError(f"{path}, line {line}: `{field}` {wrong}", path=path, line=line)


def _text(path: Path, line: int, record: Mapping[str, Any], field: str) -> str:
    value = record.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _fault(path, line, field, "is not text")
    return value


def _reason(path: Path, line: int, record: Mapping[str, Any]) -> Reason | None:
    reason = record.get("reason")
    if reason in ("not_in_corpus", "not_in_abstract"):
        return cast(Reason, reason)
    if reason is not None:
        raise _fault(path, line, "reason", f"is {reason!r}; use not_in_corpus or not_in_abstract")
    if record.get("answerable") is not False or record.get("kind") == "talk":
        return None  # small talk is not answered from papers, and nothing to refuse either
    # Without a reason: it names no paper, or one whose abstract is silent.
    return "not_in_abstract" if record.get("papers") else "not_in_corpus"


def _count(path: Path, line: int, record: Mapping[str, Any]) -> int | None:
    total = record.get("total")
    if total is not None and (not isinstance(total, int) or isinstance(total, bool) or total < 0):
        raise _fault(path, line, "total", "is not a count")
    return total


def _facts(path: Path, line: int, record: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    facts = record.get("facts") or []
    if not isinstance(facts, list):
        raise _fault(path, line, "facts", "is not a list")
    for fact in facts:
        wordings = [fact] if isinstance(fact, str) else fact
        if not isinstance(wordings, list) or not all(isinstance(one, str) for one in wordings):
            raise _fault(path, line, "facts", "holds something that is no list of wordings")
        yield tuple(wordings)


def _strings(path: Path, line: int, record: Mapping[str, Any], field: str) -> list[str]:
    values = record.get(field) or []
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise _fault(path, line, field, "is not a list of strings")
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
