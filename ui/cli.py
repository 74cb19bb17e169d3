"""The command ``askpapers``: puts the verbs together, and turns every failure into one line."""

from __future__ import annotations

import os
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from ui.commands import ask, doctor, evaluate, ingest, papers, search, stats, summarize
from ui.failures import DEBUG_VARIABLE, FAILED, INTERRUPTED, exit_code, explain
from ui.output import complain, prepare_streams, write

HELP = """\
Ask questions about a list of papers; every answer quotes the abstracts it rests on.

\b
Read your lists once, then ask:
  askpapers ingest icml2025.txt
  askpapers ask "Which papers speed up diffusion models?"

Each command explains itself: askpapers ask --help. Where something does not work, askpapers
doctor says what to do.

\b
Environment:
  ASKPAPERS_STORE    folder of the store, as --store
  ASKPAPERS_ENCODER  what turns text into vectors, as ingest --encoder
  ASKPAPERS_DEBUG    1 shows the traceback of an internal error

\b
Exit codes:
  0    done; an answer "I don't know" is an answer too
  1    it could not be done, for instance no store, or no papers in it
  2    wrong usage
"""

app = typer.Typer(
    help=HELP,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(
    "ingest",
    help=ingest.HELP,
    short_help="Read lists of papers into the store.",
    no_args_is_help=True,
)(ingest.ingest)
app.command("ask", help=ask.HELP, short_help="Answer a question, each sentence cited.")(ask.ask)
app.command("search", help=search.HELP, short_help="List the papers nearest to a query.")(
    search.search
)
app.command(
    "summarize",
    help=summarize.HELP,
    short_help="Summarize a topic, or single papers.",
    no_args_is_help=True,
)(summarize.summarize)
app.add_typer(
    papers.app, name="papers", help=papers.HELP, short_help="List, show or remove papers."
)
app.add_typer(
    evaluate.app, name="eval", help=evaluate.HELP, short_help="Measure answers and retrieval."
)
app.command("stats", help=stats.HELP, short_help="Show what the store holds.")(stats.stats)
app.command("doctor", help=doctor.HELP, short_help="Check that everything is in order.")(
    doctor.doctor
)


def _show_version(wanted: bool) -> None:
    if wanted:
        write(f"askpapers {version('askpapers')}")
        raise typer.Exit


@app.callback()
def root(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Options of the program itself."""


def _have_a_home() -> None:
    """Name a home for libraries that ask for one, where the user has none (some containers)."""
    try:
        Path.home()
    except RuntimeError:
        os.environ["HOME"] = tempfile.gettempdir()


def main() -> NoReturn:
    """Run the command line; exit with the contract's codes."""
    prepare_streams()
    _have_a_home()
    try:
        app(prog_name="askpapers")
    except SystemExit as end:
        if end.code == INTERRUPTED:
            complain("interrupted")
        raise
    except KeyboardInterrupt:
        complain("interrupted")
        sys.exit(INTERRUPTED)
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE, "") not in ("", "0"):
            raise
        complain(explain(error))
        sys.exit(exit_code(error))
    sys.exit(FAILED)  # not reached: app() always ends in SystemExit
