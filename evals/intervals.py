"""How sure a figure is, and whether two differ by more than chance.

Intervals are of 95 %: Wilson's for shares, the percentile bootstrap (Efron and Tibshirani, "An
Introduction to the Bootstrap", 1993) for other figures. Differences of the same questions are
tested by a randomisation test, or by McNemar's exact test for yes and no; see Smucker et al., "A
Comparison of Statistical Significance Tests for Information Retrieval Evaluation", CIKM 2007. The
random numbers are seeded, so that a report can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

Member = TypeVar("Member")

RESAMPLES = 9_999
FEWER_RESAMPLES = 999
"""Of figures that are no means, which have to be computed anew from each sample."""
CONFIDENCE = 0.95
SEED = 20_250_713


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval of 95 %.

    Attributes:
        count: of how many questions.
    """

    mean: float
    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Difference:
    """The second of two figures less the first, over the questions that both have.

    Attributes:
        p_value: of the test that there is no difference.
        test: its name.
    """

    mean: float
    low: float
    high: float
    count: int
    p_value: float
    test: str


def is_yes_no(scores: Iterable[float]) -> bool:
    """Whether scores are all 0 or 1."""
    return all(score in (0.0, 1.0) for score in scores)


def estimate(scores: Sequence[float]) -> Estimate:
    """The mean of scores, at least one, with its interval."""
    from scipy.stats import binomtest

    mean = sum(scores) / len(scores)
    if is_yes_no(scores):
        share = binomtest(round(sum(scores)), len(scores)).proportion_ci(CONFIDENCE, "wilson")
        return Estimate(mean, float(share.low), float(share.high), len(scores))
    return Estimate(mean, *_bootstrap(scores), len(scores))


def estimate_of(
    members: Sequence[Member], statistic: Callable[[Sequence[Member]], float | None]
) -> Estimate | None:
    """A statistic of some members with its interval; None where it does not apply to them."""
    found = statistic(members)
    if found is None:
        return None
    drawn = [
        value
        for rows in _draws(len(members))
        if (value := statistic([members[row] for row in rows])) is not None
    ]
    return Estimate(found, *_middle(drawn), len(members))


def difference(before: Sequence[float], after: Sequence[float]) -> Difference:
    """What changed between paired scores, at least one pair."""
    changes = np.asarray(after) - np.asarray(before)
    low, high = _bootstrap(changes.tolist())
    p_value, test = (
        (_mcnemar(before, after), "McNemar")
        if is_yes_no([*before, *after])
        else (_randomisation(changes.tolist()), "randomisation")
    )
    return Difference(float(changes.mean()), low, high, len(changes), p_value, test)


def difference_of(
    before: Sequence[Member],
    after: Sequence[Member],
    statistic: Callable[[Sequence[Member]], float | None],
) -> Difference | None:
    """What changed of a statistic between paired members; None where it does not apply.

    The randomisation test exchanges the two of each pair at random.
    """

    def change(first: Sequence[Member], second: Sequence[Member]) -> float | None:
        values = statistic(first), statistic(second)
        return None if values[0] is None or values[1] is None else values[1] - values[0]

    found = change(before, after)
    if found is None:
        return None
    if list(before) == list(after):
        return Difference(0.0, 0.0, 0.0, len(before), 1.0, "randomisation")
    drawn = [
        change([before[row] for row in rows], [after[row] for row in rows])
        for rows in _draws(len(before))
    ]
    low, high = _middle([value for value in drawn if value is not None])
    exchanged = [change(*_exchanged(before, after, coins)) for coins in _coins(len(before))]
    known = [value for value in exchanged if value is not None]
    as_large = sum(abs(value) >= abs(found) - 1e-12 for value in known)
    p_value = (as_large + 1) / (len(known) + 1)
    return Difference(found, low, high, len(before), p_value, "randomisation")


def _draws(size: int) -> Iterable[list[int]]:
    """Rows drawn with replacement, as often as there are rows."""
    random = np.random.default_rng(SEED)
    return (random.integers(size, size=size).tolist() for _ in range(FEWER_RESAMPLES))


def _coins(size: int) -> Iterable[list[bool]]:
    random = np.random.default_rng(SEED)
    return ((random.random(size) < 0.5).tolist() for _ in range(FEWER_RESAMPLES))


def _exchanged(
    before: Sequence[Member], after: Sequence[Member], coins: Sequence[bool]
) -> tuple[list[Member], list[Member]]:
    pairs = [
        (other, one) if coin else (one, other)
        for one, other, coin in zip(before, after, coins, strict=True)
    ]
    return [one for one, _ in pairs], [other for _, other in pairs]


def _middle(values: Sequence[float]) -> tuple[float, float]:
    """Between which values the middle 95 % lie."""
    rest = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(values, (rest, 100 - rest))
    return float(low), float(high)


def _bootstrap(scores: Sequence[float]) -> tuple[float, float]:
    """The percentile interval of a mean; a point where nothing varies."""
    from scipy.stats import bootstrap

    values = np.asarray(scores, dtype=np.float64)
    if len(values) < 2 or np.ptp(values) == 0:
        return float(values.mean()), float(values.mean())
    found = bootstrap(
        (values,),
        np.mean,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(SEED),
        batch=1_000,
    ).confidence_interval
    return float(found.low), float(found.high)


def _mcnemar(before: Sequence[float], after: Sequence[float]) -> float:
    """McNemar's exact test: of the questions that changed, as many to the better as not?"""
    from scipy.stats import binomtest

    better = sum(one < other for one, other in zip(before, after, strict=True))
    worse = sum(one > other for one, other in zip(before, after, strict=True))
    return float(binomtest(better, better + worse).pvalue) if better + worse else 1.0


def _randomisation(changes: Sequence[float]) -> float:
    """Fisher's randomisation test: the signs of the changes are flipped at random."""
    from scipy.stats import permutation_test

    values = np.asarray(changes, dtype=np.float64)
    if not values.any() or len(values) < 2:  # one pair can be as large by exchange alone
        return 1.0
    found = permutation_test(
        (values,),
        np.mean,
        permutation_type="samples",
        n_resamples=RESAMPLES,
        rng=np.random.default_rng(SEED),
        batch=1_000,
    )
    return float(found.pvalue)
