"""What the plots of a report share: what a drawing is, and how each run looks in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

COLOURS = 6
"""How many runs have a colour of their own."""
SYMBOLS = ("circle", "diamond", "square", "triangle-up", "cross", "x")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")

Caption = tuple[int, str]
"""The number of a run, and what its line or its bars say, in words."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What plotly is to draw.

    Attributes:
        traces: lines, bars and boxes; none where there is no data.
        captions: the same in words, a run each.
        layout: axes, and how traces stand to each other.
    """

    traces: list[Any]
    captions: list[Caption]
    layout: dict[str, Any]


def colour(run: int, soft: str = "") -> str:
    """The name of a run's colour; the page has its values, for light and for dark.

    Args:
        run: the run's number, from 0.
        soft: "-soft" for the one of filled areas.
    """
    return f"var(--run-{run % COLOURS + 1}{soft})"


def line(run: int) -> dict[str, Any]:
    """How a run's lines look."""
    return {"color": colour(run), "dash": DASHES[run % COLOURS], "width": 1.7}


def mark(run: int, size: float) -> dict[str, Any]:
    """How a run's points look."""
    return {"color": colour(run), "symbol": SYMBOLS[run % COLOURS], "size": size}
