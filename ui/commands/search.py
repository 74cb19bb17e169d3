"""``askpapers search``: the papers nearest to a query, without an answer."""

from __future__ import annotations

from typing import Annotated

import typer

from ui.commands.asking import request, respond
from ui.commands.options import CountOption, JsonOption, QuestionsOption, StoreOption

HELP = """\
List the papers nearest to a query, best first.

\b
Examples:
  askpapers search faster sampling for diffusion transformers
  askpapers search -k 3 --json "graph generation"
  askpapers search --questions questions.jsonl > found.jsonl

Scores order the papers of one search; they mean nothing from one search to another.
"""


def search(
    query: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUERY", hidden=True),
    ] = None,
    *,
    as_json: JsonOption = False,
    questions: QuestionsOption = None,
    count: CountOption = 10,
    store: StoreOption = None,
) -> None:
    """List the papers nearest to a query, or to each of a file."""
    from rag.answers import SearchResult, search_json
    from ui.output import show
    from ui.terminal import plain_search, rich_search

    def display(result: SearchResult) -> None:
        show(plain_search(result), rich_search(result))

    respond(
        request(query, questions=questions, store=store, as_json=as_json),
        find=lambda assistant, text: assistant.search(text, k=count),
        to_json=search_json,
        show=display,
    )
