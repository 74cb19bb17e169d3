"""Writing to the outside: UTF-8 whatever the locale, colour only in a terminal."""

from __future__ import annotations

import io
import os
import sys
from typing import IO, TYPE_CHECKING, Any

import typer

from index_store.errors import AskpapersError
from ui.characters import json_line, one_line

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

CLOSED_PIPE = 141  # what a shell reports for a program that a closed pipe ended


class OutputError(AskpapersError):
    """Standard output cannot be written to, other than by a reader who left."""


def prepare_streams() -> None:
    """Make the standard streams usable: UTF-8 even under ``LANG=C``, and there when closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, _nowhere(mode))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _nowhere(mode: str) -> IO[Any]:
    """A stream that gives and takes nothing; open as long as the process runs."""
    return os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8")


def in_terminal() -> bool:
    """Whether standard output is a terminal that a person reads."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def write(text: str) -> None:
    """One text and a line end to standard output, at once.

    Raises:
        OutputError: standard output cannot be written to.
    """
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_standard_output()
        raise typer.Exit(CLOSED_PIPE) from None
    except OSError as error:
        _drop_standard_output()
        raise OutputError(f"cannot write to standard output: {error.strerror}") from error


def write_json(value: dict[str, Any]) -> None:
    """One JSON line to standard output, at once."""
    write(json_line(value))


def show(plain: str, rich: RenderableType) -> None:
    """The plain text where a program or a file reads, the other in a terminal."""
    if in_terminal():
        terminal_console().print(rich)
    else:
        write(plain)


def complain(message: str) -> None:
    """One line to standard error, opening with the program's name."""
    print(f"askpapers: {one_line(message)}", file=sys.stderr, flush=True)


def terminal_console() -> Console:
    """Standard output in colour, its text taken as it is: no markup, no emoji codes."""
    from rich.console import Console

    return Console(markup=False, emoji=False, highlight=False)


def error_console() -> Console:
    """Standard error, for progress."""
    from rich.console import Console

    return Console(stderr=True, markup=False, emoji=False, highlight=False)


def _drop_standard_output() -> None:
    """Point standard output at nothing, so that Python's last flush cannot fail either."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
