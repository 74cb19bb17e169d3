import json
import os
import shutil

import pytest

from index_store import stamps
from index_store.checkups import word_index
from index_store.checkups.findings import Topic
from index_store.stamps import Stamp


@pytest.fixture
def look(store):
    """Looks at the store's word index: one finding."""

    def take():
        (finding,) = word_index.findings(Topic("store"), store, stamps.read(store))
        return finding

    return take


@pytest.fixture
def kept(store):
    (folder,) = store.glob("lexical-*")
    return folder


def test_a_sound_index(look):
    assert (look().state, look().data) == ("ok", {"count": 3})


def test_none_is_expected_before_an_ingest_has_finished(look, store, kept):
    shutil.rmtree(kept)
    stamps.write(store, Stamp(stamps.read(store).encoder))
    assert look().state == "ok"


def test_one_that_is_gone_is_built_at_each_start(look, kept):
    shutil.rmtree(kept)
    assert look().state == "warning"
    assert "--check" in look().remedy


@pytest.mark.parametrize("name", ["data.csc.index.npy", "vocab.index.json", "paper_ids.json"])
def test_one_that_is_cut_is_noticed(look, kept, name):
    os.truncate(kept / name, (kept / name).stat().st_size // 2)
    assert look().state != "ok"
    assert look().remedy


def test_one_that_a_search_would_stumble_over_is_a_fault(look, kept, monkeypatch):
    def stumble(*arguments):
        raise EOFError("No data left in file")

    monkeypatch.setattr("index_store.lexical.load_or_build", stumble)
    assert look().state == "fault"
    assert "EOFError" in look().text
    assert str(kept) in look().remedy


def test_one_that_finds_nothing_is_a_fault(look, kept):
    (kept / "no_terms").touch()
    assert look().state == "fault"
    assert "3 of 3 papers are not found" in look().text


def test_one_whose_parameters_are_gone_is_built_at_each_start(look, kept):
    (kept / "params.index.json").unlink()
    assert look().state == "warning"


def test_one_over_other_papers_is_a_fault(look, kept):
    ids = json.loads((kept / "paper_ids.json").read_text())
    (kept / "paper_ids.json").write_text(json.dumps([*ids[:2], "stranger"]))
    assert "other papers" in look().text


def test_a_sound_index_beside_damaged_records_is_sound(look, store):
    for path in store.glob("records-*"):
        path.write_text("damaged")
    assert look().state == "ok"
