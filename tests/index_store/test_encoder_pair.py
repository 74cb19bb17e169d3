import numpy as np
import pytest

from index_store import encoders, merging
from index_store.encoder_pair import EncoderPair
from index_store.errors import EncoderFailed
from index_store.multilingual import MultilingualEmbedding
from index_store.papers import Record, Source


def paper(text, ordinal, title=None):
    return merging.build(Record(Source("/lists/a.txt", ordinal), 1, title, text))


SHEEP = paper("Sheep graze on hills. We count the lambs. They are many.", 1, "On Grazing Sheep")
TITLE = paper(None, 2, "How Stars Burn Slowly")
BEES = paper("Bees dance to tell where flowers grow. A camera reads it.", 3)
PAPERS = [SHEEP, TITLE, BEES]


@pytest.fixture
def pair(stand_in):
    return EncoderPair.of(stand_in("english", 4), stand_in("other", 6))


@pytest.fixture
def alone(stand_in):
    return EncoderPair.of(stand_in("english", 4), None)


def near(rows, encoder, texts):
    return np.allclose(rows, encoders.encode(encoder, texts), atol=1e-6)


def test_each_encoder_comes_with_its_identity(pair):
    assert pair.identity == encoders.identity(pair.encoder)
    assert pair.multilingual_identity == encoders.identity(pair.multilingual)
    assert pair.identity != pair.multilingual_identity


def test_there_may_be_no_multilingual_encoder(alone):
    assert (alone.multilingual, alone.multilingual_identity) == (None, None)
    assert alone.vectors(PAPERS)[2] is None
    with pytest.raises(ValueError, match="no multilingual encoder"):
        alone.multilingual_vectors(PAPERS)


def test_a_missing_file_of_either_says_so(stand_in, tmp_path):
    gone = MultilingualEmbedding(model_path=tmp_path / "no.npz")
    for encoder, other in ((gone, None), (stand_in(), gone)):
        with pytest.raises(EncoderFailed, match="is missing"):
            EncoderPair.of(encoder, other)


def test_papers_are_encoded_whole_by_both(pair):
    whole, _, others = pair.vectors(PAPERS)
    texts = [each.search_text for each in PAPERS]
    assert (whole.shape, others.shape) == ((3, 4), (3, 6))
    assert near(whole, pair.encoder, texts)
    assert near(others, pair.multilingual, texts)
    assert np.array_equal(pair.multilingual_vectors(PAPERS), others)


def test_sentences_go_to_their_papers_in_order(pair):
    _, rows, _ = pair.vectors(PAPERS)
    assert [part.shape for part in rows] == [(3, 4), (0, 4), (2, 4)]
    for each, part in zip(PAPERS, rows, strict=True):
        assert near(part, pair.encoder, [sentence.plain for sentence in each.sentences])


def test_sentences_share_one_call_and_the_multilingual_encoder_sees_none(pair):
    pair.vectors(PAPERS)
    texts = [each.search_text for each in PAPERS]
    plain = [sentence.plain for each in PAPERS for sentence in each.sentences]
    assert pair.encoder.calls == [texts, plain]
    assert pair.multilingual.calls == [texts]


def test_papers_without_any_sentence(pair):
    whole, rows, others = pair.vectors([TITLE, TITLE])
    assert (whole.shape, others.shape) == ((2, 4), (2, 6))
    assert [part.shape for part in rows] == [(0, 4), (0, 4)]


@pytest.mark.parametrize("place", ["encoder", "multilingual"])
def test_an_encoder_that_fails_is_named(stand_in, place):
    pair = EncoderPair.of(stand_in("english"), stand_in("other"))
    getattr(pair, place).calls = None  # so that it raises
    with pytest.raises(EncoderFailed, match="english" if place == "encoder" else "other"):
        pair.vectors(PAPERS)
