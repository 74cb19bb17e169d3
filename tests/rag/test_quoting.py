import pytest

from rag.quoting import refers_back, stretches


@pytest.mark.parametrize(
    "plain",
    [
        "It also suffers from misaligned objectives.",
        "These two discrepancies compromise performance.",
        "They are slow.",
        "However, this hurts accuracy.",
        "Overall, it demonstrates a powerful methodology.",
        "This improvement is significant.",
        "Such methods are costly.",
        "The former is slow.",
        "In doing so, it saves memory.",
        "Doing so is cheap.",
        "Based on this, we rewire the graph.",
        "In this setting, the learner sees one loss.",
        "Under these assumptions, regret is sublinear.",
        "For such graphs, messages vanish.",
        "Here, the gap closes.",
        "Thus, in this setting, no bound is known.",
        "That is a bottleneck.",
        "Both of them fail.",
        "No algorithm is known for this setting.",
        "We propose the first method in such scenarios.",
        "Regret is optimal under these settings.",
        "We close the gap to this problem.",
    ],
)
def test_an_opening_that_hangs_on_what_came_before(plain):
    assert refers_back(plain)


@pytest.mark.parametrize(
    "plain",
    [
        "We introduce PEAKS.",
        "This paper investigates convergence.",
        "This work highlights the attention logit.",
        "To address this, we introduce DevAI.",
        "To this end, we harmonize training.",
        "However, graph rewiring is slow.",
        "Items are selected.",
        "Iterations are cheap.",
        "Thistles grow.",
        "In this paper, we rewire graphs.",
        "In this work we prove a bound.",
        "For this study, 12 hives were filmed.",
        "Based on these findings, we propose PEAKS.",
        "Here we prove a bound.",
        "That graphs rewire is known.",
        "Both graphs and trees are rewired.",
        "We solve this problem in linear time.",
        "No algorithm is known for the bandit setting.",
        "Settings differ.",
        "",
    ],
)
def test_an_opening_that_stands_alone(plain):
    assert not refers_back(plain)


@pytest.fixture
def paper(make_paper):
    return make_paper("Bees dance. We film it.  Nobody knew.\nFlowers are found.")


def texts(paper, indices):
    return [paper.quote(*stretch) for stretch in stretches(paper, indices)]


def test_neighbours_are_one_quote(paper):
    assert texts(paper, [1, 2]) == ["We film it.  Nobody knew."]
    assert texts(paper, [0, 1, 2, 3]) == [paper.abstract]


def test_sentences_apart_are_quotes_apart_in_the_order_of_the_abstract(paper):
    assert texts(paper, [3, 0]) == ["Bees dance.", "Flowers are found."]
    assert texts(paper, [3, 1, 0]) == ["Bees dance. We film it.", "Flowers are found."]


def test_a_sentence_twice_is_quoted_once(paper):
    assert texts(paper, [2, 2]) == ["Nobody knew."]


def test_no_sentence_no_quote(paper):
    assert stretches(paper, []) == []
