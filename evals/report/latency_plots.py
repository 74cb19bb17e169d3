"""The drawing of times: how long each stage of an answer takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from evals.figures import latencies
from evals.report.plot_style import Drawing, colour
from evals.report.tables import SetResults
from evals.report.words import ordered_stages, time_text
from evals.run_file import Asked

SHORTEST_MS = 0.1
"""Shorter times are shown as this; the axis is of ratios and has no zero."""
MARKS = {
    1: "1 ms",
    3: "3",
    10: "10 ms",
    30: "30",
    100: "100 ms",
    300: "300",
    1_000: "1 s",
    3_000: "3",
    10_000: "10 s",
    30_000: "30",
    100_000: "100 s",
}
"""What stands at the axis of times."""


def latency(results: SetResults, names: Sequence[str]) -> Drawing:
    """A box for each stage; the whole stands at the top."""
    traces: list[Any] = []
    captions = []
    order = ordered_stages(
        stage for members in results.asked for one in members for stage in one.timings_ms
    )
    for run, members in enumerate(results.asked):
        found = latencies(members)
        stages = [stage for stage in order if stage in found]
        if stages:
            traces.append(_boxes(run, names[run], members, stages))
            whole = found[stages[0]]
            told = f"half within {time_text(whole.median)}, 95 % within {time_text(whole.p95)}"
            captions.append((run, f"{stages[0]}: {told}"))
    spent = [time for trace in traces for time in trace.x] or [1.0]
    layout = {
        "boxmode": "group",
        "xaxis": {
            "type": "log",
            "range": [math.log10(0.8 * min(spent)), math.log10(1.25 * max(spent))],
            "tickvals": list(MARKS),
            "ticktext": list(MARKS.values()),
            "tickangle": 0,
        },
        "yaxis": {"categoryorder": "array", "categoryarray": order[::-1]},
        "height": 110 + 26 * len(order) * max(1, len(traces)),
    }
    return Drawing(traces[::-1], captions, layout)  # drawn from the bottom up


def _boxes(run: int, name: str, members: Sequence[Asked], stages: Sequence[str]) -> go.Box:
    times = [
        (stage, round(max(one.timings_ms[stage], SHORTEST_MS), 1))
        for stage in stages
        for one in members
        if stage in one.timings_ms
    ]
    return go.Box(
        x=[spent for _, spent in times],
        y=[stage for stage, _ in times],
        orientation="h",
        name=name,
        offsetgroup=str(run),
        boxpoints="outliers",
        line={"color": colour(run), "width": 1.4},
        fillcolor=colour(run, "-soft"),
        marker={"color": colour(run), "size": 3.5, "opacity": 0.7},
        hoverinfo="x",
    )
