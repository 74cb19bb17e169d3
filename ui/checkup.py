"""What a check-up found, as text for people and as data for programs. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from index_store.checkups.findings import Finding, State
from ui.characters import one_line

if TYPE_CHECKING:
    from rich.console import RenderableType

_MARKS: dict[State, str] = {"ok": "ok", "warning": "warning", "fault": "FAULT"}
_STYLES: dict[State, str] = {"ok": "green", "warning": "yellow", "fault": "bold red"}
_INDENT = "  "


def count(findings: Sequence[Finding], state: State) -> int:
    """How many findings are of a state."""
    return sum(finding.state == state for finding in findings)


def plain_finding(finding: Finding) -> str:
    """A line, and what to do about it on the next."""
    lines = [f"{_INDENT}{_MARKS[finding.state]:<9}{_body(finding)}"]
    if finding.remedy:
        lines.append(_remedy(finding))
    return "\n".join(lines)


def rich_finding(finding: Finding) -> RenderableType:
    """The same for a terminal, its mark in colour."""
    from rich.text import Text

    mark = f"{_MARKS[finding.state]:<9}"
    remedy = f"\n{_remedy(finding)}" if finding.remedy else ""
    marked = (mark, _STYLES[finding.state])
    return Text.assemble(_INDENT, marked, _body(finding), (remedy, "cyan"), overflow="fold")


def summary(findings: Sequence[Finding]) -> str:
    """The last line."""
    counted = [(count(findings, state), state) for state in ("fault", "warning")]
    named = [f"{number} {state}{'s' * (number > 1)}" for number, state in counted if number]
    return ", ".join(named) or "All is in order."


def as_data(findings: Sequence[Finding]) -> dict[str, Any]:
    """The object of ``doctor --json``."""
    return {
        "ok": not count(findings, "fault"),
        "faults": count(findings, "fault"),
        "warnings": count(findings, "warning"),
        "findings": [asdict(finding) for finding in findings],
    }


def _body(finding: Finding) -> str:
    return f"{one_line(finding.name):<22}{one_line(finding.text)}"


def _remedy(finding: Finding) -> str:
    return f"{_INDENT}{'':<9}→ {one_line(finding.remedy)}"
