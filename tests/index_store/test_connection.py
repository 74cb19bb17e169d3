import gc
import shutil
from dataclasses import replace

import numpy as np
import pytest
from chromadb.errors import InternalError

from index_store.connection import NotFoundError, connect, failures, has_database
from index_store.errors import StoreFailed
from index_store.stamps import Identity, Stamp

ENCODER = Identity("english", 4)
FIRST, SECOND = Identity("use", 4, "abc"), Identity("labse", 4, "def")
UNIT = np.eye(4, dtype=np.float32)


def stamped(multilingual):
    return Stamp(ENCODER, multilingual=multilingual)


def opened(path, multilingual, *, create=False):
    return connect(path, stamped(multilingual), create=create)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A database with one paper of one sentence, seen by both encoders."""
    path = tmp_path_factory.mktemp("made")
    session = opened(path, FIRST, create=True)
    session.papers.upsert(["bees"], UNIT[:1], ["{}"])
    session.sentences.upsert(["bees:0"], UNIT[1:2])
    session.multilingual.upsert(["bees"], UNIT[2:3])
    return path


@pytest.fixture
def path(made, tmp_path):
    return shutil.copytree(made, tmp_path / "store")


def test_a_database_that_is_not_there_yet(tmp_path):
    assert not has_database(tmp_path)
    (tmp_path / "chroma").mkdir()
    (tmp_path / "chroma" / "chroma.sqlite3").touch()
    assert not has_database(tmp_path)
    opened(tmp_path, None, create=True)
    assert has_database(tmp_path)


def test_a_reader_makes_no_collection(tmp_path):
    (tmp_path / "chroma").mkdir()
    with pytest.raises(NotFoundError):
        opened(tmp_path, FIRST)


def test_each_table_keeps_its_own_vectors(path):
    session = opened(path, FIRST)
    assert session.papers.vectors(["bees"])["bees"].tolist() == UNIT[0].tolist()
    assert session.sentences.vectors(["bees:0"])["bees:0"].tolist() == UNIT[1].tolist()
    assert session.multilingual.vectors(["bees"])["bees"].tolist() == UNIT[2].tolist()
    assert session.records == {"bees": "{}"}


@pytest.mark.parametrize(
    "other", [SECOND, replace(FIRST, sha256="xyz"), replace(FIRST, dimension=5)]
)
def test_a_writer_drops_the_vectors_of_another_multilingual_encoder(path, other):
    session = opened(path, other, create=True)
    assert session.multilingual.ids() == []
    assert session.papers.ids() == ["bees"]
    assert session.sentences.ids() == ["bees:0"]
    assert opened(path, FIRST).multilingual is None


def test_a_writer_without_a_multilingual_encoder_drops_what_there_is(path):
    assert opened(path, None, create=True).multilingual is None
    assert opened(path, FIRST).multilingual is None
    assert opened(path, FIRST).papers.ids() == ["bees"]


def test_a_writer_with_the_same_encoder_keeps_its_vectors(path):
    assert opened(path, FIRST, create=True).multilingual.ids() == ["bees"]


@pytest.mark.parametrize("other", [None, SECOND])
def test_a_reader_drops_nothing(path, other):
    assert opened(path, other).multilingual is None
    assert opened(path, FIRST).multilingual.ids() == ["bees"]


def test_a_multilingual_table_that_was_never_made_is_none_to_a_reader(tmp_path):
    opened(tmp_path, None, create=True)
    session = opened(tmp_path, FIRST)
    assert session.multilingual is None
    assert session.papers.ids() == []
    assert opened(tmp_path, FIRST, create=True).multilingual.ids() == []


def test_two_sessions_read_at_once_and_one_may_end(path):
    first, second = opened(path, FIRST), opened(path, FIRST)
    assert first.papers.ids() == second.papers.ids()
    del first
    gc.collect()
    assert second.papers.nearest(UNIT[0], 1)[0][0] == "bees"


@pytest.mark.parametrize(
    "error", [InternalError("Error finding id"), OSError("no"), PermissionError(13, "no")]
)
def test_what_disk_and_database_say_becomes_a_failure_of_the_store(tmp_path, error):
    with (
        pytest.raises(StoreFailed, match=f"the store at {tmp_path} ") as caught,
        failures(tmp_path),
    ):
        raise error
    assert caught.value.path == tmp_path
    assert caught.value.__cause__ is error


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_any_other_error_passes_as_it_is(tmp_path, error):
    with pytest.raises(error), failures(tmp_path):
        raise error
