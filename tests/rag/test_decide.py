from dataclasses import replace

import pytest

from rag.decide import (
    names_no_topic,
    near,
    unanswered,
)
from rag.evidence import gather
from rag.question import read_question
from rag.retrieve import search


@pytest.fixture
def missing(store, space):
    """The words of the clauses that the best paper does not answer."""

    def missing(question):
        found = search(store, space, question, 1)
        (evidence,) = gather(space, store.lexical, read_question(question), found)
        return [clause.clause.text for clause in unanswered(evidence)]

    return missing


@pytest.mark.parametrize(
    "question",
    [
        "What learning rate did MERIT use?",
        "On which GPU was HarmoniCa run?",
        "Who funded PEAKS?",
        "Is HDM better than Adam?",
        "How many people took part in the human evaluation of DevAI?",
        "What are the limitations of HarmoniCa?",
    ],
)
def test_what_the_abstract_does_not_answer(missing, question):
    assert missing(question) == [question]


@pytest.mark.parametrize(
    "question",
    [
        "On how many models was HarmoniCa tested?",
        "Does MERIT beat LAMB?",
        "How does RestoreGrad work?",
        "What batch size does MERIT reach?",
    ],
)
def test_what_the_abstract_answers(missing, question):
    assert missing(question) == []


def test_one_clause_may_be_answered_and_the_other_not(missing):
    (clause,) = missing("On how many models was HarmoniCa tested, and on which GPU was it run?")
    assert "on which GPU was it run" in clause


def scores(candidates):
    return [candidate.score for candidate in candidates]


def test_a_fact_gets_a_second_paper_only_when_it_is_very_near(found):
    question = read_question("How fast is it?")
    assert scores(near(question, found(4.0, 3.9, 2.5))) == [4.0, 3.9]
    assert scores(near(question, found(4.0, 3.0))) == [4.0]


def test_a_broad_question_gets_more(found):
    question = read_question("Which papers are about bees?")
    assert scores(near(question, found(4.0, 3.0, 2.5, 1.0))) == [4.0, 3.0, 2.5]


def test_those_named_and_no_others(found):
    question = read_question("How do they differ?")
    assert scores(near(question, found(9.0, 4.0, 3.9, named=(0, 1)))) == [9.0, 4.0]


def test_those_named_come_in_the_order_of_the_question(found):
    first, second = found(9.0, 4.0)
    signals = [replace(first.signals, named=(name,)) for name in ("MERIT", "PEAKS")]
    merit, peaks = (
        replace(one, signals=signal) for one, signal in zip((first, second), signals, strict=True)
    )
    asked = read_question("How do PEAKS and MERIT differ?")
    assert near(asked, [merit, peaks]) == [peaks, merit]
    assert near(read_question("Is MERIT or PEAKS faster?"), [merit, peaks]) == [merit, peaks]


@pytest.mark.parametrize(
    "text",
    ["tell me more", "And its limitations?", "Is it?", "What did they prove?", "the paper", "why?"],
)
def test_a_question_may_name_no_topic(found, text):
    assert names_no_topic(read_question(text), found(1.0))


@pytest.mark.parametrize(
    "text",
    ["What is over-squashing?", "graph rewiring", "Does it help with the regret of bandits?"],
)
def test_a_question_that_names_its_topic(found, text):
    assert not names_no_topic(read_question(text), found(1.0))


def test_a_question_that_names_a_paper_names_a_topic(found):
    assert not names_no_topic(read_question("Why Paper?"), found(1.0, named=(0,)))


def test_a_corpus_of_one_paper_gives_it(found):
    assert scores(near(read_question("How fast is it?"), found(0.0))) == [0.0]


def test_papers_that_do_not_differ_do_not_vanish(found):
    assert len(near(read_question("How fast is it?"), found(0.0, 0.0))) == 2
