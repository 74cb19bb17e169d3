import pytest

from index_store.papers import Sentence
from rag.roles import (
    contribution,
    contribution_score,
    main_result,
    own_work_begins,
    result_score,
    states_code,
)


def quoted(paper, index):
    return paper.quote(paper.sentences[index].start, paper.sentences[index].end)


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("HarmoniCa", "caching* framework dubbed **HarmoniCa**"),
        ("PEAKS", "we propose PEAKS"),
        ("Graph Generative", "we introduce the Graph Generative Pre-trained Transformer"),
        ("Mitigating Over-Squashing", "we propose a novel graph-rewiring method"),
        ("Agent Workflow Memory", "we introduce Agent Workflow Memory (AWM)"),
        ("MERIT", "we propose a novel optimizer, MERIT"),
    ],
)
def test_contribution(paper_of, title, words):
    paper = paper_of(title)
    assert words in quoted(paper, contribution(paper))


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("HarmoniCa", "latency reduction"),
        ("PEAKS", "consistently outperforms"),
        ("RestoreGrad", "5-10 times fewer training steps"),
        ("Mitigating Over-Squashing", "superiority over strong baseline"),
        ("MERIT", "superior performance of MERIT"),
    ],
)
def test_main_result(paper_of, title, words):
    paper = paper_of(title)
    found = main_result(paper, apart_from=contribution(paper))
    assert words in quoted(paper, found)


def test_the_result_is_another_sentence_than_the_contribution(store):
    for paper in store.all_papers():
        first = contribution(paper)
        assert main_result(paper, apart_from=first) != first


def test_an_abstract_that_states_no_result(make_paper):
    assert main_result(make_paper("Bees dance. Flowers bloom.")) is None


def test_of_two_alike_the_earlier_is_the_contribution(make_paper):
    paper = make_paper("We propose a net for bees. We propose a net for ants.")
    assert contribution(paper) == 0


def test_no_abstract_no_roles(make_paper):
    paper = make_paper("", title="FooNet: no abstract")
    assert contribution(paper) is None
    assert main_result(paper) is None
    assert own_work_begins(paper) == 0


def test_where_the_own_work_begins(make_paper):
    assert own_work_begins(make_paper("Bees dance. Some film it. We read it. It works.")) == 2
    assert own_work_begins(make_paper("Bees dance. Some film it.")) == 0


@pytest.mark.parametrize(
    "plain",
    [
        "The code is available at https://github.com/someone/something.",
        "Code will be released upon publication.",
        "See https://example.org.",
    ],
)
def test_a_sentence_about_code_is_neither_contribution_nor_result(plain):
    sentence = Sentence(0, len(plain), plain)
    assert states_code(sentence)
    assert contribution_score(sentence, ()) < 0
    assert result_score(sentence, 1.0) < 0


def test_code_that_is_generated_is_not_where_the_code_is():
    plain = "We present DevAI, a benchmark of 55 AI code generation tasks."
    assert not states_code(Sentence(0, len(plain), plain))


def test_background_is_no_contribution():
    ours = Sentence(0, 1, "Although caching is old, we propose a new framework.")
    theirs = Sentence(0, 1, "However, existing caching needs a new framework.")
    assert contribution_score(ours, ()) > contribution_score(theirs, ())
