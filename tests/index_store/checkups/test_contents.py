import os
import shutil

import pytest

from index_store import stamps
from index_store.checkups import contents
from index_store.checkups.findings import Finding
from index_store.connection import connect
from index_store.stamps import Stamp


@pytest.fixture
def look(store, tmp_path):
    """Looks at a store in this process: findings by name."""

    def take() -> dict[str, Finding]:
        copy = tmp_path / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(store / "chroma", copy / "chroma")
        return {each.name: each for each in contents.look(store, copy)}

    return take


@pytest.fixture
def database(store):
    return store / "chroma" / "chroma.sqlite3"


@pytest.fixture
def session(store):
    """The database, opened to be changed behind the store's back."""
    return connect(store, stamps.read(store), create=True)


def states(found):
    return {name: each.state for name, each in found.items()}


def unfinished(store):
    stamp = stamps.read(store)
    stamps.write(store, Stamp(stamp.encoder, stamp.generation, None, stamp.multilingual))


def test_a_sound_store(look):
    found = look()
    assert states(found) == dict.fromkeys(contents._NAMES, "ok")
    assert found["papers"].data["count"] == 3
    assert list(found["vectors"].data.values()) == [3, 6, 3]


def test_damaged_records_are_warned_of_and_the_rest_is_looked_at(look, store):
    for path in store.glob("records-*"):
        os.truncate(path, 100)
    found = look()
    assert states(found) == dict.fromkeys(contents._NAMES, "ok") | {"records": "warning"}


def test_a_damaged_stamp_leaves_the_database_to_be_looked_at(look, store):
    (store / stamps.FILE).write_text("{")
    assert states(look()) == dict.fromkeys(("database", "papers", "vectors"), "ok")


@pytest.mark.parametrize("how", ["garbage", "cut", "tail"])
def test_a_damaged_database_is_a_fault_and_the_rest_is_looked_at(look, database, how):
    content = database.read_bytes()
    damaged = {
        "garbage": b"garbage" * 500,
        "cut": content[: len(content) // 2],
        "tail": content[:20_000] + os.urandom(len(content) - 20_000),
    }
    database.write_bytes(damaged[how])
    found = look()
    assert states(found) == {
        "records": "ok",
        "BM25": "ok",
        "database": "fault",
        "papers": "fault",
    }
    assert all(each.remedy for each in found.values() if each.state == "fault")


def test_a_database_that_is_gone_or_empty_is_a_fault(look, database):
    database.write_bytes(b"")
    assert look()["papers"].state == "fault"
    database.unlink()
    assert look()["database"].state == "fault"


def test_before_the_first_batch_there_is_no_database_or_an_empty_one(look, store, database):
    unfinished(store)
    database.write_bytes(b"")
    assert look()["papers"].state == "warning"
    database.unlink()
    assert look()["database"].state == "warning"


def test_a_lost_sentence_is_a_fault_and_in_a_store_cut_short_a_warning(look, store, session):
    session.sentences.delete(session.sentences.ids()[:2])
    found = look()["vectors"]
    assert (found.state, found.text) == ("fault", "2 of 6 vectors of sentences are missing")
    assert "--check" in found.remedy
    unfinished(store)
    found = look()["vectors"]
    assert (found.state, "--check" in found.remedy) == ("warning", False)


def test_what_a_kill_leaves_over_is_no_fault(look, store, session):
    paper = session.papers.ids()[0]
    session.papers.delete([paper])
    unfinished(store)
    found = look()
    assert found["papers"].state == "ok"
    assert found["papers"].data["count"] == 2
    assert found["vectors"].state == "warning"
    assert "belong to nothing" in found["vectors"].text


def test_other_papers_than_the_last_ingest_left_are_a_fault(look, session):
    session.papers.delete(session.papers.ids()[:1])
    assert look()["papers"].state == "fault"


def test_records_that_cannot_be_read_are_a_fault(look, session):
    session.papers.rewrite(session.papers.ids()[:1], ["{"])
    found = look()["papers"]
    assert (found.state, found.text) == ("fault", "1 of 3 records cannot be read")


def test_a_store_without_papers_is_warned_of(look, session, store):
    session.papers.delete(session.papers.ids())
    session.sentences.delete(session.sentences.ids())
    unfinished(store)
    assert look()["papers"].state == "warning"


def test_missing_vectors_for_other_scripts_are_a_fault(look, session):
    session.multilingual.delete(session.multilingual.ids()[:1])
    found = look()["vectors"]
    assert found.state == "fault"
    assert "other scripts" in found.text


def test_a_process_of_its_own_finds_the_same(store, look):
    told = {each.name: each for each in contents.findings(store, store, stamps.read(store))}
    assert told == look()
