"""What is measured: each measure's name, meaning and source, and which way is better.

`evals.scores` gives the scores of a question, `evals.figures` their means and what is made of
many questions together; both name them as here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Better = Literal["higher", "lower", "neither"]


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure.

    Attributes:
        name: as in files and gates.
        title: as people read it.
        means: what it says, with its range where that is not 0..1, and where it is defined.
        better: which way; "neither" for what only describes.
        is_share: whether it is read as a percentage.
    """

    name: str
    title: str
    means: str
    better: Better = "higher"
    is_share: bool = True


RECALL_DEPTHS = (1, 5, 20, 100)
RANKING = ("nDCG@10", *(f"R@{depth}" for depth in RECALL_DEPTHS), "RR")
"""Measures of a ranking, as ir-measures names them."""

SUPPORT_OF = "support of "
"""Opens the name of a claim's support score; its label follows."""
GAP = "English–Chinese gap, "
"""Opens the name of a difference between languages; the measure follows."""
GAPS = ("right paper first", "fact recall", "false refusal", "false answer")
"""The measures that are compared between languages."""

_IR = "MacAvaney et al., ir-measures, ECIR 2022"
_ALCE = "ALCE, Gao et al., EMNLP 2023"
_SCIFACT = "SciFact, Wadden et al., EMNLP 2020"

MEASURES: tuple[Measure, ...] = (
    Measure("right paper first", "right paper first", "the one paper that answers is found first"),
    Measure(
        "fact recall", "fact recall", "share of the facts asked for that occur in the quoted text"
    ),
    Measure(
        "papers cited",
        "papers cited",
        "share of the right papers that the answer cites, of questions with several",
    ),
    Measure("right count", "right count", "the count is right, where one is asked for"),
    Measure(
        "false answer",
        "false answers",
        "answered, of the questions that the corpus does not answer",
        "lower",
    ),
    Measure(
        "false refusal",
        "false refusals",
        "refused, of the questions that the corpus answers",
        "lower",
    ),
    Measure(
        "right reason",
        "right reason",
        "refused for the right one of two reasons: no paper here, or its abstract does not say",
    ),
    Measure(
        "risk–coverage area",
        "risk–coverage area",
        "share of wrong answers, averaged over how many are answered, the surest first "
        "(Geifman and El-Yaniv, NeurIPS 2017)",
        "lower",
        is_share=False,
    ),
    Measure("small talk", "small talk", "what asks nothing of the papers is taken for small talk"),
    Measure("quote accuracy", "quote accuracy", "share of quotes that are the abstract's letters"),
    Measure(
        "citation recall",
        "citation recall",
        "share of sentences that what they cite supports, judged by the support check: the "
        f"source speaks of this, which is not to say that it proves it ({_ALCE})",
    ),
    Measure(
        "citation precision",
        "citation precision",
        f"share of citations that their sentence needs, or that support it alone ({_ALCE})",
    ),
    Measure(
        "quoted sentences",
        "quoted sentences",
        "sentences that an answer quotes; fewer are quicker to read",
        "neither",
        is_share=False,
    ),
    Measure(
        "nDCG@10",
        "nDCG@10",
        f"how high the right papers are ranked, 1 at the top ({_IR})",
        is_share=False,
    ),
    *(
        Measure(
            f"R@{depth}",
            f"recall@{depth}",
            f"share of the right papers among the first {depth} ({_IR})",
        )
        for depth in RECALL_DEPTHS
    ),
    Measure("RR", "MRR", f"one over the place of the first right paper ({_IR})", is_share=False),
    Measure(
        "evidence top-1", "evidence top-1", f"the sentence ranked first is evidence ({_SCIFACT})"
    ),
    Measure("evidence top-3", "evidence top-3", f"one of the first three is evidence ({_SCIFACT})"),
    Measure(
        "support AUC, without evidence",
        "support AUC, no evidence",
        "how often a supported claim scores above one that the abstract does not speak of "
        "(Hanley and McNeil, Radiology 1982)",
        is_share=False,
    ),
    Measure(
        "support AUC, contradicted",
        "support AUC, contradicted",
        "how often a supported claim scores above one that the abstract contradicts",
        is_share=False,
    ),
    *(
        Measure(
            f"{SUPPORT_OF}{label}",
            f"support score, {what}",
            f"mean score of the support check, of claims that the abstract {what}",
            "higher" if label == "SUPPORT" else "lower",
            is_share=False,
        )
        for label, what in (
            ("SUPPORT", "supports"),
            ("NONE", "does not speak of"),
            ("CONTRADICT", "contradicts"),
        )
    ),
    *(
        Measure(
            f"{GAP}{name}",
            f"{GAP}{name}",
            f"{name}: English questions less Chinese ones, -1..1",
            "neither",
        )
        for name in GAPS
    ),
    Measure(
        "judged faithful",
        "judged faithful",
        "a model finds the answer in the quotes (llama-index's FaithfulnessEvaluator)",
    ),
    Measure(
        "judged relevant",
        "judged relevant",
        "a model finds that answer and quotes fit the question (llama-index's RelevancyEvaluator)",
    ),
    Measure(
        "judged correct",
        "judged correct",
        "a model's grade beside the reference answer, 1..5 (llama-index's CorrectnessEvaluator)",
        is_share=False,
    ),
    Measure("prompt tokens", "prompt tokens", "read by a model, a question", "lower", False),
    Measure("completion tokens", "completion tokens", "written by it, a question", "lower", False),
    Measure("cost", "cost", "in the currency of the prices set, a question", "lower", False),
)
BY_MODEL = frozenset(
    {
        "judged faithful",
        "judged relevant",
        "judged correct",
        "prompt tokens",
        "completion tokens",
        "cost",
    }
)
"""Measures that only a run with a model has."""
_BY_NAME = {measure.name: measure for measure in MEASURES}
_PLACES = {measure.name: place for place, measure in enumerate(MEASURES)}


def measure_of(name: str) -> Measure:
    """The measure of that name; one that is not listed only describes."""
    return _BY_NAME.get(name, Measure(name, name, "", "neither", is_share=False))


def named(written: str) -> str | None:
    """The name of a measure that is written by its name or its title; None for neither."""
    titles = {measure.title: measure.name for measure in MEASURES}
    return written if written in _BY_NAME else titles.get(written)


def place_of(name: str) -> int:
    """Where a measure stands in a table."""
    return _PLACES.get(name, len(_PLACES))
