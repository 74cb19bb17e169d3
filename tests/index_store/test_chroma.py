import json
import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from index_store import encoders, merging, records, stamps
from index_store.chroma import PaperHit, PaperStore, SentenceHit
from index_store.errors import StoreFailed, StoreForeign, StoreMissing
from index_store.papers import Record, Source
from index_store.stamps import Identity, Stamp
from index_store.writers import PaperWriter

TEXTS = [
    "Sheep graze on hills. We count the lambs of each ewe.",
    "Bees dance to tell where flowers grow. A camera reads the dance. It is quick.",
    "Stars of low mass burn slowly.",
]
PAPERS = [
    merging.build(Record(Source("/lists/a.txt", number), number, None, text))
    for number, text in enumerate(TEXTS, 1)
]
SHEEP, BEES, STARS = (paper.paper_id for paper in PAPERS)

SPACE = Identity("use", 3, "abc")

ADD = """
import sys
from pathlib import Path
from index_store import encoders, ingest
ingest.ingest([sys.argv[1]], store=Path(sys.argv[2]), encoder=encoders.load("minilm-l6-v2-int8"))
"""


@pytest.fixture(scope="module")
def encoder():
    return encoders.load("minilm-l6-v2-int8")


@pytest.fixture(scope="module")
def made(tmp_path_factory, encoder):
    """A finished store of three papers; tests that change it take a copy."""
    path = tmp_path_factory.mktemp("made")
    writer = PaperWriter.create(path, encoder=encoders.identity(encoder))
    sentences = [encoders.encode(encoder, [s.plain for s in p.sentences]) for p in PAPERS]
    writer.upsert(PAPERS, encoders.encode(encoder, [p.search_text for p in PAPERS]), sentences)
    writer.finish()
    writer.close()
    return path


@pytest.fixture
def seen(path, encoder):
    """The store, of which a second encoder has seen all but the stars."""
    writer = PaperWriter.create(path, encoder=encoders.identity(encoder), multilingual=SPACE)
    writer.add_multilingual(writer.papers([SHEEP, BEES]), np.eye(3, dtype=np.float32)[:2])
    writer.finish()
    writer.close()
    opened = PaperStore.open(path, encoder=encoder)
    yield opened
    opened.close()


@pytest.fixture
def path(made, tmp_path):
    return shutil.copytree(made, tmp_path / "store")


@pytest.fixture
def store(path, encoder):
    opened = PaperStore.open(path, encoder=encoder)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def query(encoder):
    return encoders.encode_query(encoder, "how do bees dance?")


def test_papers_come_whole_and_in_the_order_asked_for(store):
    assert store.papers([STARS, "unknown", SHEEP]) == [PAPERS[2], PAPERS[0]]
    assert store.paper_ids() == sorted(paper.paper_id for paper in PAPERS)
    assert store.all_papers() == store.papers(store.paper_ids())
    assert store.paper_count == 3


def test_the_nearest_papers_come_first_with_cosines(store, query, encoder):
    hits = store.nearest_papers(query, 2)
    assert isinstance(hits[0], PaperHit)
    assert hits[0].paper_id == BEES
    assert 1 > hits[0].score > hits[1].score
    vectors = encoders.encode(encoder, [PAPERS[1].search_text])
    assert hits[0].score == pytest.approx(float(vectors[0] @ query), abs=1e-6)
    assert len(store.nearest_papers(query, 500)) == 3


def test_the_nearest_sentences_are_found_in_their_papers(store, query):
    hits = store.nearest_sentences(query, 4)
    assert (hits[0].paper_id, hits[0].index) == (BEES, 0)
    assert isinstance(hits[0], SentenceHit)
    assert len(store.nearest_sentences(query, 500)) == 6


def test_vectors_come_by_paper_in_sentence_order(store, encoder):
    found = store.sentence_vectors([BEES, "unknown", STARS, BEES])
    assert list(found) == [BEES, STARS]
    plain = [sentence.plain for sentence in PAPERS[1].sentences]
    assert found[BEES].shape == (3, 384)
    assert (found[BEES] * encoders.encode(encoder, plain)).sum(axis=1).min() >= 0.999999
    assert store.paper_vectors([STARS, "unknown"])[STARS].shape == (384,)
    assert store.sentence_vectors([]) == {}


def test_bm25_is_over_the_same_papers(store):
    assert set(store.lexical.paper_ids) == set(store.paper_ids())
    assert [hit.paper_id for hit in store.lexical.search("dances", 5)] == [BEES]
    assert store.lexical is store.lexical


def test_the_snapshot_is_of_the_records(store):
    assert store.snapshot == records.snapshot({p.paper_id: records.to_json(p) for p in PAPERS})
    assert stamps.read(store.path).snapshot == store.snapshot


def test_reading_makes_no_file(path, encoder, query):
    before = set(path.rglob("*"))
    opened = PaperStore.open(path, encoder=encoder)
    assert opened.lexical
    opened.nearest_papers(query, 3)
    opened.close()
    assert set(path.rglob("*")) == before


def test_records_and_bm25_that_are_gone_come_from_the_database(path):
    expected = stamps.read(path).snapshot
    for entry in [*path.glob("records-*"), *path.glob("lexical-*/*")]:
        entry.unlink()
    opened = PaperStore.open(path, encoder=None)
    assert opened.snapshot == expected
    assert opened.all_papers()
    assert [hit.paper_id for hit in opened.lexical.search("dances", 5)] == [BEES]
    opened.close()


def test_an_unfinished_store_shows_what_it_holds(path, encoder):
    stamps.write(path, Stamp(encoders.identity(encoder)))
    opened = PaperStore.open(path, encoder=encoder)
    assert opened.paper_count == 3
    assert opened.snapshot
    assert opened.lexical.search("dances", 5)
    opened.close()


@pytest.mark.parametrize("leftover", [None, "writer.lock", "askpapers.json.new"])
def test_no_store_is_missing_and_stays_so(tmp_path, encoder, leftover):
    folder = tmp_path / "new"
    if leftover:
        folder.mkdir()
        (folder / leftover).touch()
    before = list(tmp_path.rglob("*"))
    with pytest.raises(StoreMissing):
        PaperStore.open(folder, encoder=encoder)
    assert list(tmp_path.rglob("*")) == before


def test_a_store_without_papers_is_missing(tmp_path, encoder):
    writer = PaperWriter.create(tmp_path, encoder=encoders.identity(encoder))
    for _ in range(2):
        with pytest.raises(StoreMissing, match="no papers"):
            PaperStore.open(tmp_path, encoder=encoder)
        writer.finish()
    writer.close()


def test_another_encoders_store_is_foreign(path, encoder):
    stamps.write(path, Stamp(Identity("use", 512), 1, "x"))
    with pytest.raises(StoreForeign, match="ASKPAPERS_ENCODER=use"):
        PaperStore.open(path, encoder=encoder)
    with pytest.raises(StoreForeign):
        PaperWriter.create(path, encoder=encoders.identity(encoder))


def test_questions_of_another_space_find_the_papers_as_its_encoder_sees_them(seen, query):
    north, east = np.float32([1, 0, 0]), np.float32([0.6, 0.8, 0])
    assert [hit.paper_id for hit in seen.nearest_papers(north, 5, space=SPACE)] == [SHEEP, BEES]
    first, second = seen.nearest_papers(east, 2, space=SPACE)
    assert (first.paper_id, second.paper_id) == (BEES, SHEEP)
    assert (first.score, second.score) == (pytest.approx(0.8), pytest.approx(0.6))
    assert seen.nearest_papers(query, 1)[0].paper_id == BEES


def test_vectors_of_another_space_come_by_paper(seen):
    found = seen.paper_vectors([BEES, STARS, "unknown"], space=SPACE)
    assert {name: row.tolist() for name, row in found.items()} == {BEES: [0, 1, 0]}
    assert seen.paper_vectors([STARS])[STARS].shape == (384,)


def test_a_space_whose_dimension_nobody_knows_agrees(seen):
    found = seen.paper_vectors([BEES], space=Identity("use", 0, "abc"))
    assert found[BEES].tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    "space", [Identity("labse", 3, "abc"), Identity("use", 3, "xyz"), Identity("use", 512, "abc")]
)
def test_a_space_of_another_encoder_is_foreign_and_both_are_named(seen, space):
    vector = np.ones(space.dimension, np.float32)
    for call in (
        lambda: seen.nearest_papers(vector, 1, space=space),
        lambda: seen.paper_vectors([BEES], space=space),
    ):
        with pytest.raises(StoreForeign) as caught:
            call()
        message = str(caught.value)
        assert f"need vectors of {space}" in message
        assert f"holds those of {SPACE}" in message
        assert message.endswith("ingest its lists again to add them")
        assert caught.value.path == seen.path


def test_a_store_without_a_second_encoder_says_how_to_add_it(store):
    with pytest.raises(StoreForeign, match="holds none: ingest its lists again to add them"):
        store.nearest_papers(np.ones(3, np.float32), 1, space=SPACE)


def test_a_store_from_before_there_was_a_second_encoder_opens(path, encoder, query):
    content = json.loads((path / stamps.FILE).read_text())
    del content["multilingual"]
    (path / stamps.FILE).write_text(json.dumps(content))
    opened = PaperStore.open(path, encoder=encoder)
    assert opened.nearest_papers(query, 1)[0].paper_id == BEES
    assert opened.encoder_names == ["minilm-l6-v2-int8"]
    with pytest.raises(StoreForeign, match="holds none"):
        opened.paper_vectors([BEES], space=SPACE)
    opened.close()


def test_a_stamp_whose_second_encoder_has_no_vectors_yet_says_so(path, store, encoder):
    stamp = stamps.read(path)
    stamps.write(path, replace(stamp, generation=stamp.generation + 1, multilingual=SPACE))
    assert store.refresh()
    assert store.paper_count == 3
    with pytest.raises(StoreForeign, match="holds none"):
        store.paper_vectors([BEES], space=SPACE)


def test_the_encoders_of_a_store_are_named(store, seen):
    assert store.encoder_names == ["minilm-l6-v2-int8"]
    assert seen.encoder_names == ["minilm-l6-v2-int8", "use"]


def test_vectors_added_by_another_ingest_are_there_after_refresh(path, store, encoder):
    writer = PaperWriter.create(path, encoder=encoders.identity(encoder), multilingual=SPACE)
    writer.add_multilingual(PAPERS, np.eye(3, dtype=np.float32))
    assert not store.refresh()
    writer.finish()
    writer.close()
    assert store.refresh()
    assert set(store.paper_vectors(store.paper_ids(), space=SPACE)) == {SHEEP, BEES, STARS}


@pytest.mark.parametrize("how", ["garbage", "cut", "tail"])
def test_a_damaged_database_says_so_and_another_opens_after_it(path, made, encoder, query, how):
    for entry in path.glob("records-*"):
        entry.unlink()
    database = path / "chroma" / "chroma.sqlite3"
    content = database.read_bytes()
    damaged = {
        "garbage": b"garbage" * 500,
        "cut": content[: len(content) // 2],
        "tail": content[:20_000] + os.urandom(len(content) - 20_000),
    }
    database.write_bytes(damaged[how])
    with pytest.raises(StoreFailed, match="damaged"):
        PaperStore.open(path, encoder=encoder).nearest_papers(query, 1)
    database.write_bytes(content)
    opened = PaperStore.open(path, encoder=encoder)
    assert opened.nearest_papers(query, 1)
    opened.close()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do all")
def test_a_read_only_store_says_so(path, encoder, query):
    for entry in [path, *path.rglob("*")]:
        entry.chmod(0o500 if entry.is_dir() else 0o400)
    with pytest.raises(StoreFailed, match="check its permissions"):
        PaperStore.open(path, encoder=encoder).nearest_papers(query, 1)
    for entry in [path, *path.rglob("*")]:
        entry.chmod(0o700)


def test_sentences_without_a_paper_are_left_out(store, query):
    rows = np.stack([query] * 3)
    store._now.sentences.upsert(["gone:0", f"{BEES}:7", "odd"], rows[:, :384])
    hits = store.nearest_sentences(query, 50)
    assert len(hits) == 6
    assert {hit.paper_id for hit in hits} == {SHEEP, BEES, STARS}


def test_a_lost_sentence_has_a_row_of_zeros(store):
    store._now.sentences.delete([f"{BEES}:1"])
    assert store.sentence_vectors([BEES])[BEES].any(axis=1).tolist() == [True, False, True]


@pytest.mark.slow
def test_another_processs_ingest_is_seen_after_refresh(path, store, query, tmp_path):
    assert not store.refresh()
    added = tmp_path / "more.jsonl"
    added.write_text('{"abstract": "Bumblebees waggle and dance to share the way to flowers."}\n')
    first = store.snapshot
    subprocess.run([sys.executable, "-c", ADD, str(added), str(path)], check=True)
    assert store.paper_count == 3
    assert store.refresh()
    assert not store.refresh()
    assert store.paper_count == 4
    assert store.snapshot != first
    (new,) = set(store.paper_ids()) - {SHEEP, BEES, STARS}
    assert new in [hit.paper_id for hit in store.nearest_papers(query, 2)]
    assert new in [hit.paper_id for hit in store.nearest_sentences(query, 3)]
    assert [hit.paper_id for hit in store.lexical.search("bumblebees", 3)] == [new]


def test_an_unfinished_ingest_is_not_seen(path, store, encoder):
    writer = PaperWriter.create(path, encoder=encoders.identity(encoder))
    writer.delete([SHEEP])
    assert not store.refresh()
    assert store.papers([SHEEP])
    writer.finish()
    writer.close()
    assert store.refresh()
    assert not store.papers([SHEEP])


def test_threads_may_ask_while_the_store_reopens(path, store, encoder, query):
    stop = threading.Event()

    def ask():
        rounds = 0
        while not stop.is_set() and rounds < 1000:
            assert store.nearest_papers(query, 2)
            assert store.sentence_vectors([BEES])[BEES].shape == (3, 384)
            rounds += 1
        return rounds

    with ThreadPoolExecutor(3) as pool:
        asking = [pool.submit(ask) for _ in range(3)]
        for _ in range(5):
            writer = PaperWriter.create(path, encoder=encoders.identity(encoder))
            writer.finish()
            writer.close()
            assert store.refresh()
        stop.set()
        assert all(future.result() for future in asking)


def test_a_closed_store_says_so(store):
    store.close()
    store.close()
    with pytest.raises(StoreFailed, match="was closed"):
        store.paper_ids()


def test_reopening_leaks_no_file(path, store, encoder):
    files = Path("/proc/self/fd")
    if not files.is_dir():
        pytest.skip("counts files the Linux way")
    opened = []
    for _ in range(12):
        stamp = stamps.read(path)
        stamps.write(path, Stamp(stamp.encoder, stamp.generation + 1, stamp.snapshot))
        assert store.refresh()
        store.nearest_papers(np.ones(384, np.float32), 1)
        opened.append(len(list(files.iterdir())))
    assert opened[-1] < opened[0] + len(opened)  # files close a moment after their session
