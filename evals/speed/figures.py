"""What a measurement gives: figures with their spread and their goal, in sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure is to reach: at most a bound, or at least one."""

    bound: float
    at_least: bool = False

    def is_met_by(self, value: float) -> bool:
        """Whether a value reaches it."""
        return value >= self.bound if self.at_least else value <= self.bound

    def __str__(self) -> str:
        return f"{'≥' if self.at_least else '≤'} {self.bound:g}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing measured.

    Attributes:
        value: in `unit`; the median where it was measured several times.
        unit: "ms", "×" for a ratio, "" for a plain number.
        low: the lowest of several measurements; None for a single one.
        high: the highest.
        column: what else it is compared with in its section, by name: a size, a rival.
    """

    name: str
    value: float
    unit: str = ""
    low: float | None = None
    high: float | None = None
    goal: Goal | None = None
    column: str = ""

    @property
    def missed(self) -> bool:
        """Whether it has a goal and does not reach it."""
        return self.goal is not None and not self.goal.is_met_by(self.value)


@dataclass(frozen=True, slots=True)
class Section:
    """The figures of one measurement, and what a reader must know of them.

    Attributes:
        profile: where the time goes, a line each; empty when no goal is missed.
    """

    title: str
    figures: tuple[Figure, ...]
    notes: tuple[str, ...] = ()
    profile: tuple[str, ...] = ()

    @property
    def missed(self) -> tuple[Figure, ...]:
        """The figures that do not reach their goal."""
        return tuple(figure for figure in self.figures if figure.missed)


@dataclass(frozen=True, slots=True)
class Report:
    """A whole run.

    Attributes:
        setting: where and with what it ran, by name.
        seconds: the time it took.
    """

    setting: dict[str, str] = field(default_factory=dict)
    sections: tuple[Section, ...] = ()
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """The report in the types of JSON; every figure says whether its goal is missed."""
        content = asdict(self)
        for section, plain in zip(self.sections, content["sections"], strict=True):
            for figure, record in zip(section.figures, plain["figures"], strict=True):
                record["missed"] = figure.missed
        return content


def spread(
    name: str,
    values: Sequence[float],
    unit: str = "",
    *,
    value: float | None = None,
    goal: Goal | None = None,
    column: str = "",
) -> Figure:
    """A figure of several measurements: their median, or `value` for all of them together."""
    middle = median(values) if value is None else value
    low, high = (min(values), max(values)) if len(values) > 1 else (None, None)
    return Figure(name, middle, unit, low, high, goal, column)
