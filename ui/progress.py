"""How far a long piece of work has come: a bar in a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from ui.output import complain, error_console

if TYPE_CHECKING:
    from rich.progress import TaskID

    from index_store.ingest import Progress

OnProgress = Callable[["Progress"], None]
OnDone = Callable[[], None]
"""To be called after each of many pieces of work."""

SECONDS_BETWEEN_LINES = 10.0


@contextmanager
def progress_display(*, quiet: bool) -> Iterator[OnProgress]:
    """What to call with each progress of an ingest; writes to standard error alone."""
    if quiet:
        yield lambda _progress: None
        return
    with _bar() if sys.stderr.isatty() else nullcontext(_lines()) as tell:
        yield lambda progress: tell(progress.done, progress.total, progress_line(progress))


@contextmanager
def counted_display(total: int, what: str) -> Iterator[OnDone]:
    """What to call after each of `total` pieces of work; writes to standard error alone."""
    started, done = time.monotonic(), 0
    with _bar() if sys.stderr.isatty() else nullcontext(_lines()) as on_progress:

        def on_done() -> None:
            nonlocal done
            done += 1
            seconds = time.monotonic() - started
            left = (total - done) * seconds / done
            line = f"{done:,} of {total:,} {what}, {duration(left)} left"
            on_progress(done, total, line)

        yield on_done


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


_Tell = Callable[[int, int, str], None]
"""Takes how much is done, of how much, and the line that says so."""


@contextmanager
def _bar() -> Iterator[_Tell]:
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=error_console(), transient=True) as bar:
        task: TaskID = bar.add_task("reading", total=None)
        yield lambda done, total, line: bar.update(
            task, total=total, completed=done, description=line
        )


def _lines() -> _Tell:
    """A line every ten seconds: enough for a log."""
    last = time.monotonic()

    def tell(_done: int, _total: int, line: str) -> None:
        nonlocal last
        if time.monotonic() - last >= SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            complain(line)

    return tell
