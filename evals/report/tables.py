"""The tables of a report: figures set by set, and where answers were better and worse.

The web page and the terminal show the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from evals.figures import Latency, by_set, figures_of, latencies
from evals.intervals import Estimate
from evals.measures import GAPS, MEASURES, RANKING, Measure, measure_of
from evals.report.words import KINDS, language_text, ordered_stages
from evals.run_file import Asked, Run

BENCHMARK_KINDS = ("query", "claim")
"""What is not asked as a question, and has no answer in words."""
OVERVIEW = (
    "right paper first",
    "fact recall",
    "false answer",
    "false refusal",
    "quote accuracy",
    "nDCG@10",
)
"""The measures of the first table."""
BREAKDOWN = GAPS


@dataclass(frozen=True, slots=True)
class GroupOfMeasures:
    """Measures that are read together.

    Attributes:
        reads: how to read them, for whoever does not know them.
    """

    title: str
    reads: str
    opens: tuple[str, ...]

    def has(self, name: str) -> bool:
        """Whether a measure is of this group."""
        return name.startswith(self.opens)


GROUPS = (
    GroupOfMeasures(
        "Answers",
        "Was the right paper found, and does the answer quote what was asked for?",
        ("right paper first", "fact recall", "papers cited", "right count", "small talk"),
    ),
    GroupOfMeasures(
        "Knowing when not to answer",
        "Some questions have no answer in these papers; those should be refused, and no others.",
        ("false answer", "false refusal", "right reason", "risk–coverage area"),
    ),
    GroupOfMeasures(
        "Citations",
        "Are the quotes the papers' own words, and do they carry what the answer says?",
        ("quote accuracy", "citation ", "quoted sentences"),
    ),
    GroupOfMeasures(
        "Ranking",
        "How near the top of the search the right papers stand. nDCG@10 and MRR are 1 when every "
        "right paper stands at the top, and fall the further down they are.",
        RANKING,
    ),
    GroupOfMeasures(
        "Evidence and the support check",
        "Scientific claims, each held against one abstract: is the sentence that bears on the "
        "claim found, and does the check tell supported claims from others? Its AUC is 1 when it "
        "tells every pair apart, and 0.5 when it does no better than a coin.",
        ("evidence ", "support "),
    ),
    GroupOfMeasures(
        "Judged by a model",
        "Grades that a language model gave; it can be wrong too.",
        ("judged ",),
    ),
)
OTHERS = GroupOfMeasures("Others", "What describes the answers or what they cost.", ("",))


@dataclass(frozen=True, slots=True)
class SetResults:
    """One set, as every run answered it.

    Attributes:
        asked: its questions that were answered, by run; none of a run that did not ask it.
        figures: by measure, by run.
    """

    name: str
    asked: tuple[tuple[Asked, ...], ...]
    figures: tuple[Mapping[str, Estimate], ...]

    @property
    def has_answers(self) -> bool:
        """Whether questions of it are answered in words."""
        return any(one.kind not in BENCHMARK_KINDS for members in self.asked for one in members)


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """A measure with its figure in each run, None where the run has none."""

    measure: Measure
    figures: tuple[Estimate | None, ...]


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, and of how many questions."""

    value: float
    count: int


@dataclass(frozen=True, slots=True)
class BreakdownRow:
    """Some questions of a set in one run, with a mean for each measure of a table."""

    set_name: str
    label: str
    run: int
    means: tuple[Mean | None, ...]


@dataclass(frozen=True, slots=True)
class LatencyRow:
    """How long a stage took in one run."""

    set_name: str
    stage: str
    run: int
    latency: Latency


def results_by_set(runs: Sequence[Run]) -> list[SetResults]:
    """Every set that a run asked, in the order of the runs."""
    asked = [by_set(run.asked) for run in runs]
    names = dict.fromkeys(name for members in asked for name in members)
    return [
        SetResults(
            name,
            tuple(tuple(members.get(name, ())) for members in asked),
            tuple(figures_of(members.get(name, ())) for members in asked),
        )
        for name in names
    ]


def figure_groups(results: SetResults) -> list[tuple[GroupOfMeasures, list[MeasureRow]]]:
    """The figures of a set, group by group."""
    order = {measure.name: place for place, measure in enumerate(MEASURES)}
    names = {name for figures in results.figures for name in figures}
    groups: dict[GroupOfMeasures, list[MeasureRow]] = {group: [] for group in (*GROUPS, OTHERS)}
    for name in sorted(names, key=lambda each: (order.get(each, len(order)), each)):
        group = next((one for one in GROUPS if one.has(name)), OTHERS)
        figures = tuple(found.get(name) for found in results.figures)
        groups[group].append(MeasureRow(measure_of(name), figures))
    return [(group, rows) for group, rows in groups.items() if rows]


def overview_measures(results: Iterable[SetResults]) -> list[str]:
    """The measures of `OVERVIEW` that a set has."""
    held = {name for one in results for figures in one.figures for name in figures}
    return [name for name in OVERVIEW if name in held]


def overview(results: Iterable[SetResults], measures: Sequence[str]) -> list[BreakdownRow]:
    """A row for each set and run, with a mean for each of these measures."""
    return [
        BreakdownRow(one.name, one.name, run, _means(members, measures))
        for one in results
        for run, members in enumerate(one.asked)
        if members
    ]


def by_kind(results: Iterable[SetResults]) -> list[BreakdownRow]:
    """What is answered in words, by kind of question."""
    order = list(KINDS)
    return _breakdown(
        results, lambda one: one.kind, lambda kind: order.index(kind) if kind in order else 99
    )


def by_language(results: Iterable[SetResults]) -> list[BreakdownRow]:
    """What is answered in words, by language."""
    return _breakdown(results, lambda one: language_text(one.language), lambda _: 0)


def latency_rows(results: Iterable[SetResults]) -> list[LatencyRow]:
    """How long each stage took, set by set; a stage's runs stand together."""
    rows = []
    for one in results:
        runs = [latencies(members) for members in one.asked]
        for stage in ordered_stages(name for found in runs for name in found):
            rows += [
                LatencyRow(one.name, stage, run, found[stage])
                for run, found in enumerate(runs)
                if stage in found
            ]
    return rows


def _breakdown(
    results: Iterable[SetResults],
    part_of: Callable[[Asked], str],
    place_of: Callable[[str], int],
) -> list[BreakdownRow]:
    rows = []
    for one in results:
        if not one.has_answers:
            continue
        parts = dict.fromkeys(part_of(each) for members in one.asked for each in members)
        for part in sorted(parts, key=place_of):
            for run, members in enumerate(one.asked):
                chosen = [each for each in members if part_of(each) == part]
                if chosen:
                    means = _means(chosen, BREAKDOWN)
                    rows.append(BreakdownRow(one.name, part or "not told", run, means))
    return [row for row in rows if any(row.means)]


def _means(asked: Iterable[Asked], measures: Iterable[str]) -> tuple[Mean | None, ...]:
    members = list(asked)
    found = ([one.scores[name] for one in members if name in one.scores] for name in measures)
    return tuple(Mean(sum(each) / len(each), len(each)) if each else None for each in found)
