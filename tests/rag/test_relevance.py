from dataclasses import replace

import pytest

from rag.question import read_question
from rag.relevance import (
    ANSWERED_FROM,
    CHINESE_RELEVANCE,
    ENGLISH_RELEVANCE,
    OTHER_RELEVANCE,
    confidence,
    model_for,
    relevance,
    relevance_features,
)
from rag.retrieve import Candidate, Signals, search


@pytest.fixture
def features_of(store, space):
    def features_of(question):
        found = search(store, space, question, 10)
        return relevance_features(read_question(question), found, store.lexical)

    return features_of


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


@pytest.mark.parametrize("text", ["What does VAE stand for?", "papers like HarmoniCa"])
def test_what_points_at_a_paper_is_sure(store, found, text):
    assert confidence(read_question(text), found(0.0), store.lexical) == 1.0


def test_an_acronym_that_no_paper_holds_is_not_sure(store, found):
    asked = read_question("What does XYZZY stand for?")
    assert confidence(asked, found(0.0), store.lexical) < ANSWERED_FROM


# Other languages


@pytest.fixture
def sure_of(store, multilingual_space):
    """How sure it is that the corpus is about a question in another script."""

    def sure_of(text):
        question = read_question(text)
        found = search(store, multilingual_space, question.topic, 10)
        return confidence(question, found, store.lexical)

    return sure_of


@pytest.mark.parametrize(
    ("language", "model"),
    [
        ("en", ENGLISH_RELEVANCE),
        ("zh", CHINESE_RELEVANCE),
        ("ja", OTHER_RELEVANCE),
        ("ru", OTHER_RELEVANCE),
        ("ar", OTHER_RELEVANCE),
    ],
)
def test_each_language_has_its_model(language, model):
    assert model_for(language) is model
    assert len({ENGLISH_RELEVANCE, CHINESE_RELEVANCE, OTHER_RELEVANCE}) == 3


@pytest.mark.parametrize(
    "text",
    [
        "HarmoniCa 在多少个模型上测试过？",
        "图神经网络里的过度挤压怎么缓解？",
        "哪些论文研究强化学习？",
        "對抗訓練前期和後期，模型學到的特徵有什麼區別？",
        "PEAKS はどのようにサンプルを選びますか？",
    ],
)
def test_what_the_corpus_is_about_in_another_script(sure_of, text):
    assert sure_of(text) > ANSWERED_FROM


@pytest.mark.parametrize(
    "text",
    [
        "红烧肉怎么炖才能软烂又不腻？",
        "长江发源于哪里，全长多少公里？",
        "哪些论文研究红烧肉？",
        "房東不退押金，租客可以去哪裡起訴？",
        "肉じゃがの作り方を教えてください",
        "Как испечь хлеб на закваске?",
    ],
)
def test_what_the_corpus_is_not_about_in_another_script(sure_of, text):
    assert sure_of(text) < ANSWERED_FROM


@pytest.mark.parametrize("model", [ENGLISH_RELEVANCE, CHINESE_RELEVANCE, OTHER_RELEVANCE])
def test_nearness_speaks_for_relevance_in_every_model(features_of, model):
    weak = features_of("how long to bake a sourdough loaf")
    for better in ("paper_cosine", "sentence_cosine", "named", "distinct"):
        assert relevance(replace(weak, **{better: 1.0}), model) > relevance(weak, model)
    assert relevance(replace(weak, unknown_name=1.0), model) < relevance(
        replace(weak, unknown_name=0.0), model
    )


def test_words_count_only_where_they_are_known(features_of):
    weak = features_of("how long to bake a sourdough loaf")
    more = replace(weak, covered=1.0, length=1.0)
    assert relevance(more, CHINESE_RELEVANCE) > relevance(weak, CHINESE_RELEVANCE)
    assert relevance(more, OTHER_RELEVANCE) == relevance(weak, OTHER_RELEVANCE)


@pytest.mark.parametrize("text", ["VAE 代表什么？", "类似 HarmoniCa 的论文有哪些？"])
def test_what_points_at_a_paper_in_chinese_is_sure(store, found, text):
    assert confidence(read_question(text), found(0.0), store.lexical) == 1.0
