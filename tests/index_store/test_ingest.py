import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from index_store import encoders, stamps
from index_store.chroma import PaperStore
from index_store.connection import connect
from index_store.errors import EncoderFailed, StoreFailed, StoreForeign, StoreLocked, StoreMissing
from index_store.ingest import ingest, remove
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


def ids_in_multilingual(store):
    session = connect(store, stamps.read(store), create=False)
    return set(session.multilingual.ids())


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


@pytest.mark.slow
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


# The second encoder


@pytest.fixture
def english(stand_in):
    return stand_in("english")


@pytest.fixture
def other(stand_in):
    return stand_in("other", 6)


@pytest.fixture
def bring(store, english, monkeypatch):
    """An ingest with encoders that cost nothing; nor does the look at damage, a process."""
    monkeypatch.setattr("index_store.writers.is_sound", lambda path: True)

    def bring(*paths, **options):
        return ingest(list(paths), store=store, encoder=english, **options)

    return bring


@pytest.fixture(scope="module")
def five(tmp_path_factory):
    """A list of five papers that no test changes."""
    return write(tmp_path_factory.mktemp("five") / "list.jsonl", map(abstract, range(5)))


@pytest.fixture(scope="module")
def stores(tmp_path_factory, five, stand_in):
    """Stores of the five papers, without the second encoder and with it."""
    folder = tmp_path_factory.mktemp("stores")
    for name, second in (("plain", None), ("both", stand_in("other", 6))):
        ingest([five], store=folder / name, encoder=stand_in("english"), multilingual=second)
    return folder


@pytest.fixture
def plain(stores, store):
    return shutil.copytree(stores / "plain", store)


@pytest.fixture
def both(stores, store):
    return shutil.copytree(stores / "both", store)


def lose(store, count):
    """Some multilingual vectors are gone; gives the papers of all."""
    session = connect(store, stamps.read(store), create=True)
    names = sorted(session.multilingual.ids())
    session.multilingual.delete(names[:count])
    return names


def seen_by(store, encoder):
    """The multilingual vectors of a store by paper, each as the encoder gives it."""
    opened = PaperStore.open(store, encoder=None)
    found = opened.paper_vectors(opened.paper_ids(), space=encoders.identity(encoder))
    for paper in opened.papers(found):
        expected = encoders.encode(encoder, [paper.search_text])[0]
        assert found[paper.paper_id] @ expected == pytest.approx(1, abs=1e-5)
    opened.close()
    encoder.calls.clear()
    return set(found)


def ids(store):
    return {paper.paper_id for paper in held(store)}


def test_each_paper_has_a_vector_of_the_second_encoder(bring, listed, store, other):
    report = bring(listed, multilingual=other)
    assert (report.new, report.papers) == (5, 5)
    assert [len(texts) for texts in other.calls] == [5]
    assert seen_by(store, other) == ids(store)
    assert stamps.read(store).multilingual == encoders.identity(other)


def test_a_second_run_with_both_encoders_writes_nothing(bring, five, both, english, other):
    before = files(both)
    assert bring(five, multilingual=other).unchanged == 5
    assert files(both) == before
    assert english.calls == other.calls == []


def test_a_second_encoder_that_comes_later_sees_what_is_there(bring, five, plain, english, other):
    assert stamps.read(plain).multilingual is None
    told = []
    report = bring(five, multilingual=other, on_progress=told.append)
    assert (report.new, report.changed, report.unchanged, report.papers) == (0, 0, 5, 5)
    assert (told[-1].done, told[-1].total) == (5, 5)
    assert english.calls == []
    assert seen_by(plain, other) == ids(plain)


def test_an_open_reader_has_the_added_vectors_after_refresh(bring, five, plain, english, other):
    opened = PaperStore.open(plain, encoder=english)
    space = encoders.identity(other)
    with pytest.raises(StoreForeign, match="ingest its lists again"):
        opened.paper_vectors(opened.paper_ids(), space=space)
    bring(five, multilingual=other)
    assert opened.refresh()
    assert len(opened.paper_vectors(opened.paper_ids(), space=space)) == 5
    opened.close()


def test_an_ingest_of_another_list_adds_to_all_papers(bring, plain, tmp_path, other):
    bring(write(tmp_path / "more.jsonl", [abstract(8)]), multilingual=other)
    assert len(seen_by(plain, other)) == len(ids(plain)) == 6


def test_an_edited_paper_is_seen_anew_and_a_pruned_one_no_more(bring, listed, store, other):
    bring(listed, multilingual=other)
    other.calls.clear()
    write(listed, [abstract(number) for number in (0, 1, 2, 8)])
    assert bring(listed, multilingual=other, prune=True).removed == 2
    assert other.calls == [[abstract(8)]]
    assert seen_by(store, other) == ids_in_multilingual(store) == ids(store)


def test_removing_takes_the_second_encoders_vectors_and_keeps_the_rest(both, english, other):
    gone, *kept = sorted(ids(both))
    remove([gone, "unknown"], store=both, encoder=english)
    assert ids(both) == ids_in_multilingual(both) == set(kept)
    assert stamps.read(both).multilingual == encoders.identity(other)
    assert seen_by(both, other) == set(kept)


def test_another_second_encoder_drops_the_vectors_and_sees_all(
    bring, five, both, english, other, stand_in
):
    third = stand_in("third", 5)
    assert bring(five, multilingual=third).unchanged == 5
    assert english.calls == []
    assert seen_by(both, third) == ids(both)
    opened = PaperStore.open(both, encoder=None)
    with pytest.raises(StoreForeign, match=r"holds those of .*third"):
        opened.paper_vectors([], space=encoders.identity(other))
    opened.close()


def test_no_second_encoder_any_more_drops_the_vectors(bring, five, both, other):
    assert bring(five).unchanged == 5
    assert stamps.read(both).multilingual is None
    opened = PaperStore.open(both, encoder=None)
    with pytest.raises(StoreForeign, match="holds none"):
        opened.paper_vectors([], space=encoders.identity(other))
    opened.close()


@pytest.mark.parametrize("count", [2, 5])
def test_vectors_that_a_kill_left_out_are_filled_by_the_next_run(
    bring, five, both, english, other, count
):
    names = lose(both, count)
    stamps.write(both, replace(stamps.read(both), snapshot=None))
    assert bring(five, multilingual=other).unchanged == 5
    assert english.calls == []
    assert [len(texts) for texts in other.calls] == [count]
    assert seen_by(both, other) == set(names)
    assert stamps.read(both).snapshot


def test_vectors_that_are_lost_are_filled_by_a_run_with_check(bring, five, both, other):
    lose(both, 1)
    bring(five, multilingual=other)
    assert other.calls == []
    bring(five, multilingual=other, check=True)
    assert seen_by(both, other) == ids(both)


def test_batches_seen_before_a_kill_are_not_seen_again(bring, five, plain, other, monkeypatch):
    monkeypatch.setattr("index_store.ingest.BATCH", 2)

    def killed(progress):
        if progress.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bring(five, multilingual=other, on_progress=killed)
    assert len(seen_by(plain, other)) == 2
    bring(five, multilingual=other)
    assert [len(texts) for texts in other.calls] == [2, 1]
    assert seen_by(plain, other) == ids(plain)


def test_a_second_encoder_that_fails_loses_nothing(bring, five, plain, stand_in, other):
    failing = stand_in("other", 6)
    failing.calls = None  # so that it raises
    with pytest.raises(EncoderFailed, match="the encoder other failed"):
        bring(five, multilingual=failing)
    assert len(ids(plain)) == 5
    assert bring(five, multilingual=other).unchanged == 5
    assert seen_by(plain, other) == ids(plain)


def test_a_store_from_before_there_was_a_second_encoder_is_added_to(bring, five, plain, other):
    content = json.loads((plain / stamps.FILE).read_text())
    del content["multilingual"]
    (plain / stamps.FILE).write_text(json.dumps(content))
    before = files(plain)
    assert bring(five).unchanged == 5
    assert files(plain) == before
    bring(five, multilingual=other)
    assert seen_by(plain, other) == ids(plain)


def test_a_paper_without_an_abstract_is_seen_by_its_title(bring, tmp_path, store, other):
    path = tmp_path / "titles.jsonl"
    path.write_text('{"title": "How Bees Dance at Night"}\n')
    bring(path, multilingual=other)
    assert [[text.strip(" .") for text in call] for call in other.calls] == [
        ["How Bees Dance at Night"]
    ]
    assert seen_by(store, other) == ids(store)


def test_a_chinese_question_finds_an_english_paper(bring, five, plain, multilingual):
    bring(five, multilingual=multilingual)
    opened = PaperStore.open(plain, encoder=None)
    query = encoders.encode_query(multilingual, "河流怎样搬运泥沙？")
    (hit,) = opened.nearest_papers(query, 1, space=encoders.identity(multilingual))
    assert "rivers carry silt" in opened.papers([hit.paper_id])[0].abstract
    opened.close()


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
