"""The rate of an ingest, against the encoders' own rate on the same texts."""

from __future__ import annotations

from pathlib import Path

from evals.speed import profiles, subject
from evals.speed.figures import Figure, Goal, Section
from evals.speed.processes import in_fresh_process
from evals.speed.racing import Race, race
from evals.speed.turns import TURN
from evals.speed.workbench import Workbench

GOAL = Goal(0.85, at_least=True)
PROFILED = 250
"""Papers whose ingest is profiled where the goal is missed."""


def measure(workbench: Workbench) -> Section:
    """Ingest the sample, and encode its texts."""
    run = race(workbench)
    figures = figures_of(run)
    missed = any(figure.missed for figure in figures)
    corpus = workbench.corpus(min(PROFILED, workbench.sample))
    return Section(
        f"Ingest of {run.ingest.making.papers:,} papers",
        figures,
        notes=(
            "encoders alone: all texts that the ingest encodes, in one list a kind, no store",
            f"warm, in turns of {TURN:.0f} s, so that the machine's noise falls on both",
        ),
        profile=tuple(profile(corpus, workbench.scratch("profiled"))) if missed else (),
    )


def figures_of(run: Race) -> tuple[Figure, ...]:
    """The rates of both sides, and their ratio."""
    making = run.ingest.making
    rate, alone = making.papers / making.seconds, making.papers / run.encoding_seconds
    return (
        Figure("ingest", rate, "papers/s"),
        Figure("encoders alone", alone, "papers/s"),
        Figure("ingest ÷ encoders alone", rate / alone, "×", goal=GOAL),
    )


def profile(corpus: Path, folder: Path) -> list[str]:
    """Where the time of an ingest goes."""
    return in_fresh_process(_profile_ingest, corpus, folder).value


def _profile_ingest(corpus: Path, folder: Path) -> list[str]:
    given = subject.Encoders.warm()
    return profiles.profile(
        lambda: subject.ingest_corpus(corpus, folder, given, lambda _progress: None)
    )
