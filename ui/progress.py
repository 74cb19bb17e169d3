"""How far an ingest has come: a bar in a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ui.output import complain, error_console

if TYPE_CHECKING:
    from rich.progress import TaskID

    from index_store.ingest import Progress

OnProgress = Callable[["Progress"], None]

SECONDS_BETWEEN_LINES = 10.0


@contextmanager
def progress_display(*, quiet: bool) -> Iterator[OnProgress]:
    """What to call with each progress of an ingest; writes to standard error alone."""
    if quiet:
        yield lambda _progress: None
    elif sys.stderr.isatty():
        with _bar() as on_progress:
            yield on_progress
    else:
        yield _lines()


def progress_line(progress: Progress) -> str:
    """``120 of 5,183 papers, 18.2 a second, 4:38 left``."""
    parts = [f"{progress.done:,} of {progress.total:,} papers"]
    if progress.papers_per_second:
        parts += [f"{progress.papers_per_second:,.1f} a second"]
    if progress.seconds_left is not None:
        parts += [f"{duration(progress.seconds_left)} left"]
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """Minutes and seconds, with hours when there are any."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def _bar() -> Iterator[OnProgress]:
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=error_console(), transient=True) as bar:
        task: TaskID = bar.add_task("reading", total=None)
        yield lambda progress: bar.update(
            task,
            total=progress.total,
            completed=progress.done,
            description=progress_line(progress),
        )


def _lines() -> OnProgress:
    """A line every ten seconds: enough for a log."""
    last = time.monotonic()

    def on_progress(progress: Progress) -> None:
        nonlocal last
        if time.monotonic() - last >= SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            complain(progress_line(progress))

    return on_progress
