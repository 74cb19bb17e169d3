"""A comparison of two runs as Markdown: figures, and the questions that changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evals.compare import Change, Comparison
from evals.compare import gain as gain_of
from evals.faults import faults
from evals.measures import measure_of
from evals.report.markdown_cells import cell, figure, interval, shortened, signed, table
from evals.report.words import counted
from evals.run_file import Asked

SHOWN = 20
"""How many changed questions are told of; the web page tells of all."""
COLUMNS = ("measure", "A", "B", "B − A", "95 % interval", "p", "test", "n", "")


def comparison_markdown(comparison: Comparison) -> str:
    """The whole comparison, ready for a terminal or a pull request."""
    parts = [
        f"# {cell(comparison.before.name)} → {cell(comparison.after.name)}",
        *_settings(comparison),
        *_figures(comparison.changes),
        *_questions(comparison),
    ]
    return "\n\n".join(parts)


def verdict(change: Change) -> str:
    """Whether the second run is better, in a word; "" where nothing changed."""
    if not change.gain:
        return ""
    better = "better" if change.gain > 0 else "worse"
    return better if change.is_clear else f"{better}, maybe by chance"


def _settings(comparison: Comparison) -> Iterator[str]:
    rows = [
        (name, _value(before), _value(after))
        for name, (before, after) in comparison.settings.items()
    ]
    if rows:
        yield table(("what differs", "A", "B"), rows)
    else:
        yield "Both runs were made with the same settings, code, sets and papers."
    for keys, what in ((comparison.only_before, "A"), (comparison.only_after, "B")):
        if keys:
            yield f"Only {what} asked {counted(len(keys), 'question')}: {cell(keys[0])}" + (
                ", and others." if len(keys) > 1 else "."
            )


def _figures(changes: Iterable[Change]) -> Iterator[str]:
    by_set: dict[str, list[Change]] = {}
    for change in changes:
        by_set.setdefault(change.set_name, []).append(change)
    for name, members in by_set.items():
        yield f"## {cell(name)}"
        yield table(COLUMNS, [_row(change) for change in members])


def _row(change: Change) -> tuple[str, ...]:
    measure, found = measure_of(change.measure), change.difference
    return (
        measure.title,
        figure(measure, change.before),
        figure(measure, change.after),
        signed(measure, found.mean),
        interval(measure, found.low, found.high),
        f"{found.p_value:.3f}",
        found.test,
        f"{found.count}",
        verdict(change),
    )


def _questions(comparison: Comparison) -> Iterator[str]:
    changed = comparison.changed
    if comparison.is_empty:
        yield "The runs have no question in common: nothing can be compared."
        return
    if not changed:
        yield "No question went otherwise."
        return
    yield f"## {counted(len(changed), 'question')} went otherwise"
    for before, after in changed[:SHOWN]:
        yield _question(before, after)
    if len(changed) > SHOWN:
        yield f"{len(changed) - SHOWN:,} more are left out here."


def _question(before: Asked, after: Asked) -> str:
    change = gain_of(before, after)
    how = "better" if change > 0 else "worse" if change < 0 else "otherwise"
    sides = [(shortened(_said(before)), shortened(_said(after)))]
    wrong = [(shortened(" ".join(faults(one)) or "nothing wrong")) for one in (before, after)]
    return "\n\n".join(
        (
            f"### {cell(after.key)}: {how}",
            cell(after.question),
            table(("A", "B"), [*sides, tuple(wrong)]),
        )
    )


def _said(asked: Asked) -> str:
    """What was answered, or found, in a line."""
    if asked.error:
        return f"no answer: {asked.error}"
    if "answer" in asked.answer:
        return str(asked.answer["answer"])
    if "retrieved" in asked.answer:
        return "; ".join(one["title"] for one in asked.answer["retrieved"][:3])
    return f"{asked.answer.get('support')} ({asked.answer.get('score')})"


def _value(value: object) -> str:
    return "–" if value is None else str(value)
