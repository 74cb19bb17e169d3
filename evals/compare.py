"""Two runs side by side: what changed, by how much, and whether by more than chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evals.faults import severity
from evals.figures import STATISTICS, by_set
from evals.intervals import Difference, difference, difference_of
from evals.measures import measure_of, place_of
from evals.run_file import Asked, Header, Run

Pairs = Sequence[tuple[Asked, Asked]]
"""The same questions in both runs."""
ROUNDING = 1e-9
"""A difference that is smaller is none."""
CLEAR = 0.05
"""Below this p-value a difference is called more than chance."""


@dataclass(frozen=True, slots=True)
class Change:
    """A measure of a set in both runs, over the questions that have it in both.

    Attributes:
        before: its figure in the first run.
        after: its figure in the second.
        difference: the second less the first, with interval and test.
    """

    set_name: str
    measure: str
    before: float
    after: float
    difference: Difference

    @property
    def gain(self) -> float:
        """How much better the second is; negative when it is worse, 0 where neither is better."""
        signs = {"higher": 1, "lower": -1, "neither": 0}
        change = self.difference.mean
        return 0.0 if abs(change) < ROUNDING else signs[measure_of(self.measure).better] * change

    @property
    def is_clear(self) -> bool:
        """Whether it is more than chance."""
        return self.difference.p_value < CLEAR


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs compared.

    Attributes:
        changes: every measure that both have, set by set.
        changed: the questions whose answers or scores differ, those that lost most first.
        only_before: keys of the questions that only the first run asked.
        only_after: keys of those that only the second did.
        lost: measures, each with its set, that only the first has any score of.
        settings: what differs between the headers, by name: before and after.
    """

    before: Run
    after: Run
    changes: tuple[Change, ...]
    changed: tuple[tuple[Asked, Asked], ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    lost: tuple[tuple[str, str], ...]
    settings: Mapping[str, tuple[object, object]]

    @property
    def is_empty(self) -> bool:
        """Whether the runs asked no question in common."""
        return len(self.only_before) == len(self.before.asked)


def compare(before: Run, after: Run) -> Comparison:
    """What changed from one run to another, over the questions that both asked."""
    first, second = before.by_key, after.by_key
    pairs = [(first[key], second[key]) for key in first if key in second]
    changed = [pair for pair in pairs if differs(*pair)]
    return Comparison(
        before,
        after,
        changes=tuple(_changes(pairs)),
        changed=tuple(sorted(changed, key=lambda pair: gain(*pair))),
        only_before=tuple(key for key in first if key not in second),
        only_after=tuple(key for key in second if key not in first),
        lost=_lost(before.asked, after.asked),
        settings=_settings(before.header, after.header),
    )


def differs(before: Asked, after: Asked) -> bool:
    """Whether a question went otherwise; times do not count."""
    parts = ("answer", "scores", "error")
    return any(getattr(before, part) != getattr(after, part) for part in parts)


def gain(before: Asked, after: Asked) -> float:
    """How much better a question went, by how bad each outcome was; negative when worse."""
    return severity(before) - severity(after)


def _lost(before: Sequence[Asked], after: Sequence[Asked]) -> tuple[tuple[str, str], ...]:
    """The sets and measures that the first run scores and the second does not."""
    first, second = (
        dict.fromkeys((one.set_name, measure) for one in asked for measure in one.scores)
        for asked in (before, after)
    )
    return tuple(pair for pair in first if pair not in second)


def _changes(pairs: Pairs) -> list[Change]:
    """Every measure of every set."""
    second = {after.key: after for _, after in pairs}
    found = []
    for name, members in by_set([before for before, after in pairs if not after.error]).items():
        of_set = [(one, second[one.key]) for one in members]
        found += sorted(_changes_of(name, of_set), key=lambda one: place_of(one.measure))
    return found


def _changes_of(name: str, pairs: Pairs) -> list[Change]:
    measures = dict.fromkeys(
        measure for before, after in pairs for measure in before.scores if measure in after.scores
    )
    means = [_of_mean(name, measure, pairs) for measure in measures]
    rest = [_of_statistic(name, measure, pairs) for measure in STATISTICS]
    return [*means, *(one for one in rest if one is not None)]


def _of_mean(name: str, measure: str, pairs: Pairs) -> Change:
    scores = [
        (before.scores[measure], after.scores[measure])
        for before, after in pairs
        if measure in before.scores and measure in after.scores
    ]
    first, second = [one for one, _ in scores], [other for _, other in scores]
    return Change(
        name,
        measure,
        sum(first) / len(first),
        sum(second) / len(second),
        difference(first, second),
    )


def _of_statistic(name: str, measure: str, pairs: Pairs) -> Change | None:
    statistic = STATISTICS[measure]
    counted = [pair for pair in pairs if all(map(statistic.counts, pair))]
    first, second = [one for one, _ in counted], [other for _, other in counted]
    found = difference_of(first, second, statistic.of)
    before = statistic.of(first)
    if found is None or before is None:
        return None
    return Change(name, measure, before, before + found.mean, found)


def _settings(before: Header, after: Header) -> dict[str, tuple[object, object]]:
    """What differs between two headers."""
    first, second = _flat(before), _flat(after)
    names = dict.fromkeys([*first, *second])
    return {
        name: (first.get(name), second.get(name))
        for name in names
        if first.get(name) != second.get(name)
    }


def _flat(header: Header) -> dict[str, object]:
    parts = {
        "": header.settings,
        "version of ": header.versions,
        "identity of ": header.encoders,
        "corpus: ": header.corpus,
        "set ": {one["name"]: one.get("sha256") for one in header.sets},
    }
    flat = {
        f"{opening}{name}": value for opening, part in parts.items() for name, value in part.items()
    }
    return {"commit": header.commit, **flat}
