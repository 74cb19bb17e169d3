"""What a report says of the runs themselves: when, how many questions, under which settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from evals.faults import severity
from evals.report.words import counted, date_text
from evals.run_file import Run
from evals.run_settings import RunSettings
from index_store.settings import DEFAULT_ENCODER, DEFAULT_MULTILINGUAL_ENCODER

Facts = tuple[tuple[str, str], ...]
"""Names with their values, as text."""


@dataclass(frozen=True, slots=True)
class RunFacts:
    """A run, told in text.

    Attributes:
        started: when, "" when that is not known.
        questions: how many were asked.
        wrong: with how many of them something is wrong.
        failed: how many got no answer.
        changed: the settings that are not the default.
        facts: everything else that was kept of how it was made.
    """

    name: str
    started: str
    questions: int
    wrong: int
    failed: int
    changed: Facts
    facts: Facts


def run_facts(run: Run) -> RunFacts:
    """What is told of a run."""
    started = str(getattr(run, "started", "") or "")
    return RunFacts(
        run.name,
        date_text(started) if started else "",
        len(run.asked),
        sum(severity(one) > 0 for one in run.asked),
        sum(bool(one.error) for one in run.asked),
        tuple(_changed(run.header.settings)),
        tuple(_facts(run)),
    )


def _changed(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The settings that are not the default, constants of the chain among them."""
    usual = RunSettings(DEFAULT_ENCODER, DEFAULT_MULTILINGUAL_ENCODER).to_json()
    for name, value in settings.items():
        if isinstance(value, Mapping):
            yield from ((str(place), str(given)) for place, given in value.items())
        elif value is not None and value != usual.get(name):
            yield name, str(value)


def _facts(run: Run) -> Iterator[tuple[str, str]]:
    header = run.header
    yield "sets", "; ".join(map(_set_text, header.sets))
    yield "papers", _listed(header.corpus)
    yield "encoders", "; ".join(map(str, header.encoders.values()))
    yield "commit", header.commit or "not known"
    yield "versions", _listed(header.versions)
    yield "settings", _listed(header.settings)


def _set_text(told: Mapping[str, Any]) -> str:
    known = {name: value for name, value in told.items() if name != "name"}
    if "asked" in known:
        known["asked"] = counted(int(known["asked"]), "question")
    return f"{told.get('name', '')} ({_listed(known)})"


def _listed(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {'–' if value is None else value}" for name, value in values.items())
