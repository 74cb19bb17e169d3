"""A gate: which figures a run must reach, and how much it may lose on an earlier one.

::

    [minimum."icml2025 test"]        # by set: figures that the second run must reach
    "right paper first" = 0.9
    "false answer" = 0.2             # for measures where lower is better: at most this

    [largest_drop]                   # what it may be worse than the first run, in every set
    default = 0.02
    "citation recall" = 0.0
"""

from __future__ import annotations

import difflib
import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evals.compare import Comparison
from evals.figures import by_set, figures_of
from evals.measures import BY_MODEL, MEASURES, measure_of, named
from evals.report.words import counted
from evals.run_file import Asked
from index_store.errors import InputError

MINIMUM, DROP, DEFAULT = "minimum", "largest_drop", "default"
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Gate:
    """What a run must reach.

    Attributes:
        minimum: figures by measure, by set.
        largest_drop: how much worse a measure may be than before; 0..1, as its figure.
        default_drop: the same for the other measures; None when they may fall.
    """

    minimum: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    largest_drop: Mapping[str, float] = field(default_factory=dict)
    default_drop: float | None = None

    def drop_of(self, measure: str) -> float | None:
        """How much worse a measure may be; None when it may fall."""
        return self.largest_drop.get(measure, self.default_drop)


def read_gate(path: Path) -> Gate:
    """A gate's file.

    Raises:
        InputError: it cannot be read, is no TOML, or a field of it is unknown or no number.
    """
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"cannot read the gate {path}: {error}", path=path) from error
    unknown = sorted(set(content) - {MINIMUM, DROP})
    if unknown:
        message = f"{path}: `{unknown[0]}` is unknown; use {MINIMUM} and {DROP}"
        raise InputError(message, path=path)
    sets = _table(path, MINIMUM, content.get(MINIMUM, {}))
    drops = dict(_figures(path, DROP, content.get(DROP, {}), others=(DEFAULT,)))
    default = drops.pop(DEFAULT, None)
    minimum = {name: dict(_figures(path, f"{MINIMUM}.{name}", one)) for name, one in sets.items()}
    if not (any(minimum.values()) or drops or default is not None):
        raise InputError(f"{path} asks for nothing", path=path)
    return Gate(minimum, drops, default)


def fallen(gate: Gate, comparison: Comparison) -> list[str]:
    """What keeps the second run from passing, a line each; empty when it passes."""
    return [
        *_lost(comparison),
        *_below(gate, comparison.after.asked),
        *_dropped(gate, comparison),
    ]


def _lost(comparison: Comparison) -> Iterator[str]:
    """Questions that only the first run asked, or answered."""
    if comparison.only_before:
        first = comparison.only_before[0]
        yield f"not asked: {counted(len(comparison.only_before), 'question')}, the first {first}"
    failed = [one for one in comparison.after.asked if one.error]
    if failed:
        first = f"{failed[0].key}: {failed[0].error}"
        yield f"failed: {counted(len(failed), 'question')}, the first {first}"


def _below(gate: Gate, asked: Iterable[Asked]) -> Iterator[str]:
    members = by_set(asked)
    for name, wanted in gate.minimum.items():
        if name not in members:
            yield f"{name} is not in the run, which has {', '.join(members) or 'nothing'}"
            continue
        figures = figures_of(members[name])
        for measure, figure in wanted.items():
            found, title = figures.get(measure), measure_of(measure).title
            if found is None:
                yield f"{name}: {title} is not in the run"
            elif _is_worse(measure, found.mean, figure):
                limit = "more than" if measure_of(measure).better == "lower" else "less than"
                yield f"{name}: {title} is {found.mean:.4f}, {limit} {figure:g}"


def _dropped(gate: Gate, comparison: Comparison) -> Iterator[str]:
    for change in comparison.changes:
        allowed = gate.drop_of(change.measure)
        if allowed is not None and -change.gain > allowed + ROUNDING:
            figures = f"was {change.before:.4f} and is {change.after:.4f}"
            yield (
                f"{change.set_name}: {measure_of(change.measure).title} {figures}, worse by more "
                f"than {allowed:g} (p = {change.difference.p_value:.3f})"
            )
    for name, measure in comparison.lost:
        is_judged = measure_of(measure).better != "neither" and measure not in BY_MODEL
        if is_judged and gate.drop_of(measure) is not None:
            yield f"{name}: {measure_of(measure).title} is not in the later run any more"


def _is_worse(measure: str, found: float, wanted: float) -> bool:
    if measure_of(measure).better == "lower":
        return found > wanted + ROUNDING
    return found < wanted - ROUNDING


def _table(path: Path, name: str, value: Any) -> Mapping[str, Any]:  # noqa: ANN401
    if not isinstance(value, dict):
        raise InputError(f"{path}: `{name}` is not a table", path=path)
    return value


def _figures(
    path: Path,
    name: str,
    value: Any,  # noqa: ANN401
    *,
    others: Iterable[str] = (),
) -> Iterator[tuple[str, float]]:
    for written, figure in _table(path, name, value).items():
        measure = written if written in others else named(written)
        if measure is None:
            message = f"{path}: `{name}` names {written!r}, which is no measure{_hint(written)}"
            raise InputError(message, path=path)
        is_number = isinstance(figure, int | float) and not isinstance(figure, bool)
        if not is_number or not math.isfinite(figure):
            raise InputError(f"{path}: `{name}.{measure}` is not a number", path=path)
        most = 1.0 if measure_of(measure).is_share else math.inf
        if not 0 <= figure <= most:
            message = f"{path}: `{name}.{written}` is {figure}; a share is between 0 and 1"
            raise InputError(message, path=path)
        yield measure, float(figure)


def _hint(written: str) -> str:
    nearest = difflib.get_close_matches(written, [one.title for one in MEASURES], n=1)
    return f"; did you mean {nearest[0]!r}?" if nearest else ""
