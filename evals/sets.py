"""Question files: what an evaluation asks, with what a right answer is known to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from evals.json_lines import json_object, numbered_lines
from index_store.errors import InputError
from rag.answers import Reason

OnFault = Callable[[InputError], None]


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


def read_questions(path: Path, *, on_fault: OnFault | None = None) -> list[QuestionItem]:
    """The questions of a JSON Lines file.

    Args:
        path: of the file.
        on_fault: takes the error of a line that is no question, which is then left out; without
            it, the first is raised.

    Raises:
        InputError: the file cannot be read, holds no questions, or a line is none; it names the
            line and the field.
    """
    items: dict[str, QuestionItem] = {}
    for line, text in numbered_lines(path):
        try:
            item = _item(path, line, json_object(path, line, text))
            if item.item_id in items:
                first = items[item.item_id].line
                raise _fault(path, line, "id", f"is {item.item_id!r}, as in line {first}")
        except InputError as error:
            if on_fault is None:
                raise
            on_fault(error)
        else:
            items[item.item_id] = item
    if not items:
        raise InputError(f"{path} holds no questions: one JSON object a line", path=path)
    return list(items.values())


def _item(path: Path, line: int, record: Mapping[str, Any]) -> QuestionItem:
    if "question" not in record:
        raise _fault(path, line, "question", "is missing")
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
        is_list = isinstance(wordings, list) and bool(wordings)
        if not is_list or not all(isinstance(one, str) and one.strip() for one in wordings):
            raise _fault(path, line, "facts", "holds something that is no list of wordings")
        yield tuple(wordings)


def _strings(path: Path, line: int, record: Mapping[str, Any], field: str) -> list[str]:
    values = record.get(field) or []
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise _fault(path, line, field, "is not a list of strings")
    return values
