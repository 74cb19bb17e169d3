"""What is measured: pure functions from answers and gold to figures.

Ranking measures come from ir-measures (MacAvaney et al., ECIR 2022).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evals.sets import QuestionItem
from index_store.lexical import terms
from index_store.papers import Paper
from rag.answers import Answer


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one question went; None where a measure does not apply to it.

    Attributes:
        first_right: the paper ranked first is a gold one.
        quotes_exact: every quote equals the stretch of the stored abstract it names.
        facts_found: every fact of the question is in the quoted text.
        refused_rightly: a question that cannot be answered was refused (for either reason).
        reason_right: it was refused for the right one of the two reasons.
        answered: a question that can be answered was not refused.
    """

    item: QuestionItem
    answer: Answer
    first_right: bool | None
    quotes_exact: bool
    facts_found: bool | None
    refused_rightly: bool | None
    reason_right: bool | None
    answered: bool | None


def judge(item: QuestionItem, answer: Answer) -> Outcome:
    """Hold one answer against what is known of its question."""
    single = len(item.papers) == 1
    return Outcome(
        item=item,
        answer=answer,
        first_right=_first_title(answer) == item.papers[0] if single else None,
        quotes_exact=quotes_exact(answer),
        facts_found=facts_found(item, answer) if item.facts else None,
        refused_rightly=None if item.answerable else answer.refused,
        reason_right=None if item.answerable else answer.reason == item.reason,
        answered=not answer.refused if item.answerable else None,
    )


def quotes_exact(answer: Answer) -> bool:
    """Whether every quote is the text between its offsets, to the letter."""
    return all(
        quote.text == citation.paper.abstract[quote.start : quote.end]
        for citation in answer.citations
        for quote in citation.quotes
    )


def facts_found(item: QuestionItem, answer: Answer) -> bool:
    """Whether each fact occurs, in one of its wordings, in the text the answer quotes."""
    quoted = " ".join(quote.text for citation in answer.citations for quote in citation.quotes)
    folded = quoted.casefold()
    return all(any(wording.casefold() in folded for wording in fact) for fact in item.facts)


def shared_stems(question: str, paper: Paper) -> float:
    """Share (0..1) of a question's distinct stems, stop words apart, that its paper holds."""
    asked = frozenset(terms(question))
    held = frozenset(terms(paper.search_text))
    return len(asked & held) / len(asked) if asked else 0.0


def ranking_figures(
    relevant: Mapping[str, Mapping[str, int]], runs: Mapping[str, Mapping[str, float]]
) -> dict[str, float]:
    """nDCG@10, recall@{1,5,20,100} and MRR@10 of ranked documents, means over the queries.

    Args:
        relevant: gain by document id, by query id.
        runs: score by document id, by query id; higher is better.
    """
    import ir_measures
    from ir_measures import RR, R, nDCG

    measures = [nDCG @ 10, R @ 1, R @ 5, R @ 20, R @ 100, RR @ 10]
    found = ir_measures.calc_aggregate(measures, relevant, runs)
    return {str(measure): float(found[measure]) for measure in measures}


def _first_title(answer: Answer) -> str | None:
    return answer.retrieved[0].paper.title if answer.retrieved else None
