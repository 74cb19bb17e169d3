"""Files of questions: JSON Lines in, one line of JSON out for each, a bad line costs itself."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from index_store.errors import InputError
from rag.errors import QuestionError
from ui.output import complain, write_json

STANDARD_INPUT = "-"
MOST_FAILURES = 20
"""After this many broken lines and no good one the rest is not tried."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of a file; `question_id` comes back with its answer."""

    question_id: str | int | None
    text: str


@dataclass(frozen=True, slots=True)
class Tally:
    """How a file of questions went: lines answered, lines that could not be."""

    answered: int = 0
    failed: int = 0


@contextmanager
def question_lines(name: str) -> Iterator[BinaryIO]:
    """The file's lines as bytes; ``-`` is standard input.

    Raises:
        InputError: the file cannot be opened or read.
    """
    if name == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    path = Path(name)
    try:
        with path.open("rb") as stream:
            yield stream
    except OSError as error:
        if error.filename is not None and str(error.filename) != name:
            raise
        raise InputError(f"{name}: {error.strerror}", path=path) from error


def parse_question(line: bytes) -> Asked:
    """One line of a file of questions.

    Raises:
        InputError: the line is not UTF-8, not a JSON object, or holds no question.
    """
    try:
        value = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise _bad_line("not UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deeply"
        raise _bad_line(f"not JSON ({reason})") from None
    if not isinstance(value, dict):
        raise _bad_line("not a JSON object")
    text, question_id = value.get("question"), value.get("id")
    if not isinstance(text, str):
        raise _bad_line('no text under "question"')
    if isinstance(question_id, bool) or not isinstance(question_id, str | int | None):
        raise _bad_line('"id" is neither text nor a whole number')
    return Asked(question_id=question_id, text=text)


def answer_each(lines: Iterable[bytes], *, answer: Callable[[Asked], dict[str, Any]]) -> Tally:
    """Print the answer to every line that asks something; say which lines do not.

    Each answer leaves as soon as it is there, so a pipe can be used to and fro.
    """
    answered = failed = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found = answer(parse_question(line))
        except (InputError, QuestionError) as error:
            complain(f"line {number}: {error}")
            failed += 1
            if failed == MOST_FAILURES and not answered:
                complain(f"{failed} lines and no question: is this a file of questions?")
                break
        else:
            write_json(found)
            answered += 1
    return Tally(answered=answered, failed=failed)


def _bad_line(reason: str) -> InputError:
    wanted = '{"id": "q1", "question": "What is …?"}'
    return InputError(f"{reason}; a line looks like {wanted}", path=None)
