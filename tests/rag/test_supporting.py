import numpy as np
import pytest

from index_store.lexical import LexicalIndex
from rag.supporting import held_share, ranked, said_concepts


class Flat:
    """A space in which all texts are alike, so that words alone decide."""

    def encode(self, question):
        return np.array([1.0, 0.0], np.float32)


@pytest.fixture
def lexical(make_paper):
    return LexicalIndex.build([make_paper("Bees dance."), make_paper("Wolves howl at the moon.")])


def test_the_sentence_that_holds_most_is_first_and_ties_keep_their_order(lexical):
    source = ["It rains.", "Bees rest.", "Bees dance.", "It snows."]
    order = ranked("Bees dance at night.", source, space=Flat(), lexical=lexical)
    assert [one.index for one in order] == [2, 1, 0, 3]
    assert [one.text for one in order] == ["Bees dance.", "Bees rest.", "It rains.", "It snows."]


def test_evidence_is_found_among_the_sentences_of_an_abstract(space, store, paper_of):
    paper = paper_of("HarmoniCa")
    source = [sentence.plain for sentence in paper.sentences]
    said = "It cuts the time of training by a quarter against earlier work, needing no images."
    best = ranked(said, source, space=space, lexical=store.lexical)[0]
    assert "25%" in best.text


@pytest.mark.parametrize(
    ("said", "text", "share"),
    [
        ("methylation", "methylated", 1.0),
        ("supervised", "unsupervised", 0.0),
        ("dances", "dancing", 1.0),
        ("GPT-2", "GPT-3", 0.0),
        ("eight", "8", 1.0),
        ("2007", "2008", 0.0),
        ("rats", "cats", 0.0),
    ],
)
def test_a_word_is_held_in_another_form(lexical, said, text, share):
    found = held_share(said_concepts(said), text, lexical)
    assert (found == 1.0) if share else (found < 0.5)
