import json
import shutil

import numpy as np
import pytest
from llama_index.core.embeddings import MockEmbedding

from index_store import encoders
from index_store.checkups import encoding
from index_store.minilm import MODELS, MiniLMEmbedding
from index_store.settings import DEFAULT_ENCODER


@pytest.fixture
def look(monkeypatch):
    """Looks at an encoder in this process, without a second of timing: findings by name."""
    monkeypatch.setattr(encoding, "_SECONDS", 0.01)

    def take(encoder=None):
        if encoder is not None:
            monkeypatch.setattr(encoders, "load", lambda name: encoder)
        return {each.name: each for each in encoding.look(DEFAULT_ENCODER)}

    return take


@pytest.fixture
def model(tmp_path):
    """A copy of the model's file, to be damaged."""
    return shutil.copy(MODELS / "minilm-l6-v2-int8.onnx", tmp_path / "model.onnx")


def states(found):
    return {name: each.state for name, each in found.items()}


def test_the_local_encoder_is_in_order(look):
    found = look()
    assert states(found) | {"rate": "ok"} == dict.fromkeys(encoding._NAMES, "ok")
    assert found["golden vectors"].data["cosine"] >= 0.9999
    assert found["rate"].data["abstracts_per_second"] > 0
    assert found["model"].data["identity"]["dimension"] == 384


def test_a_slow_encoder_is_warned_of(look, monkeypatch):
    monkeypatch.setattr(encoding, "SLOW", 10**9)
    rate = look()["rate"]
    assert rate.state == "warning"
    assert "slow" in rate.text


def test_a_missing_model_file_is_a_fault(look, tmp_path):
    found = look(MiniLMEmbedding(model_path=tmp_path / "gone.onnx"))
    assert states(found) == {"model": "fault"}
    assert "is missing" in found["model"].text
    assert found["model"].remedy == "install askpapers again"


def test_a_truncated_model_file_is_a_fault(look, model):
    model.write_bytes(model.read_bytes()[:9_000_000])
    found = look(MiniLMEmbedding(model_path=model))
    assert states(found) == {"model": "fault", "golden vectors": "fault"}
    assert "not the one that came with askpapers" in found["model"].text


def test_an_altered_model_gives_wrong_vectors_and_is_timed_all_the_same(look, model):
    content = bytearray(model.read_bytes())
    content[3_000_000:5_000_000] = bytes(2_000_000)
    model.write_bytes(content)
    found = look(MiniLMEmbedding(model_path=model))
    assert states(found) | {"rate": "ok"} == {
        "model": "fault",
        "golden vectors": "fault",
        "rate": "ok",
    }
    assert found["golden vectors"].data["wrong"] > 0


def test_a_damaged_tokenizer_is_a_fault(look, tmp_path):
    (tmp_path / "tokenizer.json").write_text('{"cut sho')
    found = look(MiniLMEmbedding(tokenizer_path=tmp_path / "tokenizer.json"))
    assert found["golden vectors"].state == "fault"


def test_golden_vectors_that_are_gone_are_warned_of(look, monkeypatch):
    monkeypatch.setattr(encoding, "read_golden", lambda name: None)
    found = look()
    assert found["model"].state == "ok"
    assert found["golden vectors"].state == "warning"
    assert "rate" in found


def test_an_encoder_that_may_cost_is_made_and_not_called(look, monkeypatch):
    encoder = MockEmbedding(embed_dim=4)
    monkeypatch.setattr(encoders, "encode", None)
    found = look(encoder)
    assert states(found) == {"model": "ok"}
    assert "not called" in found["model"].text


def test_an_encoder_without_its_key_or_of_no_such_name_is_a_fault(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (keyless,) = encoding.look("openai:text-embedding-3-small")
    assert (keyless.state, "OPENAI_API_KEY" in keyless.text) == ("fault", True)
    (unknown,) = encoding.look("word2vec")
    assert unknown.state == "fault"
    assert DEFAULT_ENCODER in unknown.remedy


def test_an_encoder_whose_maker_raises_is_a_fault(monkeypatch):
    def raises(name):
        raise RuntimeError("no route to host")

    monkeypatch.setattr(encoders, "load", raises)
    (finding,) = encoding.look("some:Class")
    assert finding.state == "fault"
    assert "no route to host" in finding.text


@pytest.mark.parametrize(
    ("file", "key", "name"),
    [
        ("use-multilingual-v3-golden.json", "vector", "use-multilingual-v3"),
        ("minilm-l6-v2-golden.json", "int8", "minilm-l6-v2-int8"),
        ("minilm-l6-v2-golden.json", "vector", "minilm-l6-v2-int8"),
    ],
)
def test_a_golden_file_is_found_by_the_encoders_name(tmp_path, file, key, name):
    content = {"model_sha256": "abc", "texts": [{"text": "x", "float": [9, 9], key: [0.6, 0.8]}]}
    (tmp_path / file).write_text(json.dumps(content))
    golden = encoding.read_golden(name, tmp_path)
    assert golden is not None
    assert (golden.texts, golden.sha256) == (["x"], "abc")
    assert np.allclose(golden.vectors, [[0.6, 0.8]])
    assert encoding.read_golden("minilm-l6-v20", tmp_path) is None


@pytest.mark.parametrize("content", ['{"texts": [{"te', "{}", '{"texts": [{"text": "x"}]}', "[]"])
def test_a_damaged_golden_file_is_none(tmp_path, content):
    (tmp_path / "model-golden.json").write_text(content)
    assert encoding.read_golden("model", tmp_path) is None


@pytest.mark.slow
def test_a_process_of_its_own_finds_the_same():
    found = list(encoding.findings(DEFAULT_ENCODER))
    assert [each.name for each in found] == list(encoding._NAMES)
    assert {each.topic for each in found} == {f"encoder {DEFAULT_ENCODER}"}
