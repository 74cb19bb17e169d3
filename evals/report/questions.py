"""The questions that went wrong, the worst first, as a report shows them.

A question that several runs asked is shown once; runs in which it went the same stand together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evals.faults import faults, severity
from evals.report.tables import BENCHMARK_KINDS
from evals.run_file import Asked, Run


@dataclass(frozen=True, slots=True)
class Wanted:
    """A fact that was asked for.

    Attributes:
        wordings: any of them counts.
        quoted: whether one of them is in a quote.
    """

    wordings: tuple[str, ...]
    quoted: bool


@dataclass(frozen=True, slots=True)
class RightPaper:
    """A paper that answers a question.

    Attributes:
        name: its title, id or source, as the set has it.
        place: at which it was found, from 1; None where it was not.
        cited: whether the answer cites it.
    """

    name: str
    place: int | None
    cited: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the abstract that a claim is held against.

    Attributes:
        number: in the abstract, from 0, as the benchmark counts.
        rank: at which place the ranking has it, from 1; None where it has not.
        is_evidence: whether it bears on the claim.
    """

    number: int
    text: str
    rank: int | None
    is_evidence: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a question went, in one run or several.

    Attributes:
        runs: their numbers, from 0.
        asked: the question with its answer, of the first of them.
        wrong: what went wrong, a sentence each; empty when nothing did.
    """

    runs: tuple[int, ...]
    asked: Asked
    wrong: tuple[str, ...]

    @property
    def wanted(self) -> list[Wanted]:
        """The facts that were asked for."""
        quoted = " ".join(
            quote["text"]
            for citation in self.asked.answer.get("citations", ())
            for quote in citation["quotes"]
        ).casefold()
        return [
            Wanted(tuple(fact), any(wording.casefold() in quoted for wording in fact))
            for fact in self.asked.gold.get("facts", ())
        ]

    @property
    def papers(self) -> list[RightPaper]:
        """The right papers."""
        names = self.asked.gold.get("papers", ())
        places = [*self.asked.gold.get("places", ()), *[None] * len(names)]
        cited = {
            name
            for one in self.asked.answer.get("citations", ())
            for name in (one["title"], one["paper_id"], *one["sources"])
        }
        return [
            RightPaper(name, place, name in cited)
            for name, place in zip(names, places, strict=False)
        ]

    @property
    def sentences(self) -> list[Sentence]:
        """The first three sentences of a claim's ranking, and those that are evidence."""
        texts = self.asked.answer.get("sentences", ())
        ranked = list(self.asked.answer.get("ranked", ()))
        evidence = self.asked.gold.get("sentences", ())
        ranks = {number: rank for rank, number in enumerate(ranked, 1)}
        shown = dict.fromkeys([*ranked[:3], *evidence])
        return [
            Sentence(number, texts[number], ranks.get(number), number in evidence)
            for number in shown
            if number < len(texts)
        ]


@dataclass(frozen=True, slots=True)
class Entry:
    """A question that went wrong in a run at least."""

    asked: Asked
    outcomes: tuple[Outcome, ...]

    @property
    def is_answered_in_words(self) -> bool:
        """Whether it is a question, and not a benchmark's query or claim."""
        return self.asked.kind not in BENCHMARK_KINDS

    @property
    def severity(self) -> float:
        """How badly it went where it went worst."""
        return max(severity(outcome.asked) for outcome in self.outcomes)

    @property
    def first_fault(self) -> str:
        """What went wrong first, in the first run in which something did."""
        return next(outcome.wrong[0] for outcome in self.outcomes if outcome.wrong)


def went_wrong(runs: Sequence[Run]) -> list[Entry]:
    """The questions with which something is wrong in a run: the worst first, benchmarks last."""
    by_key = [run.by_key for run in runs]
    keys = dict.fromkeys(one.key for run in runs for one in run.asked if severity(one) > 0)
    entries = [_entry([members.get(key) for members in by_key]) for key in keys]
    return sorted(entries, key=lambda one: (not one.is_answered_in_words, -one.severity))


def _entry(asked: Iterable[Asked | None]) -> Entry:
    """A question with its outcomes; runs with the same one are put together."""
    same: dict[str, list[int]] = {}
    members = dict(enumerate(asked))
    for run, one in members.items():
        if one is not None:
            same.setdefault(_shown_of(one), []).append(run)
    found = [(tuple(numbers), members[numbers[0]]) for numbers in same.values()]
    outcomes = [Outcome(numbers, one, tuple(faults(one))) for numbers, one in found if one]
    return Entry(outcomes[0].asked, tuple(outcomes))


def _shown_of(asked: Asked) -> str:
    """All that a report shows of an outcome, as one text."""
    answer = asked.answer
    named = ("answer", "reason", "kind", "citations", "support", "why", "ranked")
    found = [one["title"] for one in answer.get("retrieved", ())]
    return json.dumps(
        [
            faults(asked),
            [answer.get(name) for name in named],
            [round(float(answer.get(name, 0)), 2) for name in ("confidence", "score")],
            asked.gold.get("places"),
            found if asked.kind == "query" else None,
        ],
        sort_keys=True,
    )
