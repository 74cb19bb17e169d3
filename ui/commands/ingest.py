"""``askpapers ingest``: lists of papers into the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from ui.commands.options import StoreOption

if TYPE_CHECKING:
    from index_store.ingest import IngestReport

HELP = """\
Read lists of papers into the store: files, folders, patterns, or - for standard input.

\b
Examples:
  askpapers ingest icml2025_list_a.txt icml2025_metadata.jsonl
  askpapers ingest lists/ "more/*.jsonl"
  curl -s https://example.org/papers.jsonl | askpapers ingest -

\b
A list is one of:
  plain text   abstracts parted by blank lines; a heading may name venue and year
  JSON Lines   an object a line: title, abstract, authors, venue, year, url, ...

The same paper from two lists becomes one, with the fuller record and both sources. Reading a
list again changes nothing but what changed in it. It can be stopped at any moment: what is
stored stays, and the same command goes on from there.
"""


def ingest(
    paths: Annotated[list[str], typer.Argument(metavar="PATH", hidden=True)],
    *,
    prune: Annotated[
        bool,
        typer.Option(
            "--prune", help="Remove papers that these files held before and hold no more."
        ),
    ] = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Look at every vector of the store too, and mend damaged ones."
        ),
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Show only what could not be read.")
    ] = False,
    encoder: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="What turns text into vectors: minilm-l6-v2-int8 (local), openai:MODEL, or "
            "module:Class for any llama-index embedding. A store keeps the one it was made with. "
            "Default: $ASKPAPERS_ENCODER, else the local one.",
            show_default=False,
        ),
    ] = None,
    store: StoreOption = None,
) -> None:
    """Read lists of papers into the store."""
    from index_store import ingest as pipeline
    from ui.progress import progress_display
    from ui.session import load_encoder, load_multilingual, load_settings

    settings = load_settings(store=store, encoder=encoder)
    with progress_display(quiet=quiet) as on_progress:
        report = pipeline.ingest(
            paths,
            store=settings.store,
            encoder=load_encoder(settings),
            multilingual=load_multilingual(settings),
            prune=prune,
            check=check,
            on_progress=on_progress,
        )
    if report.read == 0 and report.removed == 0:
        _fail_for_want_of_papers(report)
    _show_report(report, quiet=quiet)


def _show_report(report: IngestReport, *, quiet: bool) -> None:
    from ui.output import complain, show
    from ui.reports import fault_lines, plain_report, rich_report

    if not quiet:
        show(plain_report(report), rich_report(report))
        return
    for line in fault_lines(report):
        complain(line)


def _fail_for_want_of_papers(report: IngestReport) -> NoReturn:
    """Say why nothing was read; a table of zeros would not."""
    from ui.failures import FAILED
    from ui.output import complain
    from ui.reports import fault_lines

    reasons = fault_lines(report) or [
        "no papers found; askpapers ingest --help shows what a list is"
    ]
    for line in reasons:
        complain(line)
    raise typer.Exit(FAILED)
