"""What `ask` and `search` share: a question from the command line, a file or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from index_store.errors import InputError
from rag.errors import QuestionError
from ui.characters import typed_text
from ui.failures import FAILED
from ui.output import write_json
from ui.questions import STANDARD_INPUT, Asked, answer_each, question_lines
from ui.session import open_session

if TYPE_CHECKING:
    from rag.assistant import Assistant

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks: some words, or else a file of questions."""

    words: str | None
    questions: str | None
    store: Path | None
    as_json: bool


def request(
    words: Sequence[str] | None, *, questions: str | None, store: Path | None, as_json: bool
) -> Request:
    """The request of a command line.

    Raises:
        BadParameter: a question and a file of questions at once, or neither of them.
        QuestionError: the question is empty.
    """
    if words and questions is not None:
        raise typer.BadParameter("give a question or --questions FILE, not both")
    if words:
        text = typed_text(" ".join(words))
        if not text.strip():
            raise QuestionError("the question is empty: ask something in plain words")
        return Request(text, None, store, as_json)
    if questions is None and sys.stdin.isatty():
        raise typer.BadParameter("give a question, or --questions FILE")
    return Request(None, questions, store, as_json)


def respond(
    wanted: Request,
    *,
    find: Callable[[Assistant, str], Found],
    to_json: Callable[[Found, str | int | None], dict[str, Any]],
    show: Callable[[Found], None],
) -> None:
    """Answer the request: one question to a person or as JSON, a file of them as JSON Lines."""
    assistant = open_session(wanted.store).assistant
    if wanted.words is None:
        _respond_to_file(
            wanted.questions, lambda asked: to_json(find(assistant, asked.text), asked.question_id)
        )
        return
    found = find(assistant, wanted.words)
    if wanted.as_json:
        write_json(to_json(found, None))
    else:
        show(found)


def _respond_to_file(questions: str | None, answer: Callable[[Asked], dict[str, Any]]) -> None:
    """Answer every line of the file, or of the pipe when none was named."""
    with question_lines(questions or STANDARD_INPUT) as lines:
        tally = answer_each(lines, answer=answer)
    if tally.failed:
        raise typer.Exit(FAILED)
    if tally.answered:
        return
    if questions is None:
        raise typer.BadParameter("give a question, or --questions FILE; standard input is empty")
    raise InputError(f"{questions}: holds no questions", path=questions)
