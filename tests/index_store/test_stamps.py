import json

import pytest

from index_store import stamps
from index_store.errors import StoreFailed, StoreForeign, StoreMissing
from index_store.stamps import Identity, Stamp

ENCODER = Identity("minilm", 384, "abcdef0123456789")
OTHER = Identity("use", 512, "fedcba9876543210")


@pytest.mark.parametrize("multilingual", [None, OTHER, Identity("openai:x")])
def test_a_stamp_comes_back_as_it_was_written(tmp_path, multilingual):
    stamp = Stamp(ENCODER, 3, "feed", multilingual)
    stamps.write(tmp_path, stamp)
    assert stamps.read(tmp_path) == stamp
    assert [entry.name for entry in tmp_path.iterdir()] == [stamps.FILE]


def test_no_folder_or_an_empty_one_is_a_missing_store_and_stays_so(tmp_path):
    for folder in (tmp_path / "none", tmp_path):
        with pytest.raises(StoreMissing, match="ingest papers first"):
            stamps.read(folder)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["writer.lock", "writer.json", "askpapers.json.new"])
def test_what_a_killed_writer_leaves_before_its_stamp_is_not_foreign(tmp_path, name):
    (tmp_path / name).touch()
    with pytest.raises(StoreMissing):
        stamps.read(tmp_path)


def test_another_folder_is_foreign_and_its_content_named(tmp_path):
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(StoreForeign, match=r"it holds thesis\.tex"):
        stamps.read(tmp_path)


def test_a_file_is_foreign(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreForeign, match="is a file"):
        stamps.read(tmp_path / "file")


def test_another_programs_stamp_is_foreign(tmp_path):
    (tmp_path / stamps.FILE).write_text(json.dumps({"what": "recipes"}))
    with pytest.raises(StoreForeign, match="not an askpapers store"):
        stamps.read(tmp_path)


@pytest.mark.parametrize("older", [{}, {"multilingual": None}])
def test_a_stamp_from_before_there_was_a_second_encoder_is_read(tmp_path, older):
    stamps.write(tmp_path, Stamp(ENCODER, 3, "feed", OTHER))
    content = json.loads((tmp_path / stamps.FILE).read_text())
    del content["multilingual"]
    (tmp_path / stamps.FILE).write_text(json.dumps(content | older))
    assert stamps.read(tmp_path) == Stamp(ENCODER, 3, "feed", None)


@pytest.mark.parametrize("other", ["use", ["use"], {"model": "use"}, 5])
def test_a_damaged_second_encoder_says_so(tmp_path, other):
    stamps.write(tmp_path, Stamp(ENCODER))
    content = json.loads((tmp_path / stamps.FILE).read_text())
    (tmp_path / stamps.FILE).write_text(json.dumps(content | {"multilingual": other}))
    with pytest.raises(StoreFailed, match="is damaged"):
        stamps.read(tmp_path)


def test_another_format_is_foreign_and_both_are_named(tmp_path):
    stamps.write(tmp_path, Stamp(ENCODER))
    content = json.loads((tmp_path / stamps.FILE).read_text())
    (tmp_path / stamps.FILE).write_text(json.dumps(content | {"format": 9}))
    with pytest.raises(StoreForeign, match="format 9, this askpapers reads format 1"):
        stamps.read(tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"what": "askpapers store"}', "\x00"])
def test_a_damaged_stamp_says_so(tmp_path, text):
    (tmp_path / stamps.FILE).write_text(text)
    with pytest.raises(StoreFailed, match="is damaged"):
        stamps.read(tmp_path)


def test_another_encoder_is_foreign_both_are_named_with_what_to_do(tmp_path):
    with pytest.raises(StoreForeign) as caught:
        stamps.require(tmp_path, Stamp(ENCODER), Identity("use", 512))
    message = str(caught.value)
    assert "minilm (384 dimensions, file abcdef01)" in message
    assert "use (512 dimensions)" in message
    assert "ASKPAPERS_ENCODER=minilm" in message


def test_another_file_of_the_same_encoder_is_foreign(tmp_path):
    with pytest.raises(StoreForeign, match="ingest into another folder"):
        stamps.require(tmp_path, Stamp(ENCODER), Identity("minilm", 384, "other"))


def test_an_unknown_dimension_agrees_with_any():
    assert Identity("openai:x", 0).agrees(Identity("openai:x", 1536))
    assert not Identity("openai:x", 512).agrees(Identity("openai:x", 1536))


@pytest.mark.parametrize("multilingual", [None, OTHER])
def test_the_second_encoder_is_not_required_to_be_the_same(tmp_path, multilingual):
    stamps.require(tmp_path, Stamp(ENCODER, multilingual=multilingual), ENCODER)
    with pytest.raises(StoreForeign):
        stamps.require(tmp_path, Stamp(ENCODER, multilingual=OTHER), OTHER)
