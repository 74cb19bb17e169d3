"""Figures mean what their names say."""

from dataclasses import replace

import pytest

from evals.metrics import facts_found, judge, quotes_exact, ranking_figures, shared_stems
from evals.sets import QuestionItem
from index_store.papers import Paper, Sentence
from rag.answers import Answer, Citation, Quote, Retrieved

PAPER = Paper(
    "p1",
    "Bees",
    "Bees",
    "Bees dance. They use 8 steps.",
    plain_title="Bees",
    sentences=(Sentence(0, 11, "Bees dance."), Sentence(12, 29, "They use 8 steps.")),
)
QUOTE = Quote(12, 29, "They use 8 steps.")


def answer(**fields):
    given = {
        "question": "How many steps?",
        "standalone_question": "How many steps?",
        "kind": "fact",
        "language": "en",
        "answer": "Bees: “They use 8 steps.” [1]",
        "citations": (Citation(1, PAPER, (QUOTE,)),),
        "retrieved": (Retrieved(PAPER, 3.0),),
    }
    return Answer(**(given | fields))


ITEM = QuestionItem("q1", "How many steps?", papers=("Bees",), facts=(("9 steps", "8 STEPS"),))


def test_a_fact_is_found_in_any_of_its_wordings():
    assert facts_found(ITEM, answer())
    assert not facts_found(replace(ITEM, facts=(("8 steps",), ("dance",))), answer())


def test_a_quote_must_be_the_abstract_to_the_letter():
    assert quotes_exact(answer())
    wrong = replace(QUOTE, text="They use 9 steps.")
    assert not quotes_exact(answer(citations=(Citation(1, PAPER, (wrong,)),)))


def test_an_answered_question():
    outcome = judge(ITEM, answer())
    assert (outcome.first_right, outcome.facts_found, outcome.answered) == (True, True, True)
    assert outcome.refused_rightly is None
    assert outcome.reason_right is None


def test_a_refused_question_that_has_an_answer():
    refused = answer(refused=True, reason="not_in_corpus", citations=())
    outcome = judge(ITEM, refused)
    assert (outcome.facts_found, outcome.answered) == (False, False)


@pytest.mark.parametrize(("reason", "right"), [("not_in_corpus", True), ("not_in_abstract", False)])
def test_a_refusal_for_the_other_reason_is_still_a_refusal(reason, right):
    item = QuestionItem("x1", "Who won?", reason="not_in_corpus")
    outcome = judge(item, answer(refused=True, reason=reason, citations=()))
    assert outcome.refused_rightly
    assert outcome.reason_right is right
    assert outcome.first_right is None
    assert outcome.answered is None


def test_shared_stems():
    assert shared_stems("Do dancing bees fly?", PAPER) == pytest.approx(2 / 3)
    assert shared_stems("of the", PAPER) == 0.0


def test_ranking_figures():
    relevant = {"a": {"d1": 1}, "b": {"d2": 1}}
    runs = {"a": {"d1": 2.0, "d2": 1.0}, "b": {"d1": 2.0, "d2": 1.0}}
    figures = ranking_figures(relevant, runs)
    assert figures["R@1"] == 0.5
    assert figures["R@5"] == 1.0
    assert figures["RR@10"] == 0.75
    assert figures["nDCG@10"] == pytest.approx((1 + 1 / 1.5849625) / 2)
