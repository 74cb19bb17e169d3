"""What ingesting and answering take, and how it grows with the number of papers.

Every figure of an ingest or of answering comes from a fresh process. The largest ingest is
measured when its store is made, which the cache keeps; the others each run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.speed import subject
from evals.speed.figures import Figure, Section
from evals.speed.processes import in_fresh_process, peak_memory
from evals.speed.stores import Made
from evals.speed.timing import percentile, shares, timed
from evals.speed.workbench import Workbench

ROUNDS = 2
"""Of the benchmark's queries, one share warms up and one is timed."""
CHINESE = "哪些论文研究了癌症的治疗?"
"""A question for which the multilingual encoder loads its model."""


@dataclass(frozen=True, slots=True)
class Answering:
    """A process that answered questions.

    Attributes:
        seconds: of each answer.
        peak_bytes: the most memory it held.
        peak_bytes_chinese: the same after a question in Chinese.
    """

    seconds: list[float]
    peak_bytes: int
    peak_bytes_chinese: int


def measure(workbench: Workbench) -> Section:
    """Memory, disk and time at each size."""
    made = [workbench.store(size) for size in workbench.sizes]
    parts = shares(list(workbench.benchmark.queries.values()), ROUNDS)
    answering = [in_fresh_process(time_answers, one.folder, parts).value for one in made]
    columns = zip(made, answering, strict=True)
    figures = [figure for column in columns for figure in size_figures(*column)]
    return Section(
        "Growth with the number of papers", (*figures, *growths(figures)), notes(made[-1])
    )


def time_answers(store: Path, parts: Sequence[Sequence[str]]) -> Answering:
    """Answer questions, of which the first part only warms up, then one in Chinese."""
    assistant = subject.open_assistant(store, subject.Encoders.default())
    for question in parts[0]:
        assistant.answer(question)
    seconds = [timed(assistant.answer, one)[0] for one in parts[1]]
    peak = peak_memory()
    assistant.answer(CHINESE)
    return Answering(seconds, peak, peak_memory())


def size_figures(made: Made, answering: Answering) -> list[Figure]:
    """The figures of one size: its store's, and those of answering from it."""
    making, seconds = made.making, answering.seconds
    values = {
        "ingest": (making.papers / making.seconds, "papers/s"),
        "peak memory of ingesting": (making.peak_bytes / 1e6, "MB"),
        "peak memory of answering": (answering.peak_bytes / 1e6, "MB"),
        "  after a Chinese question": (answering.peak_bytes_chinese / 1e6, "MB"),
        "disk": (made.disk_bytes_per_paper / 1e3, "KB/paper"),
        "answer, p50": (1000 * percentile(seconds, 50), "ms"),
        "answer, p95": (1000 * percentile(seconds, 95), "ms"),
    }
    column = f"{making.papers:,} papers"
    return [Figure(name, value, unit, column=column) for name, (value, unit) in values.items()]


def growths(figures: Sequence[Figure]) -> list[Figure]:
    """The last column of each row over its first."""
    rows: dict[str, list[Figure]] = {}
    for figure in figures:
        rows.setdefault(figure.name, []).append(figure)
    return [
        Figure(name, row[-1].value / row[0].value, "×", column="last ÷ first")
        for name, row in rows.items()
    ]


def notes(largest: Made) -> tuple[str, ...]:
    """Where the figures of the largest ingest come from."""
    making = largest.making
    lines = [f"{making.papers:,} papers were ingested on {making.date} and kept"]
    if making.code != subject.code_digest():
        lines.append("by other code than there is now: --fresh ingests them again")
    return tuple(lines)
