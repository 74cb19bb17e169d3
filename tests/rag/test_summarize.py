from types import SimpleNamespace

import numpy as np
import pytest

from rag.summarize import summarize


def quoted(chosen):
    paper = chosen.paper
    return [paper.quote(paper.sentences[i].start, paper.sentences[i].end) for i in chosen.indices]


@pytest.fixture
def bees(make_paper):
    return make_paper("We propose a net for bees. It outperforms all others on 3 benchmarks.")


@pytest.fixture
def ants(make_paper):
    return make_paper("We propose a network for bees. Our net for ants achieves a 5% gain.")


def store_of(vectors):
    """A store that knows the vectors of sentences alone."""
    return SimpleNamespace(sentence_vectors=lambda ids: {name: vectors[name] for name in ids})


def test_contribution_and_result_of_each_paper(store, paper_of):
    merit, peaks = summarize(store, [paper_of("MERIT"), paper_of("PEAKS")])
    assert "we propose a novel optimizer, MERIT" in " ".join(quoted(merit))
    assert "superior performance of MERIT" in " ".join(quoted(merit))
    assert "we propose PEAKS" in " ".join(quoted(peaks))
    assert "consistently outperforms" in " ".join(quoted(peaks))


def test_no_two_sentences_say_the_same(bees, ants):
    first, second, third = np.eye(3, dtype=np.float32)
    vectors = {
        bees.paper_id: np.stack([first, second]),
        ants.paper_id: np.stack([0.95 * first + 0.31 * third, third]),
    }
    one, other = summarize(store_of(vectors), [bees, ants])
    assert quoted(one)[0] == "We propose a net for bees."
    assert quoted(other) == ["Our net for ants achieves a 5% gain."]


def test_sentences_that_differ_are_all_kept(bees, ants):
    rows = np.eye(4, dtype=np.float32)
    one, other = summarize(
        store_of({bees.paper_id: rows[:2], ants.paper_id: rows[2:]}), [bees, ants]
    )
    assert len(one.indices) == len(other.indices) == 2


def test_a_paper_that_says_nothing_new_is_left_out(bees, ants):
    rows = np.eye(2, dtype=np.float32)
    chosen = summarize(store_of({bees.paper_id: rows, ants.paper_id: rows}), [bees, ants])
    assert [one.paper for one in chosen] == [bees]


def test_nothing_to_summarise(store):
    assert summarize(store, []) == []
