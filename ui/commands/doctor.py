"""``askpapers doctor``: whether everything is in order, and what to do where it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ui.commands.options import JsonOption, StoreOption

if TYPE_CHECKING:
    from collections.abc import Iterable

    from index_store.checkups.findings import Finding

HELP = """\
Check that everything is in order: versions, settings and where each came from, encoders (do
they compute here what they should, and how fast), the store, disk and memory.

\b
Examples:
  askpapers doctor
  askpapers doctor --store papers
  askpapers doctor --json

Each fault is followed by what to do about it. Nothing is changed: the store is looked at in a
copy, in the folder for temporary files. The exit code is 1 when there is a fault; a warning is
none.
"""


def doctor(*, as_json: JsonOption = False, store: StoreOption = None) -> None:
    """Check that everything is in order."""
    from index_store.checkups.examination import examine
    from ui.checkup import as_data, count
    from ui.failures import FAILED
    from ui.output import write_json
    from ui.session import environment

    findings = examine(environment(), store=store)
    if as_json:
        found = list(findings)
        write_json(as_data(found))
    else:
        found = _show(findings)
    if count(found, "fault"):
        raise typer.Exit(FAILED)


def _show(findings: Iterable[Finding]) -> list[Finding]:
    """Each finding as it comes, under its topic, and at the end how many were no good."""
    from ui.checkup import plain_finding, rich_finding, summary
    from ui.output import show, write

    shown: list[Finding] = []
    for finding in findings:
        if not shown or shown[-1].topic != finding.topic:
            write(finding.topic)
        show(plain_finding(finding), rich_finding(finding))
        shown.append(finding)
    write(summary(shown))
    return shown
