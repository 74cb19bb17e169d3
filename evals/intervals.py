"""How sure a figure is, and whether two differ by more than chance.

Intervals are of 95 %: Wilson's for shares, the percentile bootstrap (Efron and Tibshirani, "An
Introduction to the Bootstrap", 1993) for other means. Differences of the same questions are
tested by a randomisation test (for means) or McNemar's exact test (for yes and no); see Smucker
et al., "A Comparison of Statistical Significance Tests for Information Retrieval Evaluation",
CIKM 2007. All are scipy's; the random numbers are seeded, so that a report can be repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

RESAMPLES = 9_999
CONFIDENCE = 0.95
SEED = 20_250_713


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its interval of 95 %.

    Attributes:
        count: how many scores it is the mean of.
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


def is_yes_no(scores: Sequence[float]) -> bool:
    """Whether scores are all 0 or 1."""
    return all(score in (0.0, 1.0) for score in scores)


def estimate(scores: Sequence[float]) -> Estimate:
    """The mean of some scores, at least one."""
    mean = float(np.mean(scores))
    if is_yes_no(scores):
        from scipy.stats import binomtest

        share = binomtest(int(sum(scores)), len(scores)).proportion_ci(CONFIDENCE, "wilson")
        return Estimate(mean, float(share.low), float(share.high), len(scores))
    return Estimate(mean, *_bootstrap(scores), len(scores))


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
    if not values.any():
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
