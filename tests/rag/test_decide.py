from dataclasses import replace

import pytest

from rag.decide import (
    ANSWERED_FROM,
    confidence,
    names_no_topic,
    near,
    relevance,
    relevance_features,
    unanswered,
)
from rag.evidence import gather
from rag.question import read_question
from rag.retrieve import Candidate, Signals, search


@pytest.fixture
def features_of(store, space):
    def features_of(question):
        found = search(store, space, question, 10)
        return relevance_features(read_question(question), found, store.lexical)

    return features_of


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
        "On how many models and samplers was HarmoniCa tested?",
        "How can graph rewiring avoid over-smoothing?",
        "Which papers are about reinforcement learning?",
        "regret bounds for contextual bandits with constraints",
    ],
)
def test_what_the_corpus_is_about(features_of, question):
    assert relevance(features_of(question)) > 0.7 > ANSWERED_FROM


@pytest.mark.parametrize(
    "question",
    [
        "how long to bake a sourdough loaf",
        "What is the capital of France?",
        "How can off-target cuts of CRISPR-Cas9 be lowered in human stem cells?",
        "asdf qwer zxcv",
    ],
)
def test_what_the_corpus_is_not_about(features_of, question):
    assert relevance(features_of(question)) < 0.3 < ANSWERED_FROM


def test_features_say_why(features_of):
    named = features_of("What is HarmoniCa?")
    assert (named.named, named.unknown_name, named.covered) == (1.0, 0.0, pytest.approx(1.0))
    foreign = features_of("How does CRISPR-Cas9 cut?")
    assert (foreign.named, foreign.unknown_name) == (0.0, 1.0)
    assert foreign.covered < 0.5


def test_more_speaks_for_more(features_of):
    weak = features_of("how long to bake a sourdough loaf")
    for better in ("paper_cosine", "sentence_cosine", "covered", "named"):
        assert relevance(replace(weak, **{better: 1.0})) > relevance(weak)
    assert relevance(replace(weak, unknown_name=1.0)) <= relevance(replace(weak, unknown_name=0.0))


def test_relevance_of_a_corpus_of_one_paper(store, paper_of):
    only = Candidate(paper_of("PEAKS"), 0.0, Signals(0.6, 0.6, 5.0, ("PEAKS",)))
    features = relevance_features(read_question("What is PEAKS?"), [only], store.lexical)
    assert relevance(features) > ANSWERED_FROM


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


@pytest.fixture
def found(make_paper):
    """Candidates of these scores; those under 0 are named in the question."""

    def found(*scores, named=()):
        return [
            Candidate(
                make_paper(f"Paper {place} is here."),
                score,
                Signals(0.5, 0.5, 1.0, ("Paper",) if place in named else ()),
            )
            for place, score in enumerate(scores)
        ]

    return found


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


@pytest.mark.parametrize("text", ["What does VAE stand for?", "papers like HarmoniCa"])
def test_what_points_at_a_paper_is_sure(store, found, text):
    assert confidence(read_question(text), found(0.0), store.lexical) == 1.0


def test_an_acronym_that_no_paper_holds_is_not_sure(store, found):
    asked = read_question("What does XYZZY stand for?")
    assert confidence(asked, found(0.0), store.lexical) < ANSWERED_FROM


def test_a_corpus_of_one_paper_gives_it(found):
    assert scores(near(read_question("How fast is it?"), found(0.0))) == [0.0]


def test_papers_that_do_not_differ_do_not_vanish(found):
    assert len(near(read_question("How fast is it?"), found(0.0, 0.0))) == 2
