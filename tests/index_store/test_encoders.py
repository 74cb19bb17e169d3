from typing import Any

import numpy as np
import pytest
from llama_index.core.base.embeddings.base import BaseEmbedding

from index_store import encoders
from index_store.errors import EncoderFailed, SettingError
from index_store.minilm import MiniLMEmbedding
from index_store.multilingual import MultilingualEmbedding


class FixedEmbedding(BaseEmbedding):
    """Gives what it was told to, or raises it."""

    model_name: str = "fixed"
    answer: Any = None
    dimension: int = 0

    def _get_text_embedding(self, text):
        return self._get_text_embeddings([text])[0]

    def _get_text_embeddings(self, texts):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def _get_query_embedding(self, query):
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query):
        return self._get_text_embedding(query)


class ReadyEmbedding(FixedEmbedding):
    """One that needs no arguments."""

    answer: Any = ((3.0, 4.0),)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("minilm-l6-v2-int8", MiniLMEmbedding), ("use-multilingual-v3", MultilingualEmbedding)],
)
def test_a_local_encoder_is_loaded_by_the_name_its_identity_has(name, kind):
    encoder = encoders.load(name)
    assert type(encoder) is kind
    assert encoders.identity(encoder).name == name


def test_the_identities_of_the_local_encoders_are_of_different_files():
    names = ("minilm-l6-v2-int8", "use-multilingual-v3")
    first, second = (encoders.identity(encoders.load(name)) for name in names)
    assert (first.dimension, second.dimension) == (384, 512)
    assert len(first.sha256) == len(second.sha256) == 64
    assert first.sha256 != second.sha256


def test_an_identity_of_any_other_embedding_names_its_class():
    identity = encoders.identity(FixedEmbedding(dimension=3))
    assert identity == encoders.Identity("base_component:fixed", 3, "")
    assert encoders.identity(FixedEmbedding()).dimension == 0


def test_no_multilingual_encoder_can_be_asked_for():
    assert encoders.load_multilingual("none") is None
    assert type(encoders.load_multilingual("use-multilingual-v3")) is MultilingualEmbedding
    with pytest.raises(SettingError, match="there is no encoder 'nothing'"):
        encoders.load_multilingual("nothing")


def test_an_encoder_that_gives_arrays_itself_is_asked_for_them():
    class ArrayEmbedding(FixedEmbedding):
        def encode(self, texts):
            return np.array([[0.0, 2.0]] * len(texts))

    assert encoders.encode(ArrayEmbedding(), ["x", "y"]).tolist() == [[0.0, 1.0]] * 2


def test_no_texts_ask_nothing_of_an_encoder():
    asked = FixedEmbedding(answer=RuntimeError("asked"), dimension=3)
    assert encoders.encode(asked, []).shape == (0, 3)


@pytest.mark.parametrize("name", ["word2vec", "openai", "openai:", ""])
def test_an_unknown_encoder_is_refused_with_those_there_are(name):
    with pytest.raises(
        SettingError, match="minilm-l6-v2-int8, use-multilingual-v3, openai:<model>"
    ) as caught:
        encoders.load(name)
    assert caught.value.name == "ASKPAPERS_ENCODER"


def test_openai_without_a_key_is_refused_before_any_request(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(SettingError, match="OPENAI_API_KEY"):
        encoders.load("openai:text-embedding-3-small")


def test_openai_with_a_key_retries_once_and_times_out(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    encoder = encoders.load("openai:text-embedding-3-small")
    assert encoder.model_name == "text-embedding-3-small"
    assert (encoder.max_retries, encoder.timeout) == (1, 30.0)
    assert encoders.identity(encoder).name == "openai:text-embedding-3-small"


def test_any_embedding_class_can_be_named():
    encoder = encoders.load(f"{__name__}:ReadyEmbedding")
    assert encoders.encode(encoder, ["x"]).tolist() == [[pytest.approx(0.6), pytest.approx(0.8)]]


@pytest.mark.parametrize("name", ["nowhere:Class", "json:nothing", "json:JSONDecodeError"])
def test_a_class_that_cannot_be_made_is_refused(name):
    with pytest.raises(SettingError, match="cannot make the encoder"):
        encoders.load(name)


def test_a_class_that_is_no_embedding_is_refused():
    with pytest.raises(SettingError, match="not a llama-index embedding"):
        encoders.load("json:JSONDecoder")


@pytest.mark.parametrize(
    ("answer", "dimension", "fault"),
    [
        ([[1.0, 0.0]], 0, r"shape \(1, 2\), not \(2, any\)"),
        ([[1.0, 0.0]] * 2, 3, r"shape \(2, 2\), not \(2, 3\)"),
        ([[1.0], [1.0, 2.0]], 0, "unequal length"),
        ([[1.0, float("nan")]] * 2, 0, "not finite"),
        ([[0.0, 0.0]] * 2, 0, "is zero"),
        ([], 0, "shape"),
        (RuntimeError("quota  used\nup"), 0, "failed: RuntimeError: quota used up"),
    ],
)
def test_vectors_that_cannot_be_used_are_refused(answer, dimension, fault):
    encoder = FixedEmbedding(answer=answer, dimension=dimension)
    with pytest.raises(EncoderFailed, match=fault):
        encoders.encode(encoder, ["one", "two"])


def test_a_question_that_cannot_be_encoded_says_why():
    with pytest.raises(EncoderFailed, match="fixed failed: OSError: no route"):
        encoders.encode_query(FixedEmbedding(answer=OSError("no route")), "why?")
