import hashlib
import os

import pytest

from index_store.errors import EncoderFailed
from index_store.model_files import cores, present, sha256


def test_a_file_that_is_there(tmp_path):
    path = tmp_path / "model.onnx"
    path.write_bytes(b"weights")
    assert present(path) == path
    assert sha256(path) == hashlib.sha256(b"weights").hexdigest()


@pytest.mark.parametrize("look", [present, sha256])
@pytest.mark.parametrize("kind", ["nothing", "folder"])
def test_a_file_that_is_not_there_says_what_to_do(tmp_path, look, kind):
    path = tmp_path / "model.onnx"
    if kind == "folder":
        path.mkdir()
    with pytest.raises(
        EncoderFailed, match=r"model\.onnx is missing; install askpapers again"
    ) as caught:
        look(path)
    assert caught.value.encoder == "model"


def test_a_file_that_comes_later_is_found(tmp_path):
    path = tmp_path / "model.onnx"
    with pytest.raises(EncoderFailed):
        sha256(path)
    path.write_bytes(b"late")
    assert sha256(path) == hashlib.sha256(b"late").hexdigest()


def test_a_file_is_hashed_once(tmp_path):
    path = tmp_path / "model.onnx"
    path.write_bytes(b"first")
    first = sha256(path)
    path.unlink()
    assert sha256(path) == first


def test_the_cores_are_those_this_process_may_use(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 3, 5}, raising=False)
    assert cores() == 3


@pytest.mark.parametrize(("known", "count"), [(6, 6), (None, 1)])
def test_the_cores_where_a_system_does_not_tell_which_may_be_used(monkeypatch, known, count):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: known)
    assert cores() == count
