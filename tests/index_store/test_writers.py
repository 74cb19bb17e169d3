import os
import shutil
from dataclasses import replace

import numpy as np
import pytest
from chromadb.errors import InternalError

from index_store import merging
from index_store.errors import StoreFailed, StoreForeign
from index_store.papers import Record, Source
from index_store.stamps import Identity, read
from index_store.tables import Table
from index_store.writers import PaperWriter

ENCODER = Identity("stand-in", 4)
OTHER = Identity("use", 3)


def paper(text, ordinal=1, title=None):
    return merging.build(Record(Source("/lists/a.txt", ordinal), 1, title, text))


SHEEP = paper("Sheep graze on hills. We count the lambs. They are many.")
BEES = paper("Bees dance to tell where flowers grow. A camera reads it.", 2)
TITLE = paper(None, 3, "How Stars Burn Slowly")


def vectors(*papers):
    """A distinct vector for each paper and each sentence."""
    rows = np.eye(4, dtype=np.float32)
    whole = np.stack([rows[len(each.paper_id + each.abstract) % 4] for each in papers])
    return whole, [rows[np.arange(len(each.sentences)) % 4] for each in papers]


@pytest.fixture
def writer(tmp_path):
    opened = PaperWriter.create(tmp_path, encoder=ENCODER)
    opened.upsert([SHEEP, BEES, TITLE], *vectors(SHEEP, BEES, TITLE))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The same papers in a finished store with a second encoder, which has seen two of them."""
    path = tmp_path_factory.mktemp("made")
    opened = PaperWriter.create(path, encoder=ENCODER, multilingual=OTHER)
    opened.upsert([SHEEP, TITLE], *vectors(SHEEP, TITLE), np.eye(3, dtype=np.float32)[:2])
    opened.upsert([BEES], *vectors(BEES))
    opened.finish()
    opened.close()
    return path


@pytest.fixture
def seen(made, tmp_path):
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    opened = PaperWriter.create(tmp_path, encoder=ENCODER, multilingual=OTHER)
    yield opened
    opened.close()


def seen_ids(writer):
    return set(writer.paper_vectors(writer.paper_ids(), space=OTHER))


def sentence_ids(writer):
    return sorted(writer._now.sentences.ids())


def test_a_new_store_is_stamped_unfinished_first(tmp_path):
    writer = PaperWriter.create(tmp_path, encoder=ENCODER)
    assert read(tmp_path).encoder == ENCODER
    assert read(tmp_path).snapshot is None
    writer.close()


def test_finishing_stamps_the_snapshot_and_keeps_one_of_each(writer, tmp_path):
    for _ in range(2):
        writer.finish()
        writer.delete([SHEEP.paper_id])
    writer.finish()
    snapshot = read(tmp_path).snapshot
    names = {entry.name for entry in tmp_path.iterdir()}
    assert names == {"askpapers.json", "chroma", f"lexical-{snapshot}", f"records-{snapshot}.tsv"}


def test_generations_count_up(tmp_path):
    for generation in (1, 2):
        writer = PaperWriter.create(tmp_path, encoder=ENCODER)
        writer.finish()
        writer.close()
        assert read(tmp_path).generation == generation


def test_papers_are_there_when_upsert_returns(writer, tmp_path):
    again = PaperWriter.create(tmp_path, encoder=ENCODER)
    assert again.papers([SHEEP.paper_id, TITLE.paper_id]) == [SHEEP, TITLE]
    assert again.sentence_vectors([SHEEP.paper_id])[SHEEP.paper_id].shape == (3, 4)
    again.close()


def test_a_replaced_papers_extra_sentences_go(writer):
    shorter = replace(SHEEP, sentences=SHEEP.sentences[:1])
    writer.upsert([shorter], *vectors(shorter))
    assert [name for name in sentence_ids(writer) if SHEEP.paper_id in name] == [
        f"{SHEEP.paper_id}:0"
    ]
    assert writer.papers([SHEEP.paper_id]) == [shorter]


def test_rewriting_keeps_the_vectors(writer):
    before = writer.paper_vectors([SHEEP.paper_id])[SHEEP.paper_id]
    venue = replace(SHEEP, venue="ICML")
    writer.rewrite([venue])
    assert writer.papers([SHEEP.paper_id]) == [venue]
    assert np.array_equal(writer.paper_vectors([SHEEP.paper_id])[SHEEP.paper_id], before)


def test_deleting_takes_the_sentences_too(writer):
    writer.delete([SHEEP.paper_id, TITLE.paper_id, "unknown"])
    assert writer.paper_ids() == [BEES.paper_id]
    assert sentence_ids(writer) == [f"{BEES.paper_id}:{number}" for number in range(2)]


def test_a_kill_while_deleting_leaves_no_paper_without_sentences(writer, monkeypatch):
    def killed(table, ids):
        if ":" in ids[0]:
            raise KeyboardInterrupt
        real(table, ids)

    real = Table.delete
    monkeypatch.setattr(Table, "delete", killed)
    with pytest.raises(KeyboardInterrupt):
        writer.delete([SHEEP.paper_id])
    assert SHEEP.paper_id not in writer._now.papers.ids()


def test_orphan_sentences_go_and_papers_without_theirs_are_named(writer):
    writer._now.sentences.upsert(["gone:0"], np.ones((1, 4), np.float32))
    writer._now.sentences.delete([f"{BEES.paper_id}:1"])
    assert writer.unencoded() == [BEES]
    assert "gone:0" not in sentence_ids(writer)
    assert len(sentence_ids(writer)) == 4


def test_multilingual_vectors_are_stored_beside_the_others(seen):
    found = seen.paper_vectors([TITLE.paper_id], space=OTHER)[TITLE.paper_id]
    assert found.tolist() == [0, 1, 0]
    assert seen.paper_vectors([TITLE.paper_id])[TITLE.paper_id].shape == (4,)
    assert seen.nearest_papers(found, 1, space=OTHER)[0].paper_id == TITLE.paper_id


def test_papers_that_the_multilingual_encoder_has_still_to_see_are_named(seen):
    assert seen.without_multilingual() == [BEES]
    seen.add_multilingual([BEES], np.ones((1, 3), np.float32))
    assert seen.without_multilingual() == []
    assert seen_ids(seen) == {SHEEP.paper_id, BEES.paper_id, TITLE.paper_id}


def test_deleting_takes_the_multilingual_vector_too(seen):
    seen.delete([SHEEP.paper_id, BEES.paper_id])
    assert seen._now.multilingual.ids() == [TITLE.paper_id]


def test_multilingual_vectors_without_a_paper_go(seen):
    seen._now.multilingual.upsert(["gone"], np.ones((1, 3), np.float32))
    assert seen.without_multilingual() == [BEES]
    assert set(seen._now.multilingual.ids()) == {SHEEP.paper_id, TITLE.paper_id}


def test_a_kill_before_the_record_leaves_no_multilingual_vector_behind(seen, monkeypatch):
    ants = paper("Ants carry leaves. They are strong.", 4)
    real = Table.upsert

    def killed(table, ids, rows, lines=()):
        if lines:
            raise KeyboardInterrupt
        real(table, ids, rows)

    with monkeypatch.context() as patch:
        patch.setattr(Table, "upsert", killed)
        with pytest.raises(KeyboardInterrupt):
            seen.upsert([ants], *vectors(ants), np.ones((1, 3), np.float32))
    assert ants.paper_id in seen._now.multilingual.ids()
    assert seen.without_multilingual() == [BEES]
    assert ants.paper_id not in seen._now.multilingual.ids()


def test_a_store_without_a_second_encoder_has_none_to_see_and_keeps_nothing(writer):
    assert writer.without_multilingual() == []
    writer.add_multilingual([BEES], np.ones((1, 3), np.float32))
    writer.upsert([BEES], *vectors(BEES), np.ones((1, 3), np.float32))
    with pytest.raises(StoreForeign, match="holds none"):
        writer.paper_vectors([BEES.paper_id], space=OTHER)


def test_finishing_stamps_the_second_encoder(seen, tmp_path):
    assert (read(tmp_path).multilingual, read(tmp_path).snapshot) == (OTHER, None)
    seen.finish()
    assert read(tmp_path).multilingual == OTHER
    assert read(tmp_path).snapshot


@pytest.mark.parametrize("other", [None, Identity("labse", 3)])
def test_another_second_encoder_drops_the_vectors_and_changes_the_stamp(seen, tmp_path, other):
    seen.finish()
    seen.close()
    writer = PaperWriter.create(tmp_path, encoder=ENCODER, multilingual=other)
    assert (read(tmp_path).multilingual, read(tmp_path).snapshot) == (other, None)
    missing = [] if other is None else writer.all_papers()
    assert writer.without_multilingual() == missing
    assert len(writer.all_papers()) == 3
    assert len(sentence_ids(writer)) == 5
    writer.close()


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["cut", "gone"])
def test_records_outlive_vector_files_that_a_kill_damaged(tmp_path, damage):
    papers = [paper(f"Abstract number {number} is short.", number) for number in range(1, 1101)]
    writer = PaperWriter.create(tmp_path, encoder=ENCODER)
    writer.upsert(papers, *vectors(*papers))
    writer.close()
    pickles = list((tmp_path / "chroma").rglob("index_metadata.pickle"))
    assert len(pickles) == 2
    for file in pickles:
        if damage == "cut":
            os.truncate(file, file.stat().st_size // 2)
        else:
            shutil.rmtree(file.parent)
    for stored in (0, 2):
        writer = PaperWriter.create(tmp_path, encoder=ENCODER)
        assert writer.paper_count == stored
        lost = writer.unencoded()
        assert len(lost) == len(papers) - stored
        assert set(lost) <= set(papers)
        writer.upsert(lost[:2], *vectors(*lost[:2]))
        writer.close()
    writer = PaperWriter.create(tmp_path, encoder=ENCODER)
    lost = writer.unencoded()
    writer.upsert(lost, *vectors(*lost))
    writer.finish()
    assert writer.unencoded() == []
    assert writer.paper_count == len(papers)
    assert len(writer.nearest_papers(vectors(papers[0])[0][0], 5)) == 5
    writer.close()


def test_a_nearly_full_disk_is_refused_before_it_fills(writer, monkeypatch):
    usage = shutil.disk_usage(writer.path)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=10**7))
    with pytest.raises(
        StoreFailed, match=r"full disk \(9 MB free, \d+ MB needed\); what was stored"
    ):
        writer.upsert([SHEEP], *vectors(SHEEP))


def test_papers_without_any_sentence_can_be_written(tmp_path):
    writer = PaperWriter.create(tmp_path, encoder=ENCODER)
    writer.upsert([TITLE], *vectors(TITLE))
    assert writer.papers([TITLE.paper_id]) == [TITLE]
    assert len(writer.sentence_vectors([TITLE.paper_id])[TITLE.paper_id]) == 0
    writer.close()


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (OSError(28, "No space left on device"), r"full disk \(.*\); what was stored is kept"),
        (InternalError("database or disk is full"), r"full disk \(.*\); what was stored is kept"),
        (InternalError("attempt to write a readonly database"), "check its permissions"),
        (PermissionError(13, "Permission denied"), "check its permissions"),
        (InternalError("unable to open database file"), "check its permissions"),
        (InternalError("database is locked"), "is busy .* try again"),
        (InternalError("Error finding id"), "damaged or failed .* repeat the ingest"),
    ],
)
def test_what_the_disk_says_becomes_advice(writer, monkeypatch, tmp_path, error, advice):
    def fail(*args):
        raise error

    monkeypatch.setattr(Table, "upsert", fail)
    with pytest.raises(StoreFailed, match=advice) as caught:
        writer.upsert([SHEEP], *vectors(SHEEP))
    assert caught.value.path == tmp_path
    assert "\n" not in str(caught.value)
    assert writer.paper_count == 3
