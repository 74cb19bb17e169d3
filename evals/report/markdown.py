"""A report as Markdown: what the web page says, short enough for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evals.intervals import Estimate
from evals.measures import Measure
from evals.report.markdown_cells import cell, shortened, table
from evals.report.questions import Entry, Outcome, went_wrong
from evals.report.runs import RunFacts, run_facts
from evals.report.tables import SetResults, figure_groups, latency_rows, results_by_set
from evals.report.words import (
    ARROWS,
    LABELS,
    counted,
    figure_text,
    interval_text,
    language_text,
    percent,
    time_text,
)
from evals.run_file import Run

SHOWN = 10
"""How many questions are told of; the web page tells of more."""


def report_markdown(runs: Sequence[Run]) -> str:
    """The whole report: the runs, their figures, their times, and the worst questions.

    Args:
        runs: at least one.
    """
    names = [run.name for run in runs]
    results = results_by_set(runs)
    heading = f"# Evaluation: {cell(', '.join(names))}"
    facts = "\n".join(f"- {_run_line(run_facts(run))}" for run in runs)
    parts = [heading, facts, *_figures(results, names), *_times(results, names)]
    return "\n\n".join([*parts, *_questions(went_wrong(runs), names)])


def figures_markdown(runs: Sequence[Run]) -> str:
    """The tables of figures alone, set by set."""
    return "\n\n".join(_figures(results_by_set(runs), [run.name for run in runs]))


def _run_line(run: RunFacts) -> str:
    told = [
        run.started,
        counted(run.questions, "question"),
        f"something wrong with {run.wrong:,}",
        f"{run.failed:,} without an answer" if run.failed else "",
        *(f"{name} = {value}" for name, value in run.changed),
    ]
    return f"**{cell(run.name)}**: {cell(', '.join(filter(None, told)))}"


def _figures(results: Sequence[SetResults], names: Sequence[str]) -> Iterator[str]:
    columns = ["measure", ""]
    columns += ["figure", "95 % interval", "n"] if len(names) == 1 else map(cell, names)
    for one in results:
        yield f"## {cell(one.name)}"
        rows = [
            [row.measure.title, ARROWS[row.measure.better], *_cells(row.measure, row.figures)]
            for _, group in figure_groups(one)
            for row in group
        ]
        yield table(columns, rows)


def _cells(measure: Measure, figures: Sequence[Estimate | None]) -> Iterator[str]:
    """The figure of one run in three columns, those of several in one each."""
    for found in figures:
        if found is None:
            yield "–"
        elif len(figures) == 1:
            yield figure_text(measure, found.mean)
            yield interval_text(measure, found)
            yield f"{found.count:,}"
        else:
            interval = interval_text(measure, found)
            yield f"{figure_text(measure, found.mean)} ({interval}; n {found.count:,})"


def _times(results: Sequence[SetResults], names: Sequence[str]) -> Iterator[str]:
    rows = [
        [
            row.set_name,
            row.stage,
            *([names[row.run]] if len(names) > 1 else []),
            time_text(row.latency.median),
            time_text(row.latency.p95),
            f"{row.latency.count:,}",
        ]
        for row in latency_rows(results)
    ]
    if rows:
        run = ["run"] if len(names) > 1 else []
        yield "## Times"
        yield table(["set", "stage", *run, "half within (p50)", "95 % within (p95)", "n"], rows)


def _questions(entries: Sequence[Entry], names: Sequence[str]) -> Iterator[str]:
    if not entries:
        yield "Nothing went wrong with any question."
        return
    yield f"## The worst of {counted(len(entries), 'question')} that went wrong"
    for entry in entries[:SHOWN]:
        yield _question(entry, names)


def _question(entry: Entry, names: Sequence[str]) -> str:
    asked = entry.asked
    kind = ", ".join(filter(None, (asked.kind, asked.language and language_text(asked.language))))
    lines = [f"### {cell(asked.key)}{f' ({cell(kind)})' if kind else ''}"]
    if asked.conversation:
        lines.append(f"Asked before: {cell(' / '.join(asked.conversation))}")
    lines.append(f"**{cell(asked.question)}**")
    for outcome in entry.outcomes:
        if len(names) > 1:
            lines.append(f"In {cell(', '.join(names[run] for run in outcome.runs))}:")
        told = [*outcome.wrong, *_said(outcome)] if outcome.wrong else ["Nothing wrong."]
        lines.append("\n".join(f"- {cell(one)}" for one in told))
    return "\n\n".join(lines)


def _said(outcome: Outcome) -> Iterator[str]:
    """What was answered, found or judged, in a line."""
    answer = outcome.asked.answer
    if "answer" in answer:
        yield f"Answer ({percent(answer['confidence'])} sure): {shortened(answer['answer'])}"
    elif "retrieved" in answer:
        yield f"Found: {'; '.join(one['title'] for one in answer['retrieved'][:3])}"
    elif "support" in answer:
        label = str(outcome.asked.gold.get("label"))
        yield f"The abstract {LABELS.get(label, label)}; the check says {answer['support']}."
