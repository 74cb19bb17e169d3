"""Two drawings of a report about confidence: what it is worth, and how it is spread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from evals.figures import RiskCoverage, risk_coverage
from evals.report.plot_style import Drawing, colour, line, mark
from evals.report.tables import SetResults
from evals.report.words import percent
from evals.run_file import Asked

BINS = 10
"""Bars of a histogram."""
FEWEST = 5
"""Answers from which on a share of wrong ones is drawn."""
LOWEST_TOP = 0.1
"""How far an axis of wrong answers reaches at least."""
SHARES = {"tickformat": ".0%", "tickvals": [0, 0.25, 0.5, 0.75, 1], "range": [-0.02, 1.03]}
"""An axis from none to all."""
ANSWERABLE = ("there is an answer", "there is none")
"""Where a confidence is told of: of what can be answered, and of what cannot."""


def risk(results: SetResults, names: Sequence[str]) -> Drawing:
    """The share of wrong answers, by how many are given."""
    traces: list[Any] = []
    captions = []
    for run, members in enumerate(results.asked):
        curve = risk_coverage(members)
        if curve is None:
            continue
        answered = sum(not one.answer["refused"] for one in _judged(members))
        traces += _risk_traces(run, names[run], curve, answered)
        captions.append((run, _risk_told(curve, answered)))
    layout = {
        "xaxis": {"title": {"text": "share answered"}, **SHARES},
        "yaxis": {"title": {"text": "wrong"}, "tickformat": ".0%", "range": [0, _highest(traces)]},
    }
    return Drawing(traces, captions, layout)


def _highest(traces: Iterable[Any]) -> float:
    shares = [float(share) for trace in traces for share in trace.y]
    return max(LOWEST_TOP, 1.08 * max(shares, default=0.0))


def _judged(members: Iterable[Asked]) -> list[Asked]:
    """The questions that have a confidence, as `risk_coverage` takes them."""
    return [one for one in members if "confidence" in one.answer and one.kind != "talk"]


def _risk_told(curve: RiskCoverage, answered: int) -> str:
    """A curve in words: wrong ones among the surest half, among the answered, and among all."""
    half = curve.risk[(len(curve.risk) - 1) // 2]
    told = [f"wrong among the surest half: {percent(half)}"]
    if answered:
        share, wrong = curve.coverage[answered - 1], curve.risk[answered - 1]
        told.append(f"among the {percent(share)} it answered: {percent(wrong)}")
    return "; ".join([*told, f"if it had answered all: {percent(curve.risk[-1])}"])


def _risk_traces(run: int, name: str, curve: RiskCoverage, answered: int) -> list[Any]:
    """A run's line, and the mark where it stopped answering."""
    hover = "%{y:.1%} wrong when %{x:.0%} are answered"
    points = list(zip(curve.coverage, curve.risk, strict=True))
    drawn = [
        go.Scatter(
            x=[round(share, 4) for share, _ in points[FEWEST - 1 :]],
            y=[round(wrong, 4) for _, wrong in points[FEWEST - 1 :]],
            mode="lines",
            name=name,
            line=line(run),
            hovertemplate=hover,
        )
    ]
    for share, wrong in points[answered - 1 : answered] if answered else ():
        stopped = {"mode": "markers", "name": name, "marker": mark(run, 12)}
        drawn.append(
            go.Scatter(x=[share], y=[wrong], hovertemplate=f"as it was: {hover}", **stopped)
        )
    return drawn


def confidence(results: SetResults, names: Sequence[str]) -> Drawing:
    """Histograms of confidence: what can be answered upwards, what cannot downwards."""
    traces: list[Any] = []
    captions = []
    for run, members in enumerate(results.asked):
        split: dict[bool, list[float]] = {True: [], False: []}
        for one in _judged(members):
            split[bool(one.gold.get("answerable", True))].append(one.answer["confidence"])
        if any(split.values()):
            traces += [_bars(run, names[run], values, can) for can, values in split.items()]
            told = (
                f"{percent(float(np.median(values)))} where {what}"
                for what, values in zip(ANSWERABLE, split.values(), strict=True)
                if values
            )
            captions.append((run, f"middle confidence {', '.join(told)}"))
    layout = {
        "barmode": "group",
        "bargap": 0.12,
        "xaxis": {"title": {"text": "confidence"}, **SHARES},
        "yaxis": {"title": {"text": "questions"}, "tickformat": ",d", **_counts_axis(traces)},
    }
    return Drawing(traces, captions, layout)


def _bars(run: int, name: str, values: Sequence[float], answerable: bool) -> go.Bar:
    counts, edges = np.histogram(values, bins=BINS, range=(0, 1))
    what = "answerable" if answerable else "not answerable"
    return go.Bar(
        x=((edges[:-1] + edges[1:]) / 2).tolist(),
        y=(counts if answerable else -counts).tolist(),
        customdata=[
            [int(count), percent(low), percent(high)]
            for count, low, high in zip(counts, edges[:-1], edges[1:], strict=True)
        ],
        hovertemplate=(
            f"%{{customdata[0]}} {what}, confidence %{{customdata[1]}} to %{{customdata[2]}}"
        ),
        name=name,
        offsetgroup=str(run),
        marker={
            "color": colour(run) if answerable else colour(run, "-soft"),
            "line": {"color": colour(run), "width": 1},
        },
    )


def _counts_axis(traces: list[Any]) -> dict[str, Any]:
    """Marks of an axis that counts in both directions, none of them negative."""
    most = max((abs(count) for trace in traces for count in trace.y), default=0)
    step = next((size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500) if most <= 4 * size), 1000)
    marks = list(range(-step * (most // step), most + 1, step))
    return {"tickvals": marks, "ticktext": [f"{abs(mark):,}" for mark in marks]}
