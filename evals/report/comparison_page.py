"""The web page of a comparison: figures side by side, and the questions that changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evals.compare import Change, Comparison, gain
from evals.faults import faults
from evals.report.comparison_markdown import verdict
from evals.report.markdown_cells import figure, interval, signed
from evals.report.page import page_environment
from evals.report.questions import Entry, Outcome
from evals.report.runs import run_facts
from evals.run_file import Asked

SHOWN = 300
"""The most questions that are shown."""
OPEN = 10
"""How many of them stand open."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A question that went otherwise.

    Attributes:
        entry: the question with both outcomes.
        gain: how much better it went; negative when worse.
    """

    entry: Entry
    gain: float

    @property
    def how(self) -> str:
        """Better, worse, or neither."""
        return "better" if self.gain > 0 else "worse" if self.gain < 0 else "otherwise"


def comparison_page(comparison: Comparison) -> str:
    """The page on two runs, one file that asks nothing of the network."""
    names = [comparison.before.name, comparison.after.name]
    environment = page_environment(names)
    environment.globals.update(_WORDS)
    only = (comparison.only_before, comparison.only_after)
    changed = [_changed(*pair) for pair in comparison.changed]
    return environment.get_template("comparison.html").render(
        title=f"{names[0]} → {names[1]}",
        runs=[run_facts(run) for run in (comparison.before, comparison.after)],
        settings=comparison.settings,
        sets=_by_set(comparison),
        changed=changed[:SHOWN],
        counts={how: sum(one.how == how for one in changed) for how in ("worse", "better")},
        left_out=max(0, len(changed) - SHOWN),
        only=[(number, keys) for number, keys in enumerate(only) if keys],
        hashes=(),
        is_empty=comparison.is_empty,
        open_questions=OPEN,
    )


_WORDS: Mapping[str, Any] = {
    "difference_text": signed,
    "ends_text": interval,
    "plain_figure": figure,
    "verdict": verdict,
}


def _by_set(comparison: Comparison) -> dict[str, list[Change]]:
    found: dict[str, list[Change]] = {}
    for change in comparison.changes:
        found.setdefault(change.set_name, []).append(change)
    return found


def _changed(before: Asked, after: Asked) -> Changed:
    outcomes = tuple(
        Outcome((number,), one, tuple(faults(one))) for number, one in enumerate((before, after))
    )
    return Changed(Entry(after, outcomes), gain(before, after))
