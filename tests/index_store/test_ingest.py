import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from index_store import encoders, stamps
from index_store.chroma import PaperStore
from index_store.errors import StoreFailed, StoreForeign, StoreLocked, StoreMissing
from index_store.ingest import ingest
from index_store.lexical import LexicalIndex
from index_store.tables import Table
from index_store.writer_lock import writer_lock

WORDS = [
    "sheep graze on hills",
    "bees dance near flowers",
    "stars burn slowly",
    "rivers carry silt",
    "proteins fold in water",
    "glaciers move downhill",
    "markets clear overnight",
]


def abstract(number):
    subject = WORDS[number % len(WORDS)]
    return f"We study how {subject} in case {number}. Method M{number} scores {number}.5 points."


def write(path, abstracts, **fields):
    lines = [json.dumps({"abstract": text} | fields) for text in abstracts]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def files(folder):
    """Every file below a folder, with its content's length and its time."""
    found = [entry for entry in folder.rglob("*") if entry.is_file()]
    return {str(entry): (entry.stat().st_size, entry.stat().st_mtime_ns) for entry in found}


def held(store):
    opened = PaperStore.open(store, encoder=None)
    papers = opened.all_papers()
    opened.close()
    return papers


@pytest.fixture(scope="module")
def encoder():
    return encoders.load("minilm-l6-v2-int8")


@pytest.fixture
def run(tmp_path, encoder):
    def run(*paths, **options):
        return ingest(list(paths), store=tmp_path / "store", encoder=encoder, **options)

    return run


@pytest.fixture
def store(tmp_path):
    return tmp_path / "store"


@pytest.fixture
def listed(tmp_path):
    return write(tmp_path / "list.jsonl", [abstract(number) for number in range(5)])


def test_a_list_becomes_a_store_that_answers(run, listed, store, encoder):
    told = []
    report = run(listed, on_progress=told.append)
    assert (report.read, report.new, report.papers, report.skipped) == (5, 5, 5, ())
    assert [(each.done, each.total) for each in told] == [(0, 5), (5, 5)]
    assert told[-1].seconds_left == 0
    opened = PaperStore.open(store, encoder=encoder)
    query = encoders.encode_query(encoder, "how do bees dance?")
    best = opened.nearest_papers(query, 1)[0].paper_id
    assert "bees" in opened.papers([best])[0].abstract
    hit = opened.nearest_sentences(query, 1)[0]
    assert (hit.paper_id, hit.index) == (best, 0)
    assert (
        opened.lexical.search("M3", 1)[0].paper_id == opened.lexical.search("case 3", 1)[0].paper_id
    )
    assert opened.sentence_vectors([best])[best].shape == (2, 384)
    opened.close()


def test_a_second_run_writes_nothing(run, listed, store):
    run(listed)
    before = files(store)
    report = run(listed, listed, on_progress=lambda progress: pytest.fail("nothing to encode"))
    assert (report.new, report.changed, report.unchanged, report.papers) == (0, 0, 5, 5)
    assert files(store) == before


def test_an_edited_paper_is_replaced_and_others_are_not_encoded(run, listed, store):
    run(listed)
    texts = [abstract(number) for number in range(5)]
    texts[1] = texts[1].replace("1.5 points", "1.75 points")
    told = []
    report = run(write(listed, [abstract(9), *texts]), on_progress=told.append)
    assert (report.new, report.changed, report.unchanged, report.papers) == (1, 1, 4, 6)
    assert told[-1].total == 2
    assert sum("1.75 points" in paper.abstract for paper in held(store)) == 1
    assert not [paper for paper in held(store) if paper.abstract == abstract(1)]


def test_a_paper_without_an_abstract_has_a_vector_and_no_sentence(run, tmp_path, store, encoder):
    path = tmp_path / "titles.jsonl"
    path.write_text('{"title": "How Bees Dance at Night"}\n{"title": "Slow Stars"}\n')
    run(path)
    opened = PaperStore.open(store, encoder=encoder)
    query = encoders.encode_query(encoder, "how bees dance at night")
    assert opened.nearest_papers(query, 1)[0].score > 0.9
    assert opened.nearest_sentences(query, 5) == []
    assert [rows.shape[0] for rows in opened.sentence_vectors(opened.paper_ids()).values()] == [
        0,
        0,
    ]
    opened.close()


def test_pruning(run, listed, store):
    run(listed)
    write(listed, [abstract(number) for number in range(3)])
    assert run(listed).papers == 5
    report = run(listed, prune=True)
    assert (report.removed, report.papers) == (2, 3)
    assert len(held(store)) == 3


def test_a_faulty_file_is_not_pruned_and_says_so(run, listed):
    run(listed)
    with write(listed, [abstract(0)]).open("a") as file:
        file.write('{"abstract": "cut')
    report = run(listed, prune=True)
    assert (report.removed, report.papers) == (0, 5)
    assert any("not pruned" in fault.reason for fault in report.skipped)


def test_nothing_read_leaves_no_store_behind(run, tmp_path, store):
    report = run(tmp_path / "nowhere.txt")
    assert (report.read, report.papers) == (0, 0)
    assert report.skipped[0].path == str(tmp_path / "nowhere.txt")
    assert not store.exists()


def test_a_folder_that_is_something_else_is_left_alone(run, listed, store):
    store.mkdir()
    (store / "thesis.tex").touch()
    with pytest.raises(StoreForeign, match=r"thesis\.tex"):
        run(listed)
    assert [entry.name for entry in store.iterdir()] == ["thesis.tex"]


def test_another_encoder_is_refused_before_anything_is_read(run, listed, store):
    run(listed)
    before = files(store)
    stamp = stamps.read(store)
    stamps.write(store, stamps.Stamp(stamps.Identity("use", 512), 1, stamp.snapshot))
    with pytest.raises(StoreForeign, match=r"use \(512 dimensions\)"):
        run(listed)
    assert files(store).keys() == before.keys()


def test_a_second_writer_is_told_who_the_first_is(run, listed, store):
    store.mkdir()
    with writer_lock(store), pytest.raises(StoreLocked, match=f"process {os.getpid()} on"):
        run(listed)


@pytest.mark.parametrize("step", ["sentences", "papers", "delete", "lexical", "stamp"])
def test_a_full_disk_loses_nothing_and_the_next_run_completes(
    run, listed, store, monkeypatch, step
):
    run(listed)
    write(listed, [abstract(number) for number in range(1, 9)])
    broken = {
        "sentences": (Table, "upsert", 0),
        "papers": (Table, "upsert", 1),
        "delete": (Table, "delete", 1),
        "lexical": (LexicalIndex, "save", 0),
        "stamp": (stamps, "write", 1),
    }
    target, name, calls = broken[step]
    real, count = getattr(target, name), iter(range(99))

    def full(*args):
        if next(count) >= calls:
            raise OSError(28, "No space left on device")
        return real(*args)

    with monkeypatch.context() as patch:
        patch.setattr(target, name, full)
        with pytest.raises(StoreFailed, match=r"full disk \(.*\); what was stored is kept"):
            run(listed, prune=True)
    kept = {paper.abstract for paper in held(store)}
    assert kept >= {abstract(number) for number in range(1, 5)}
    assert run(listed, prune=True).papers == 8
    assert {p.abstract for p in held(store)} == {abstract(number) for number in range(1, 9)}


def test_a_kill_between_sentences_and_paper_is_mended(run, listed, store, encoder, monkeypatch):
    run(listed)
    write(listed, [abstract(number) for number in range(7)])
    real = Table.upsert

    def upsert(table, ids, *rest):
        if ":" not in ids[0]:
            raise KeyboardInterrupt
        real(table, ids, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(Table, "upsert", upsert)
        with pytest.raises(KeyboardInterrupt):
            run(listed)
    opened = PaperStore.open(store, encoder=encoder)
    query = encoders.encode_query(encoder, "glaciers move downhill")
    assert {hit.paper_id for hit in opened.nearest_sentences(query, 50)} <= set(opened.paper_ids())
    assert opened.lexical.search("M3", 1)
    opened.close()
    write(listed, [abstract(number) for number in range(5)])
    assert run(listed).papers == 5
    opened = PaperStore.open(store, encoder=encoder)
    assert len(opened._now.sentences.ids()) == 10
    opened.close()


def test_lost_sentences_are_encoded_again(run, listed, store, encoder):
    run(listed)
    opened = PaperStore.open(store, encoder=encoder)
    names = opened._now.sentences.ids()
    opened._now.sentences.delete(names[:3])
    opened.close()
    stamp = stamps.read(store)
    stamps.write(store, stamps.Stamp(stamp.encoder, stamp.generation))
    run(listed)
    opened = PaperStore.open(store, encoder=encoder)
    assert sorted(opened._now.sentences.ids()) == sorted(names)
    opened.close()


def test_a_stamp_without_a_database_is_an_empty_store(run, listed, store, encoder):
    store.mkdir()
    stamps.write(store, stamps.Stamp(encoders.identity(encoder)))
    with pytest.raises(StoreMissing):
        PaperStore.open(store, encoder=encoder)
    assert [entry.name for entry in store.iterdir()] == [stamps.FILE]
    assert run(listed).papers == 5


def test_a_store_whose_database_was_deleted_is_filled_again(run, listed, store):
    run(listed)
    shutil.rmtree(store / "chroma")
    with pytest.raises(StoreMissing):
        held(store)
    assert run(listed).new == 5
    assert len(held(store)) == 5


KILLED = """
import sys
from pathlib import Path
from index_store import encoders, ingest
ingest.BATCH = 16
ingest.ingest(
    [sys.argv[1]], store=Path(sys.argv[2]), prune=True,
    encoder=encoders.load("minilm-l6-v2-int8"),
    on_progress=lambda progress: print(progress.done, flush=True),
)
"""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_a_killed_ingest_opens_and_completes(tmp_path, store, run, encoder, seed):
    """SIGKILL at a random moment of a first ingest, then of one that adds, edits and prunes."""
    dice = random.Random(seed)
    path = tmp_path / "list.jsonl"
    for numbers, figure in ((range(200), ".5"), (range(40, 260), ".25")):
        texts = [abstract(n).replace(".5", figure if n % 3 == 0 else ".5") for n in numbers]
        write(path, texts)
        acknowledged = kill_during(path, store, dice)
        if acknowledged:
            papers = held(store)
            assert len(papers) >= acknowledged
            assert all(paper.abstract for paper in papers)
        assert run(path, prune=True).papers == len(texts)
        assert {paper.abstract for paper in held(store)} == set(texts)
        opened = PaperStore.open(store, encoder=encoder)
        vectors = opened.sentence_vectors(opened.paper_ids())
        assert all(rows.any(axis=1).all() for rows in vectors.values())
        assert len(opened._now.sentences.ids()) == 2 * len(texts)
        opened.close()
        assert run(path, prune=True).unchanged == len(texts)


def kill_during(path: Path, store: Path, dice: random.Random) -> int:
    """Start an ingest and kill it after a random number of batches and a random moment more."""
    command = [sys.executable, "-c", KILLED, str(path), str(store)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        done = 0
        for _ in range(dice.randint(1, 13)):
            line = process.stdout.readline()
            done = int(line or done)
        time.sleep(dice.random() * 0.5)
        os.kill(process.pid, signal.SIGKILL)
    return done
