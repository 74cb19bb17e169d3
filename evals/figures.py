"""From the scores of single questions to the figures of a run, set by set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from evals.intervals import Estimate, estimate
from evals.run_file import Asked

GAP = "English–Chinese gap"


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


def figures_of(asked: Iterable[Asked]) -> dict[str, dict[str, Estimate]]:
    """Every measure's mean with its interval, by set; questions without a score do not count."""
    found: dict[str, dict[str, list[float]]] = {}
    for one in asked:
        for measure, score in one.scores.items():
            found.setdefault(one.set_name, {}).setdefault(measure, []).append(score)
    return {
        name: {measure: estimate(scores) for measure, scores in measures.items()}
        for name, measures in found.items()
    }


def derived(asked: Sequence[Asked]) -> dict[str, float]:
    """Figures that are no means: areas, gaps and percentiles; those that do not apply are left out.

    ROC AUC of the support check: how often a supported claim scores above another one.
    """
    found: dict[str, float] = {}
    supported = _scores(asked, "support of SUPPORT")
    for label, name in (("NONE", "without evidence"), ("CONTRADICT", "contradicted")):
        others = _scores(asked, f"support of {label}")
        if supported and others:
            found[f"support AUC, {name}"] = area_under_roc(supported, others)
    curve = risk_coverage(asked)
    if curve is not None:
        found["risk–coverage area"] = curve.area
    return found | _gap(asked) | _latencies(asked)


def area_under_roc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """The share of pairs in which the positive scores higher; equals count half.

    Hanley and McNeil, "The Meaning and Use of the Area under a ROC Curve", Radiology 1982.
    """
    from scipy.stats import mannwhitneyu

    statistic = mannwhitneyu(positive, negative).statistic
    return float(statistic) / (len(positive) * len(negative))


def risk_coverage(asked: Sequence[Asked]) -> RiskCoverage | None:
    """The risk of answering, by confidence; None when no question has both kinds of gold.

    An answer is wrong when the question has none here, or when a fact it asks for is missing, or,
    without facts, when the paper is not cited.
    """
    judged = [
        (float(one.answer["confidence"]), _is_wrong(one))
        for one in asked
        if "confidence" in one.answer and one.kind != "talk"
    ]
    if not judged or all(wrong == judged[0][1] for _, wrong in judged):
        return None
    judged.sort(key=lambda pair: -pair[0])
    wrongs = np.cumsum([wrong for _, wrong in judged])
    counts = np.arange(1, len(judged) + 1)
    risk = wrongs / counts
    return RiskCoverage(tuple(counts / len(judged)), tuple(risk), float(risk.mean()))


def _is_wrong(one: Asked) -> bool:
    if not one.gold.get("answerable", True):
        return True
    if "fact recall" in one.scores:
        return one.scores["fact recall"] < 1
    return one.scores.get("right paper first", one.scores.get("papers cited", 1.0)) < 1


def _scores(asked: Iterable[Asked], measure: str) -> list[float]:
    return [one.scores[measure] for one in asked if measure in one.scores]


def _gap(asked: Iterable[Asked]) -> dict[str, float]:
    """How much rarer the right paper is first for Chinese questions than for English ones."""
    by_language = {
        language: [
            one.scores["right paper first"]
            for one in asked
            if one.language == language and "right paper first" in one.scores
        ]
        for language in ("en", "zh")
    }
    if not all(by_language.values()):
        return {}
    means = {language: float(np.mean(scores)) for language, scores in by_language.items()}
    return {f"{GAP}, right paper first": means["en"] - means["zh"]}


def _latencies(asked: Iterable[Asked]) -> dict[str, float]:
    stages: dict[str, list[float]] = {}
    for one in asked:
        for stage, spent in one.timings_ms.items():
            stages.setdefault(stage, []).append(spent)
    return {
        f"{stage}, p{percent}, ms": float(np.percentile(spent, percent))
        for stage, spent in stages.items()
        for percent in (50, 95)
    }


def figures_json(asked: Sequence[Asked]) -> dict[str, Any]:
    """The figures as a run's file keeps them; times are not among them."""
    means = {
        name: {measure: asdict(found) for measure, found in measures.items()}
        for name, measures in figures_of(asked).items()
    }
    rest: Mapping[str, float] = {
        name: value for name, value in derived(asked).items() if not name.endswith(", ms")
    }
    return {"sets": means, "derived": dict(rest)}
