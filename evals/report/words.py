"""How the report writes figures, times, dates, languages and kinds of question."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from evals.intervals import Estimate
from evals.measures import GAP, Measure

LANGUAGES = {"en": "English", "zh": "Chinese"}
KINDS = {
    "fact": "one detail of one paper",
    "list": "which papers do something",
    "compare": "how things differ",
    "define": "what a name stands for",
    "summary": "what papers say on a topic",
    "about": "what a paper is about, or its record",
    "talk": "small talk, which no paper answers",
    "query": "a benchmark's query, searched for",
    "claim": "a scientific claim, held against an abstract",
}
"""What each kind of question asks for."""
STAGES = {
    "total": "from the question to the whole answer",
    "retrieve": "finding papers",
    "compose": "choosing and quoting sentences",
    "first sentence": "until the first sentence stood",
    "search": "one query of a benchmark",
}
"""What each stage of an answer is; the order they are told in."""
LABELS = {
    "SUPPORT": "supports it",
    "CONTRADICT": "contradicts it",
    "NONE": "does not speak of it",
}
"""What an abstract does to a claim."""
REASONS = {
    "not_in_corpus": "no paper here is about that",
    "not_in_abstract": "the paper is here, but its abstract does not say",
}
"""The two ways not to know."""
ARROWS = {"higher": "↑", "lower": "↓", "neither": ""}
"""Which way is better."""


def figure_text(measure: Measure, value: float) -> str:
    """A figure: a share in per cent, a difference of shares in points."""
    if measure.name.startswith(GAP):
        return f"{100 * value:+.1f} points"
    if measure.is_share:
        return f"{100 * value:.1f} %"
    if 0 < abs(value) < 0.001:
        return f"{value:.1e}"
    return f"{value:.3f}" if abs(value) <= 1 else f"{value:,.1f}"


def interval_text(measure: Measure, found: Estimate) -> str:
    """Between which values the figure most likely lies."""
    if measure.name.startswith(GAP):
        return f"{100 * found.low:+.1f} to {100 * found.high:+.1f}"
    if measure.is_share:
        return f"{100 * found.low:.1f}–{100 * found.high:.1f} %"
    return f"{figure_text(measure, found.low)}–{figure_text(measure, found.high)}"


def percent(share: float) -> str:
    """A share, in whole per cent."""
    return f"{100 * share:.0f}\N{NO-BREAK SPACE}%"


def time_text(milliseconds: float) -> str:
    """A time, in the unit that reads best."""
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:.2f}\N{NO-BREAK SPACE}s"
    digits = 0 if milliseconds >= 10 else 1
    return f"{milliseconds:.{digits}f}\N{NO-BREAK SPACE}ms"


def ordered_stages(stages: Iterable[str]) -> list[str]:
    """Stages, each once, in the order of `STAGES`; others come last."""
    found = set(stages)
    return [*(stage for stage in STAGES if stage in found), *sorted(found - STAGES.keys())]


def date_text(started: str) -> str:
    """When a run was started, as people write it; as it is where it is no date."""
    try:
        moment = datetime.fromisoformat(started)
    except ValueError:
        return started
    return f"{moment.day} {moment:%B %Y, %H:%M} {moment.tzname() or ''}".strip()


def language_text(code: str) -> str:
    """A language by its name."""
    return LANGUAGES.get(code, code or "not told")


def counted(count: int, one: str, many: str = "") -> str:
    """A count with its noun."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"
