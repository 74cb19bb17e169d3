"""From the scores of single questions to the figures of a run, set by set.

Most figures are means. Those of `STATISTICS` are made of many questions together; their intervals
come from drawing the questions anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from evals.intervals import Estimate, estimate, estimate_of
from evals.measures import GAP, GAPS, SUPPORT_OF, place_of
from evals.run_file import Asked


@dataclass(frozen=True, slots=True)
class Statistic:
    """A figure of many questions together.

    Attributes:
        counts: whether a question takes part in it.
        of: the figure of those that do; None where it does not apply to them.
    """

    counts: Callable[[Asked], bool]
    of: Callable[[Sequence[Asked]], float | None]


@dataclass(frozen=True, slots=True)
class RiskCoverage:
    """How often answers are wrong, at each share of questions answered, the surest first.

    After Geifman and El-Yaniv, "Selective Classification for Deep Neural Networks", NeurIPS 2017.

    Attributes:
        coverage: shares of the questions, rising to 1.
        risk: share of wrong ones among those answered.
        area: under the curve; lower is better.
    """

    coverage: tuple[float, ...]
    risk: tuple[float, ...]
    area: float


@dataclass(frozen=True, slots=True)
class Latency:
    """How long a stage took, in milliseconds.

    Attributes:
        median: half of the questions took no longer.
        p95: 95 % of them took no longer.
        count: of questions.
    """

    median: float
    p95: float
    count: int


def by_set(asked: Iterable[Asked]) -> dict[str, list[Asked]]:
    """The questions that were answered, by their set; those that failed are left out."""
    found: dict[str, list[Asked]] = {}
    for one in asked:
        if not one.error:
            found.setdefault(one.set_name, []).append(one)
    return found


def figures_of(asked: Sequence[Asked]) -> dict[str, Estimate]:
    """Every figure of the questions of one set, with its interval, in the order of a table.

    Questions without a score of a measure do not count for it.
    """
    columns: dict[str, list[float]] = {}
    for one in asked:
        for measure, score in one.scores.items():
            columns.setdefault(measure, []).append(score)
    found = {measure: estimate(scores) for measure, scores in columns.items()}
    for name, statistic in STATISTICS.items():
        made = estimate_of([one for one in asked if statistic.counts(one)], statistic.of)
        if made is not None:
            found[name] = made
    return dict(sorted(found.items(), key=lambda pair: place_of(pair[0])))


def figures_json(asked: Iterable[Asked]) -> dict[str, Any]:
    """The figures as a run's file keeps them; times are not among them."""
    return {
        name: {measure: asdict(found) for measure, found in figures_of(members).items()}
        for name, members in by_set(asked).items()
    }


def latencies(asked: Iterable[Asked]) -> dict[str, Latency]:
    """How long each stage took, by its name."""
    stages: dict[str, list[float]] = {}
    for one in asked:
        for stage, spent in one.timings_ms.items():
            stages.setdefault(stage, []).append(spent)
    return {
        stage: Latency(float(np.percentile(spent, 50)), float(np.percentile(spent, 95)), len(spent))
        for stage, spent in stages.items()
    }


def area_under_roc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """The share of pairs in which the positive scores higher; equals count half.

    Hanley and McNeil, "The Meaning and Use of the Area under a ROC Curve", Radiology 1982.
    """
    from scipy.stats import rankdata

    ranks = rankdata([*positive, *negative])[: len(positive)]
    count = len(positive)
    return float(ranks.sum() - count * (count + 1) / 2) / (count * len(negative))


def risk_coverage(asked: Sequence[Asked]) -> RiskCoverage | None:
    """The risk of answering, by confidence; None when all answers are wrong, or none is.

    An answer is wrong when the question has none here, or when a fact it asks for is missing, or,
    without facts, when the paper is not found first, or not cited. What was refused comes last:
    to answer it too would take a lower threshold.
    """
    wrong = _wrong_by_confidence(asked)
    if len(set(wrong)) < 2:
        return None
    risk = np.cumsum(wrong) / np.arange(1, len(wrong) + 1)
    coverage = np.arange(1, len(wrong) + 1) / len(wrong)
    return RiskCoverage(tuple(coverage.tolist()), tuple(risk.tolist()), float(risk.mean()))


def _wrong_by_confidence(asked: Sequence[Asked]) -> list[bool]:
    """Whether each answer is wrong, the surest first."""
    judged = [
        (not one.answer["refused"], float(one.answer["confidence"]), is_wrong(one))
        for one in asked
        if "confidence" in one.answer and one.kind != "talk"
    ]
    return [wrong for *_, wrong in sorted(judged, key=lambda one: one[:2], reverse=True)]


def is_wrong(asked: Asked) -> bool:
    """Whether it would be wrong to give the answer found, as `risk_coverage` counts it."""
    if not asked.gold.get("answerable", True):
        return True
    if "fact recall" in asked.scores:
        return asked.scores["fact recall"] < 1
    return asked.scores.get("right paper first", asked.scores.get("papers cited", 1.0)) < 1


def _risk_area(asked: Sequence[Asked]) -> float | None:
    """The area under `risk_coverage`, 0 where no answer is wrong, 1 where all are."""
    wrong = _wrong_by_confidence(asked)
    if len(set(wrong)) == 1:
        return float(wrong[0])
    curve = risk_coverage(asked)
    return None if curve is None else curve.area


def _support_auc(label: str) -> Statistic:
    """ROC AUC of the support check: supported claims against those of another label."""
    labels = [f"{SUPPORT_OF}{one}" for one in ("SUPPORT", label)]

    def area(asked: Sequence[Asked]) -> float | None:
        supported, others = (_scores(asked, one) for one in labels)
        return area_under_roc(supported, others) if supported and others else None

    return Statistic(lambda one: any(name in one.scores for name in labels), area)


def _gap(measure: str) -> Statistic:
    """How much higher a measure is for English questions than for Chinese ones."""

    def gap(asked: Sequence[Asked]) -> float | None:
        by_language = [
            _scores((one for one in asked if one.language == language), measure)
            for language in ("en", "zh")
        ]
        if not all(by_language):
            return None
        english, chinese = (sum(scores) / len(scores) for scores in by_language)
        return english - chinese

    return Statistic(lambda one: measure in one.scores, gap)


def _scores(asked: Iterable[Asked], measure: str) -> list[float]:
    return [one.scores[measure] for one in asked if measure in one.scores]


STATISTICS: Mapping[str, Statistic] = {
    "risk–coverage area": Statistic(lambda one: "confidence" in one.answer, _risk_area),
    "support AUC, without evidence": _support_auc("NONE"),
    "support AUC, contradicted": _support_auc("CONTRADICT"),
    **{f"{GAP}{measure}": _gap(measure) for measure in GAPS},
}
