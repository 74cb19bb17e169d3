"""What an ingest did, as a table: plain for pipes, rich for a terminal. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index_store.papers import Fault
from ui.characters import one_line

if TYPE_CHECKING:
    from rich.console import RenderableType

    from index_store.ingest import IngestReport

NAMED_FAULTS = 20

MEANINGS = {
    "read": "records in the files",
    "new": "papers the store did not have",
    "merged": "records of a paper that another record gave too, fuller or not",
    "changed": "papers with other text or other facts than before",
    "unchanged": "papers the store had already",
    "removed": "papers their source no longer holds",
    "skipped": "records or files that could not be read",
}


def report_counts(report: IngestReport) -> dict[str, int]:
    """The rows of the table."""
    counts = {name: getattr(report, name) for name in MEANINGS if name != "skipped"}
    return {**counts, "skipped": len(report.skipped)}


def plain_report(report: IngestReport) -> str:
    """The table, why records were skipped, and how many papers there are now."""
    counts = report_counts(report)
    width = max(len(f"{count:,}") for count in counts.values())
    rows = [f"{name:<10}{count:>{width},}  {MEANINGS[name]}" for name, count in counts.items()]
    return "\n".join([*rows, *fault_lines(report), closing_line(report)])


def rich_report(report: IngestReport) -> RenderableType:
    """The same for a terminal."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold")
    table.add_column(justify="right")
    table.add_column(style="dim")
    for name, count in report_counts(report).items():
        table.add_row(name, f"{count:,}", MEANINGS[name])
    faults = (Text(line, style="yellow") for line in fault_lines(report))
    return Group(table, *faults, Text(closing_line(report)))


def fault_lines(report: IngestReport) -> list[str]:
    """What was skipped and why: the first of them, and how many more."""
    lines = [fault_line(fault) for fault in report.skipped[:NAMED_FAULTS]]
    more = len(report.skipped) - NAMED_FAULTS
    return [*lines, f"  and {more:,} more"] if more > 0 else lines


def fault_line(fault: Fault) -> str:
    """``  list.txt, line 12: no abstract``."""
    place = "standard input" if fault.path == "-" else fault.path
    line = "" if fault.line is None else f", line {fault.line}"
    return f"  {one_line(place)}{line}: {one_line(fault.reason)}"


def closing_line(report: IngestReport) -> str:
    """How many papers the store holds now."""
    papers = "1 paper" if report.papers == 1 else f"{report.papers:,} papers"
    return f"{papers} in the store; {report.seconds:.1f} seconds"
