"""The drawing of a ranking: how many of the right papers are among the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from evals.intervals import Estimate
from evals.measures import RECALL_DEPTHS
from evals.report.plot_style import Drawing, line, mark
from evals.report.tables import SetResults
from evals.report.words import percent


def recall(results: SetResults, names: Sequence[str]) -> Drawing:
    """Recall at each depth; runs stand a little beside each other."""
    traces = []
    captions = []
    for run, figures in enumerate(results.figures):
        found = [
            (place, depth, figures[f"R@{depth}"])
            for place, depth in enumerate(RECALL_DEPTHS)
            if f"R@{depth}" in figures
        ]
        if found:
            shift = 0.12 * (run - (len(results.figures) - 1) / 2)
            estimates = [estimate for *_, estimate in found]
            places = [place + shift for place, *_ in found]
            traces.append(_recall_trace(run, names[run], places, estimates))
            told = ", ".join(f"{depth}: {percent(one.mean)}" for _, depth, one in found)
            captions.append((run, f"among the first {told}"))
    lows = [estimate.low for one in results.figures for estimate in _recalls(one)]
    floor = max(0.0, np.floor(10 * min(lows, default=0.0)) / 10 - 0.02)
    layout = {
        "xaxis": {
            "tickvals": list(range(len(RECALL_DEPTHS))),
            "ticktext": [f"first {depth}" for depth in RECALL_DEPTHS],
            "range": [-0.4, len(RECALL_DEPTHS) - 0.6],
        },
        "yaxis": {"tickformat": ".0%", "range": [floor, 1.02], "nticks": 6},
    }
    return Drawing(traces, captions, layout)


def _recalls(figures: Mapping[str, Estimate]) -> list[Estimate]:
    return [figures[f"R@{depth}"] for depth in RECALL_DEPTHS if f"R@{depth}" in figures]


def _recall_trace(
    run: int, name: str, places: Sequence[float], found: Sequence[Estimate]
) -> go.Scatter:
    return go.Scatter(
        x=places,
        y=[one.mean for one in found],
        error_y={
            "array": [one.high - one.mean for one in found],
            "arrayminus": [one.mean - one.low for one in found],
            "thickness": 1.2,
            "width": 0,
        },
        customdata=[[one.low, one.high, one.count] for one in found],
        hovertemplate=(
            "%{y:.1%}, most likely %{customdata[0]:.0%} to %{customdata[1]:.0%}"
            ", of %{customdata[2]} questions"
        ),
        name=name,
        mode="lines+markers",
        line=line(run),
        marker=mark(run, 8),
    )
