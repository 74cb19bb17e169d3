"""A file of questions: a line each, and a bad line costs itself."""

import json
from pathlib import Path

import pytest

from index_store.errors import InputError
from rag.errors import QuestionError
from ui.questions import MOST_FAILURES, Asked, Tally, answer_each, parse_question, question_lines


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        (b'{"id": "q1", "question": "Why?"}', Asked("q1", "Why?")),
        (b'\xef\xbb\xbf{"id": "q1", "question": "Why?"}\r\n', Asked("q1", "Why?")),
        (b'{"question": "Why?"}', Asked(None, "Why?")),
        (b'{"id": 7, "question": "Why?", "more": 1}', Asked(7, "Why?")),
        ('{"question": "什么？"}'.encode(), Asked(None, "什么？")),
    ],
)
def test_a_question_is_read(line: bytes, asked: Asked) -> None:
    assert parse_question(line) == asked


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"Why?", "not JSON"),
        (b'{"question": "Why?"', "not JSON"),
        (b'["Why?"]', "not a JSON object"),
        (b'{"id": "q1"}', 'no text under "question"'),
        (b'{"question": 3}', 'no text under "question"'),
        (b'{"id": true, "question": "Why?"}', "neither text nor a whole number"),
        (b'{"id": ["a"], "question": "Why?"}', "neither text nor a whole number"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_a_bad_line_says_why(line: bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        parse_question(line)
    assert "\n" not in str(caught.value)


def test_a_bad_line_costs_itself(capsys: pytest.CaptureFixture[str]) -> None:
    def answer(asked: Asked) -> dict[str, object]:
        if not asked.text:
            raise QuestionError("the question is empty")
        return {"id": asked.question_id, "answer": asked.text.upper()}

    lines = [
        b'{"id": "a", "question": "one"}\n',
        b"\n",
        b"nonsense\n",
        b'{"id": "b", "question": ""}\n',
        b'{"id": "c", "question": "two"}',
    ]
    assert answer_each(lines, answer=answer) == Tally(answered=2, failed=2)
    printed = capsys.readouterr()
    assert [json.loads(line)["id"] for line in printed.out.splitlines()] == ["a", "c"]
    assert [line.split(":")[1].strip() for line in printed.err.splitlines()] == ["line 3", "line 4"]


@pytest.mark.parametrize("name", ["nowhere.jsonl", "."])
def test_a_file_that_cannot_be_opened(name: str, tmp_path: Path) -> None:
    path = str(tmp_path / name)
    with pytest.raises(InputError, match=r"No such file|Is a directory"), question_lines(path):
        pass


def test_a_file_of_something_else_is_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    tally = answer_each([b"\xff\x00\n"] * 500, answer=lambda asked: {"id": asked.question_id})
    assert tally == Tally(answered=0, failed=MOST_FAILURES)
    assert "is this a file of questions?" in capsys.readouterr().err.splitlines()[-1]
