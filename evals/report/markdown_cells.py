"""Figures and texts as they stand in tables of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from evals.measures import GAP, Measure

LONGEST = 320
"""Letters of an answer that a table shows."""


def figure(measure: Measure, value: float) -> str:
    """A figure, a share as a percentage, a difference of shares in points."""
    if measure.name.startswith(GAP):
        return f"{100 * value:+.1f} points"
    return f"{100 * value:.1f} %" if measure.is_share else f"{value:.3f}"


def signed(measure: Measure, value: float) -> str:
    """A difference, of shares in points."""
    return f"{100 * value:+.1f}" if measure.is_share else f"{value:+.3f}"


def interval(measure: Measure, low: float, high: float) -> str:
    """The ends of an interval, of shares in per cent."""
    scale, digits = (100, 1) if measure.is_share else (1, 3)
    return f"{scale * low:.{digits}f} … {scale * high:.{digits}f}"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its cells are escaped."""
    lines = [columns, ["---"] * len(columns), *([cell(one) for one in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cell(text: str) -> str:
    """A text that cannot leave its place: no line end, no markup, no cell's end."""
    flat = re.sub(r"([\\`*_\[\]<>|#~&])", r"\\\1", " ".join(text.split()))
    return re.sub(r"^([-+](?=\s|$)|-(?=--)|=(?==)|\d{1,9}(?=[.)](?:\s|$)))", _kept, flat)


def _kept(opening: re.Match[str]) -> str:
    """What would open a list or a rule at the start of a line, as a character of the text."""
    found = opening[1]
    return f"{found}\\" if found.isdigit() else f"\\{found}"


def shortened(text: str) -> str:
    """A text of at most `LONGEST` letters."""
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST else f"{flat[: LONGEST - 1]}…"
