from dataclasses import replace

import pytest

from rag.question import read_question
from rag.ranking import holds_number, score, sentence_features


@pytest.fixture
def features_of(make_paper):
    paper = make_paper(
        "Existing caching wastes memory. "
        "We introduce CacheNet, a framework for caching. "
        "Experiments on 8 models show that it outperforms LRU."
    )

    def features_of(question, index, *, cosine=0.5, context=0.5, covered=0.5):
        (clause,) = read_question(question).asking
        return sentence_features(
            clause, paper, index, cosine=cosine, context=context, covered=covered
        )

    return features_of


@pytest.mark.parametrize(
    "plain",
    ["tested on 8 models", "two of them", "a regret of T^3", "half the time", "5-10 times fewer"],
)
def test_a_figure(plain):
    assert holds_number(plain)


@pytest.mark.parametrize("plain", ["tested on many models", "G2PT is a model", "GPT-2 is used", ""])
def test_no_figure(plain):
    assert not holds_number(plain)


def test_the_sentence_with_a_figure_wins_when_a_figure_is_asked_for(features_of):
    asked = "On how many models was it tested?"
    assert score(features_of(asked, 2)) > score(features_of(asked, 1))
    assert features_of(asked, 2).number == 1.0
    assert features_of("On which models was it tested?", 2).number == 0.0


def test_what_comes_before_the_own_work_loses_unless_a_problem_is_asked_for(features_of):
    assert features_of("What does it bring?", 0).before == 1.0
    assert features_of("What does it bring?", 1).before == 0.0
    assert features_of("What is wrong with caching?", 0).before == 0.0


def test_the_kind_of_sentence_asked_for_wins(features_of):
    asked = "Which baselines does it beat?"
    assert features_of(asked, 2).expected == 1.0
    assert features_of(asked, 1).expected == 0.0
    assert score(features_of(asked, 2)) > score(features_of(asked, 1))


def test_place_and_own_name(features_of):
    assert [features_of("Why?", index).position for index in range(3)] == [0.0, 0.5, 1.0]
    assert [features_of("Why?", index).own_name for index in range(3)] == [0.0, 1.0, 0.0]


def test_nearer_is_better(features_of):
    middling = features_of("What does it bring?", 1)
    for nearer in ("cosine", "context", "covered"):
        assert score(replace(middling, **{nearer: 0.9})) > score(middling)


def test_an_abstract_of_one_sentence(make_paper):
    (clause,) = read_question("Why?").asking
    only = make_paper("We introduce CacheNet.")
    features = sentence_features(clause, only, 0, cosine=0.0, context=0.0, covered=0.0)
    assert features.position == 0.0
    assert features.before == 0.0
