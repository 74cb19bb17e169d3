import asyncio
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from index_store import encoders
from index_store.errors import EncoderFailed
from index_store.minilm import MODELS, WORD_PIECES, MiniLMEmbedding, _batches

GOLDEN = json.loads((MODELS / "minilm-l6-v2-golden.json").read_text("utf-8"))["texts"]
TEXTS = [case["text"] for case in GOLDEN]


@pytest.fixture(scope="module")
def minilm():
    return encoders.load("minilm-l6-v2-int8")


@pytest.fixture(scope="module")
def vectors(minilm):
    return encoders.encode(minilm, TEXTS)


@pytest.mark.parametrize("kind", ["int8", "float"])
def test_vectors_are_the_golden_ones(vectors, kind):
    golden = np.array([case[kind] for case in GOLDEN])
    cosines = (vectors * golden).sum(axis=1) / np.linalg.norm(golden, axis=1)
    assert cosines.min() >= 0.99


def test_vectors_have_length_one_in_single_precision(vectors):
    assert vectors.shape == (len(TEXTS), 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


def test_the_same_texts_give_the_same_vectors(minilm, vectors):
    assert np.array_equal(encoders.encode(minilm, TEXTS), vectors)
    assert np.array_equal(encoders.encode(MiniLMEmbedding(), TEXTS), vectors)


def test_company_and_order_do_not_matter(minilm, vectors):
    alone = np.concatenate([encoders.encode(minilm, [text]) for text in TEXTS])
    eight = encoders.encode(minilm, TEXTS[:8])
    turned = encoders.encode(minilm, TEXTS[::-1])[::-1]
    assert (alone[:8] * eight).sum(axis=1).min() >= 0.999999
    assert (alone * vectors).sum(axis=1).min() >= 0.999999
    assert (alone * turned).sum(axis=1).min() >= 0.999999


def test_meaning_is_near(minilm):
    query = encoders.encode_query(minilm, "How do cats sleep?")
    near, far = encoders.encode(minilm, ["A cat naps all day.", "The bond market fell."])
    assert query.shape == (384,)
    assert query @ near > query @ far + 0.3


def test_long_empty_and_broken_texts_are_encoded(minilm):
    found = encoders.encode(minilm, ["word " * 3000, "word " * 300, "", "half \ud800 a pair"])
    assert np.isfinite(found).all()
    assert found[0] @ found[1] >= 0.999999


def test_no_texts_give_no_vectors(minilm):
    assert encoders.encode(minilm, []).shape == (0, 384)


def test_threads_may_share_one(vectors):
    shared = MiniLMEmbedding()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: encoders.encode(shared, TEXTS), range(4)))
    assert all(np.array_equal(other, vectors) for other in found)


def test_llama_index_gets_the_same_vectors(minilm, vectors):
    batch = minilm.get_text_embedding_batch(TEXTS)
    assert (np.array(batch) * vectors).sum(axis=1).min() >= 0.999999
    query = asyncio.run(minilm.aget_query_embedding(TEXTS[0]))
    assert query == pytest.approx(minilm.get_query_embedding(TEXTS[0]))


def test_batches_are_bounded_and_hold_every_text_once():
    lengths = [WORD_PIECES] * 20 + [30] * 100 + [3]
    batches = list(_batches(lengths))
    assert sorted(index for batch in batches for index in batch) == list(range(121))
    assert max(len(batch) for batch in batches) == 32
    assert all(len(batch) * lengths[batch[0]] <= 8 * WORD_PIECES for batch in batches)


def test_no_lengths_make_no_batch():
    assert list(_batches([])) == []


def test_an_identity_names_the_model_its_dimension_and_its_file(minilm):
    identity = encoders.identity(minilm)
    assert (identity.name, identity.dimension) == ("minilm-l6-v2-int8", 384)
    assert len(identity.sha256) == 64


@pytest.mark.parametrize("file", ["model_path", "tokenizer_path"])
def test_a_missing_model_file_says_so(tmp_path, file):
    with pytest.raises(EncoderFailed, match=r"no\.file is missing; install askpapers again"):
        encoders.encode(MiniLMEmbedding(**{file: tmp_path / "no.file"}), ["x"])


@pytest.mark.slow
def test_nothing_is_reported_to_anyone(tmp_path):
    """ONNX Runtime keeps a device id and queued events in the home folder unless told not to."""
    code = "from index_store import encoders as e; e.encode(e.load(e.DEFAULT_ENCODER), ['bees'])"
    environ = {name: value for name, value in os.environ.items() if not name.startswith("ORT_")}
    kept = {**environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    subprocess.run([sys.executable, "-c", code], env=kept, check=True)
    assert [path.name for path in tmp_path.rglob("*")] == []
