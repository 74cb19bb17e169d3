"""``askpapers summarize``: what the papers on a topic contribute, each sentence cited."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ui.commands.options import JsonOption, StoreOption

if TYPE_CHECKING:
    from rag.answers import Answer

HELP = """\
Summarize what the papers say on a topic, or what single papers say; every sentence is cited.

\b
Examples:
  askpapers summarize diffusion models
  askpapers summarize --paper icml2025_list_a.txt:13
  askpapers summarize diffusion models --markdown diffusion.md

For each paper near enough to the topic: what it contributes, and its main result.
"""


def summarize(
    topic: Annotated[list[str] | None, typer.Argument(metavar="TOPIC", hidden=True)] = None,
    *,
    paper: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            help="Summarize this paper: its id, the beginning of it, or its source "
            "(list.txt:13). Can be given more than once.",
            show_default=False,
        ),
    ] = None,
    markdown: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a Markdown page to FILE.", show_default=False),
    ] = None,
    as_json: JsonOption = False,
    count: Annotated[
        int, typer.Option("-k", metavar="COUNT", min=1, help="How many papers at most, of a topic.")
    ] = 8,
    store: StoreOption = None,
) -> None:
    """Summarize a topic or some papers."""
    from rag.answers import answer_json
    from ui.characters import typed_text
    from ui.markdown import markdown_page, save
    from ui.output import complain, show, write_json
    from ui.terminal import plain_answer, rich_answer

    words = typed_text(" ".join(topic or [])).strip() or None
    if bool(words) == bool(paper):
        raise typer.BadParameter("give a TOPIC, or --paper ID (not both)")
    answer = _summary(words, paper or [], count=count, store=store)
    if markdown is not None:
        save(markdown_page(answer, title=words or answer.question), markdown)
        complain(f"wrote {markdown}")
    if as_json:
        write_json(answer_json(answer))
    elif markdown is None:
        show(plain_answer(answer), rich_answer(answer))


def _summary(words: str | None, wanted: list[str], *, count: int, store: Path | None) -> Answer:
    """The summary of a topic, or of the papers named."""
    from ui.records import find_paper
    from ui.session import open_session

    session = open_session(store)
    every = session.papers.all_papers() if wanted else ()
    ids = [find_paper(every, one).paper_id for one in wanted]
    return session.assistant.summarize(words, papers=ids, k=count)
