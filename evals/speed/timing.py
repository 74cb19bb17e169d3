"""Seconds of calls, and their percentiles."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

import numpy as np

Given = ParamSpec("Given")
Value = TypeVar("Value")


def timed(
    call: Callable[Given, Value], *args: Given.args, **kwargs: Given.kwargs
) -> tuple[float, Value]:
    """The seconds that a call takes, and what it gives."""
    started = time.perf_counter()
    value = call(*args, **kwargs)
    return time.perf_counter() - started, value


def percentile(values: Sequence[float], percent: int) -> float:
    """A percentile, between two values where it falls between them."""
    return float(np.percentile(values, percent))


def shares(questions: Sequence[str], rounds: int) -> list[list[str]]:
    """The same choice of questions each time: one share to warm up with, then one a round.

    No question is timed that was asked before, so that nothing it reads is at hand already. Of
    too few questions for that, each share holds all.
    """
    parts = [list(questions[first :: rounds + 1]) for first in range(rounds + 1)]
    return [part or list(questions) for part in parts]
