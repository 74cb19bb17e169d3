"""The plots of a report: what a run's figures look like, set by set, each run in its colour.

A colour is named (``var(--run-1)``), not given: the page puts in those of its light or its dark
side. A plot is left out where no run has data for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from evals.report.confidence_plots import confidence, risk
from evals.report.latency_plots import latency
from evals.report.plot_style import Caption, Drawing
from evals.report.ranking_plots import recall
from evals.report.tables import SetResults


@dataclass(frozen=True, slots=True)
class Plot:
    """One plot, of one set.

    Attributes:
        captions: the same in words, for each run that is in it.
        figure: as plotly.js takes it: data and layout.
    """

    set_name: str
    captions: tuple[Caption, ...]
    figure: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Picture:
    """Plots of one kind, one for each set that has data for it.

    Attributes:
        reads: how to read them, in a sentence.
    """

    title: str
    reads: str
    plots: tuple[Plot, ...]


Draw = Callable[[SetResults, Sequence[str]], Drawing]

DRAWINGS: tuple[tuple[str, str, Draw], ...] = (
    (
        "Where the right papers stand",
        "How many of the right papers are among the first 1, 5, 20 and 100 found: higher is "
        "better, and the thin bar through a point is its 95 % interval.",
        recall,
    ),
    (
        "When it answers only what it is sure of",
        "From left to right ever less sure answers are let through, and the line shows what share "
        "of those let through are wrong: lower is better. The large mark is where it stopped "
        "answering and refused.",
        risk,
    ),
    (
        "Whether it knows what it knows",
        "How sure it was: bars that point up count questions that these papers answer, bars that "
        "point down those that they do not. The first should stand at the right, the second at "
        "the left.",
        confidence,
    ),
    (
        "How long it takes",
        "Half of the questions took a time inside the box, the line in it is the middle one, thin "
        "lines reach the other usual ones, and dots are single slow ones. A step from one number "
        "to the next is about three times as long.",
        latency,
    ),
)
"""Each kind of plot: its title, how to read it, and what draws it."""


def plotly_script() -> str:
    """The program that draws plots, to stand in a page."""
    return str(get_plotlyjs())


def pictures(results: Sequence[SetResults], names: Sequence[str]) -> list[Picture]:
    """All plots that the sets have data for.

    Args:
        results: set by set.
        names: of the runs.
    """
    made = [
        Picture(title, reads, tuple(_plots(results, names, draw)))
        for title, reads, draw in DRAWINGS
    ]
    return [picture for picture in made if picture.plots]


def _plots(results: Iterable[SetResults], names: Sequence[str], draw: Draw) -> Iterator[Plot]:
    drawings = {one.name: drawn for one in results if (drawn := draw(one, names)).traces}
    layouts = on_one_scale([drawn.layout for drawn in drawings.values()])
    for (name, drawn), layout in zip(drawings.items(), layouts, strict=True):
        figure = go.Figure(drawn.traces, go.Layout(template=go.layout.Template(), **layout))
        yield Plot(name, tuple(drawn.captions), json.loads(figure.to_json()))


def on_one_scale(layouts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Layouts whose axes reach as far as each other's, where they say how far they reach."""
    reaches = {}
    for axis in ("xaxis", "yaxis"):
        ranges = [layout[axis]["range"] for layout in layouts if "range" in layout[axis]]
        if ranges:
            reaches[axis] = [min(low for low, _ in ranges), max(high for _, high in ranges)]
    return [
        layout | {axis: {**layout[axis], "range": reach} for axis, reach in reaches.items()}
        for layout in layouts
    ]
