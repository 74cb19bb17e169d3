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
