"""What went wrong with an answer, in words, and how badly.

Told from what a run's file keeps, so that a report needs neither the store nor the corpus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evals.measures import measure_of
from evals.report.markdown_cells import figure
from evals.run_file import Asked

WEIGHTS = {
    "quote accuracy": 4.0,
    "false answer": 2.0,
    "false refusal": 2.0,
    "right paper first": 2.0,
    "fact recall": 1.5,
    "right count": 1.0,
    "papers cited": 1.0,
    "small talk": 1.0,
    "citation recall": 1.0,
    "citation precision": 0.5,
    "right reason": 0.5,
    "evidence top-3": 1.0,
    "evidence top-1": 0.5,
    "nDCG@10": 1.0,
    "R@100": 0.5,
}
"""How much a score that is all wrong counts; an order to read in, no figure to report."""
REASONS = {
    "not_in_corpus": "no paper here is about that",
    "not_in_abstract": "the abstract does not say",
}
"""The two ways not to know."""
MISJUDGED = 2.0
"""How much a claim counts that the support check got wrong."""
FAILED = 10.0
"""How much a question without an answer counts."""


def severity(asked: Asked) -> float:
    """How badly a question went; 0 when nothing is wrong."""
    others = FAILED * bool(asked.error) + MISJUDGED * _is_misjudged(asked)
    return others + sum(
        WEIGHTS[measure] * _lost(measure, score)
        for measure, score in asked.scores.items()
        if measure in WEIGHTS
    )


def worst_first(asked: Iterable[Asked]) -> list[Asked]:
    """The questions with which something is wrong, the worst first, each set in its order."""
    wrong = [one for one in asked if severity(one) > 0]
    return sorted(wrong, key=lambda one: -severity(one))


def faults(asked: Asked) -> list[str]:
    """What went wrong, a sentence each; empty when nothing did."""
    if asked.error:
        return [f"No answer: {asked.error.rstrip('.')}."]
    parts = (_abstention, _papers, _facts, _count, _citations, _support, _evidence)
    found = [fault for part in parts for fault in part(asked)]
    return found or list(_not_the_best(asked))


def _not_the_best(asked: Asked) -> Iterator[str]:
    """The scores that are not the best, where no sentence is made for them."""
    lost = [
        f"{measure_of(name).title} is {figure(measure_of(name), score)}"
        for name, score in asked.scores.items()
        if WEIGHTS.get(name, 0.0) * _lost(name, score) > 0
    ]
    if lost:
        yield f"Not the best possible: {', '.join(lost)}."


def _lost(measure: str, score: float) -> float:
    return score if measure_of(measure).better == "lower" else 1.0 - score


def _abstention(asked: Asked) -> Iterator[str]:
    scores, reason = asked.scores, asked.gold.get("reason")
    said = REASONS.get(str(asked.answer.get("reason")), "it found nothing")
    if scores.get("false answer"):
        yield f"Answered, although {REASONS.get(str(reason), reason)}."
    elif scores.get("right reason") == 0:
        yield f"Refused because {said}; right is that {REASONS.get(str(reason), reason)}."
    if scores.get("false refusal"):
        yield f"Refused because {said}, although the corpus answers it."
    if scores.get("small talk") == 0:
        yield f"Small talk, taken for a question of kind {asked.answer.get('kind')!r}."


def _papers(asked: Asked) -> Iterator[str]:
    if asked.scores.get("papers cited", 1.0) < 1:
        cited = {
            name
            for one in asked.answer.get("citations", [])
            for name in (one["title"], one.get("paper_id"), *one.get("sources", ()))
        }
        missing = [title for title in asked.gold.get("papers", []) if title not in cited]
        yield f"Not cited: {_listed(missing)}."
    elif asked.scores.get("right paper first", 1.0) < 1 or asked.scores.get("R@1", 1.0) == 0:
        for title, place in zip(
            asked.gold.get("papers", []), asked.gold.get("places", []), strict=False
        ):
            yield f"The right paper, {title}, is {_place(place)}."


def _facts(asked: Asked) -> Iterator[str]:
    quoted = " ".join(
        quote["text"] for one in asked.answer.get("citations", []) for quote in one["quotes"]
    ).casefold()
    if asked.scores.get("fact recall", 1.0) < 1:
        for fact in asked.gold.get("facts", []):
            if not any(wording.casefold() in quoted for wording in fact):
                yield f"Not quoted: “{fact[0]}”."


def _count(asked: Asked) -> Iterator[str]:
    if asked.scores.get("right count") == 0:
        given = asked.answer.get("total")
        counted = "It gave no count" if given is None else f"It counted {given}"
        yield f"{counted}; right is {asked.gold.get('total')}."


def _citations(asked: Asked) -> Iterator[str]:
    if asked.scores.get("quote accuracy", 1.0) < 1:
        yield "A quote is not the abstract's text."
    for measure, what in (
        ("citation recall", "A sentence is not supported by what it cites."),
        ("citation precision", "A citation is not needed."),
    ):
        if asked.scores.get(measure, 1.0) < 1:
            yield what


def _is_misjudged(asked: Asked) -> bool:
    """Whether the support check calls a claim supported that is not."""
    label = asked.gold.get("label", "SUPPORT")
    return label != "SUPPORT" and asked.answer.get("support") == "supported"


def _support(asked: Asked) -> Iterator[str]:
    if _is_misjudged(asked):
        does = "contradicts it" if asked.gold["label"] == "CONTRADICT" else "does not speak of it"
        yield f"Called supported, although the abstract {does}."


def _evidence(asked: Asked) -> Iterator[str]:
    if asked.scores.get("evidence top-3") == 0:
        gold, ranked = asked.gold.get("sentences", []), asked.answer.get("ranked", [])[:3]
        yield f"Evidence is in sentences {_listed(gold)}; ranked first were {_listed(ranked)}."


def _place(place: int | None) -> str:
    return "not among those found" if place is None else f"in place {place}"


def _listed(values: Iterable[object]) -> str:
    return "; ".join(map(str, values)) or "none"
