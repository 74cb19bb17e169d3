"""Sections as text: a table each, goals and what misses them, then where the time goes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evals.speed.figures import Figure, Report, Section

_GAP = "  "


def render(section: Section) -> str:
    """A section as lines of text."""
    compared = any(figure.column for figure in section.figures)
    rows = _compared(section.figures) if compared else _listed(section.figures)
    lines = [section.title, *_aligned(rows), *(f"  {note}" for note in section.notes)]
    if section.profile:
        lines += ["  where the time goes:", *(f"    {line}" for line in section.profile)]
    return "\n".join(lines)


def summary(report: Report) -> str:
    """The last words of a run: how many goals are met, and which are not."""
    figures = [figure for section in report.sections for figure in section.figures if figure.goal]
    missed = [figure for figure in figures if figure.missed]
    lines = [
        f"{len(figures) - len(missed)} of {len(figures)} goals met, in {report.seconds:.0f} seconds"
    ]
    lines += [f"  missed: {one.name}, {_value(one)} (goal {one.goal})" for one in missed]
    return "\n".join(lines)


def _listed(figures: Iterable[Figure]) -> list[Sequence[str]]:
    """A figure a row: value, lowest and highest, goal, verdict."""
    rows: list[Sequence[str]] = [("", "", "min–max", "goal", "")]
    for one in figures:
        verdict = "" if one.goal is None else "missed" if one.missed else "met"
        rows.append((one.name, _value(one), _range(one), str(one.goal or ""), verdict))
    return rows


def _compared(figures: Sequence[Figure]) -> list[Sequence[str]]:
    """A row a name, a column each thing compared."""
    columns = list(dict.fromkeys(figure.column for figure in figures))
    cells: dict[str, dict[str, str]] = {}
    for figure in figures:
        cells.setdefault(figure.name, {})[figure.column] = _value(figure)
    return [
        ("", *columns),
        *((name, *(row.get(column, "") for column in columns)) for name, row in cells.items()),
    ]


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [text.rjust(width) for text, width in zip(others, widths[1:], strict=True)]
        lines.append("  " + _GAP.join([first.ljust(widths[0]), *cells]).rstrip())
    return lines


def _value(figure: Figure) -> str:
    if figure.unit == "×":
        return f"× {figure.value:.2f}"
    return f"{_number(figure.value)} {figure.unit}".rstrip()


def _range(figure: Figure) -> str:
    if figure.low is None or figure.high is None:
        return ""
    shown = _number if figure.unit != "×" else "{:.2f}".format
    return f"{shown(figure.low)}–{shown(figure.high)}"


def _number(value: float) -> str:
    """A number with three digits that count."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.3f}"
