"""Filling a folder from a corpus, each in a process of its own: with a store, or an index."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from evals.speed import keeping, subject
from evals.speed.keeping import Making
from evals.speed.processes import Outcome
from evals.speed.turns import Contestant, take_turns
from index_store.ingest import Progress

SECONDS_BETWEEN_LINES = 20.0

Prepare = Callable[[Path, Path], Callable[[], int]]
"""From a corpus and a folder that is not there yet to the work, which gives how many papers."""


@dataclass(frozen=True, slots=True)
class Made:
    """A store, or another index, in a folder, and what making it took."""

    folder: Path
    making: Making

    @property
    def disk_bytes_per_paper(self) -> float:
        """Bytes on disk for each paper it holds."""
        return keeping.disk_bytes(self.folder) / self.making.papers


def make(prepare: Prepare, corpus: Path, folder: Path) -> Making:
    """Fill a folder, and say what the work took, without its preparations."""
    contestant = Contestant(prepare, corpus, folder)
    (seconds,) = take_turns([contestant])
    return making_of(contestant.outcome(), seconds)


def making_of(outcome: Outcome[int], seconds: float) -> Making:
    """What making a folder took."""
    code = subject.code_digest()
    return Making(outcome.value, seconds, outcome.peak_bytes, code, keeping.today())


def prepare_ingest(corpus: Path, folder: Path) -> Callable[[], int]:
    """An ingest, by encoders that are loaded."""
    given = subject.Encoders.warm()
    return lambda: subject.ingest_corpus(corpus, folder, given, Teller()).papers


class Teller:
    """Says on standard error, now and then, how far an ingest is."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        """To be called after each batch."""
        if time.monotonic() - self._told >= SECONDS_BETWEEN_LINES:
            self._told = time.monotonic()
            print(f"  {progress.done:,} of {progress.total:,} papers", file=sys.stderr)
