"""Where the time of a call goes, by Python's profiler.

It slows many small calls down more than few large ones: take the shares as a hint.
"""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import index_store
import rag

_PACKAGES = {package.__name__: Path(package.__path__[0]) for package in (index_store, rag)}
SHOWN = 12
LEAST = 0.02
"""The share below which a function is not shown."""

Function = tuple[str, int, str]
"""File, line and name, as the profiler has them."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The time of all calls of a function.

    Attributes:
        name: with its file and line.
        is_ours: whether it is a function of `index_store` or `rag`.
        alone: seconds, without what it calls.
        with_called: seconds, with what it calls.
    """

    name: str
    is_ours: bool
    alone: float
    with_called: float


def profile(call: Callable[[], object]) -> list[str]:
    """Shares of a call's time: of our functions with all they call, then of any by itself."""
    profiler = cProfile.Profile()
    profiler.runcall(call)
    timings = timings_of(pstats.Stats(profiler))
    total = sum(timing.alone for timing in timings)
    ours = {one.name: one.with_called / total for one in timings if one.is_ours}
    return ["our functions, with what they call:", *_largest(ours), *by_themselves(timings)]


def by_themselves(timings: Sequence[Timing]) -> list[str]:
    """Shares of the functions, what they call apart."""
    total = sum(timing.alone for timing in timings)
    shares = {one.name: one.alone / total for one in timings}
    return ["functions by themselves:", *_largest(shares)]


def timings_of(stats: pstats.Stats) -> list[Timing]:
    """The functions that were called, with their times."""
    found: dict[Function, tuple[float, ...]] = stats.stats  # type: ignore[attr-defined]
    return [
        Timing(_named(function), _is_ours(function), figures[2], figures[3])
        for function, figures in found.items()
    ]


def _largest(shares: Mapping[str, float]) -> list[str]:
    ordered = sorted(shares.items(), key=lambda item: -item[1])
    return [f"{min(share, 1):4.0%}  {name}" for name, share in ordered[:SHOWN] if share >= LEAST]


def _is_ours(function: Function) -> bool:
    return any(Path(function[0]).is_relative_to(folder) for folder in _PACKAGES.values())


def _named(function: Function) -> str:
    """``index_store/encoders.py:120 encode``; another's file without its folder."""
    path, line, name = function
    for package, folder in _PACKAGES.items():
        if Path(path).is_relative_to(folder):
            return f"{package}/{Path(path).relative_to(folder).as_posix()}:{line} {name}"
    return name if path == "~" else f"{Path(path).name}:{line} {name}"
