"""``askpapers papers``: look at the papers of the store, one or all, and take some out."""

from __future__ import annotations

from typing import Annotated

import typer

from ui.commands.options import JsonOption, StoreOption

HELP = """\
List, show or remove papers of the store.

\b
Examples:
  askpapers papers list
  askpapers papers show icml2025_list_a.txt:13
  askpapers papers remove 3f9c2a71

A paper is named by its id, by the beginning of it (at least 4 characters), or by a source:
the file it came from and its place there, counted from 1.
"""

LIST_HELP = """\
List the papers: id, title, venue and year, sources. Piped, a line each, parted by tabs.

\b
Examples:
  askpapers papers list --limit 5
  askpapers papers list | cut -f 2
  askpapers papers list --json
"""

SHOW_HELP = """\
Show all the store holds of a paper: its record, its abstract, its sentences with their places.

\b
Examples:
  askpapers papers show icml2025_list_a.txt:13
  askpapers papers show --json 3f9c2a71
"""

REMOVE_HELP = """\
Remove papers from the store. Their files stay: the next ingest of a file brings its papers back.

\b
Example:
  askpapers papers remove icml2025_list_a.txt:13
"""

PaperArgument = Annotated[str, typer.Argument(metavar="ID", hidden=True)]
PapersArgument = Annotated[list[str], typer.Argument(metavar="ID", hidden=True)]

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.command("list", help=LIST_HELP, short_help="List the papers.")
def list_papers(
    *,
    limit: Annotated[
        int | None,
        typer.Option(min=1, metavar="COUNT", help="Stop after so many.", show_default=False),
    ] = None,
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """List the papers."""
    from ui.output import show, write_json
    from ui.records import paper_json, plain_list, rich_list
    from ui.session import open_papers

    papers = open_papers(store).all_papers()
    shown = papers[:limit]
    if as_json:
        write_json({"total": len(papers), "papers": [paper_json(paper) for paper in shown]})
    else:
        show(plain_list(shown), rich_list(shown))


@app.command("show", help=SHOW_HELP, short_help="Show one paper.", no_args_is_help=True)
def show_paper(
    paper: PaperArgument, *, as_json: JsonOption = False, store: StoreOption = None
) -> None:
    """Show one paper."""
    from ui.output import write, write_json
    from ui.records import find_paper, paper_json, paper_text
    from ui.session import open_papers

    found = find_paper(open_papers(store).all_papers(), paper)
    if as_json:
        write_json(paper_json(found))
    else:
        write(paper_text(found))


@app.command("remove", help=REMOVE_HELP, short_help="Remove papers.", no_args_is_help=True)
def remove_papers(papers: PapersArgument, *, store: StoreOption = None) -> None:
    """Remove papers; all of them are found first, or none is removed."""
    from index_store import ingest
    from ui.output import write
    from ui.records import find_paper
    from ui.session import load_encoder, load_settings, open_papers
    from ui.terminal import heading

    every = open_papers(store).all_papers()
    found = {one.paper_id: one for one in (find_paper(every, wanted) for wanted in papers)}
    settings = load_settings(store=store)
    ingest.remove(list(found), store=settings.store, encoder=load_encoder(settings))
    for one in found.values():
        write(f"removed {one.paper_id} {heading(one)}")
