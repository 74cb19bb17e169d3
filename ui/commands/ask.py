"""``askpapers ask``: a question in, a cited answer out."""

from __future__ import annotations

from typing import Annotated

import typer

from ui.commands.asking import request, respond
from ui.commands.options import CountOption, JsonOption, QuestionsOption, StoreOption

HELP = """\
Answer a question from the abstracts; every sentence is quoted from the paper it cites.

\b
Examples:
  askpapers ask "On how many models and samplers was HarmoniCa tested?"
  askpapers ask --json "Who wrote G2PT?"
  askpapers ask --questions questions.jsonl > answers.jsonl

Without a question, and with a pipe to read from, the pipe is read as --questions does:

\b
  echo '{"id": "q1", "question": "What is PEAKS?"}' | askpapers ask

In a file of questions a line that cannot be answered is reported on standard error; the others
are answered all the same, and the exit code is 1. An answer "I don't know" exits with 0.
"""


def ask(
    question: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUESTION", hidden=True),
    ] = None,
    *,
    as_json: JsonOption = False,
    questions: QuestionsOption = None,
    count: CountOption = 10,
    store: StoreOption = None,
) -> None:
    """Answer a question, or a file of them."""
    from rag.answers import Answer, answer_json
    from ui.output import show
    from ui.terminal import plain_answer, rich_answer

    def display(answer: Answer) -> None:
        show(plain_answer(answer), rich_answer(answer))

    respond(
        request(question, questions=questions, store=store, as_json=as_json),
        find=lambda assistant, text: assistant.answer(text, k=count),
        to_json=answer_json,
        show=display,
    )
