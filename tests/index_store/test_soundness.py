"""Damaged vectors are found by a process of their own, and encoded again when asked."""

from pathlib import Path

import pytest

from index_store import encoders, stamps
from index_store.chroma import PaperStore
from index_store.connection import connect
from index_store.errors import StoreFailed
from index_store.ingest import ingest
from index_store.settings import DEFAULT_ENCODER
from index_store.soundness import is_sound

LINES = """\
{"abstract": "Bees dance to tell their sisters the way. The dance is read in the dark."}
{"abstract": "Ants follow trails of scent to food. The trail fades when the food is gone."}
"""


@pytest.fixture(scope="module")
def encoder():
    return encoders.load(DEFAULT_ENCODER)


@pytest.fixture
def animals(tmp_path, encoder):
    """A list of two papers, and the store it was ingested into."""
    file, store = tmp_path / "animals.jsonl", tmp_path / "store"
    file.write_text(LINES, "utf-8")
    ingest([file], store=store, encoder=encoder)
    return file, store


def lose_a_vector(store: Path) -> str:
    session = connect(store, stamps.read(store), create=True)
    name = sorted(session.sentences.ids())[0]
    session.sentences.delete([name])
    return name.partition(":")[0]


def test_a_sound_store(animals):
    assert is_sound(animals[1])


def test_what_is_no_store_is_no_matter_of_damage(tmp_path):
    (tmp_path / "chroma").write_text("not a folder", "utf-8")
    with pytest.raises(StoreFailed):
        is_sound(tmp_path)


def test_a_run_with_check_encodes_what_was_lost(animals, encoder):
    file, store = animals
    paper = lose_a_vector(store)
    assert ingest([file], store=store, encoder=encoder).unchanged == 2
    before = PaperStore.open(store, encoder=encoder).sentence_vectors([paper])[paper]
    assert not before[0].any()
    ingest([file], store=store, encoder=encoder, check=True)
    after = PaperStore.open(store, encoder=encoder).sentence_vectors([paper])[paper]
    assert after[0] @ after[0] == pytest.approx(1, abs=1e-4)


def test_a_run_with_check_keeps_a_sound_store(animals, encoder):
    file, store = animals
    snapshot = PaperStore.open(store, encoder=encoder).snapshot
    report = ingest([file], store=store, encoder=encoder, check=True)
    assert (report.papers, report.unchanged, report.new) == (2, 2, 0)
    assert PaperStore.open(store, encoder=encoder).snapshot == snapshot
