"""A corpus is ingested once: its store is found again until it, or what ingests it, changes."""

import json
import os
from pathlib import Path

import pytest

import index_store
from evals import kept_stores
from evals.chain import Encoders
from evals.kept_stores import KEPT_VERSIONS, code_digest, default_cache, kept_store
from index_store import ingest, stamps, writers
from index_store.chroma import PaperStore
from index_store.errors import EncoderFailed, InputError
from index_store.ingest import IngestReport

BEES = {"title": "Dances of Bees", "abstract": "Bees dance to tell of flowers."}
ANTS = {"title": "Trails of Ants", "abstract": "Ants follow trails of scent."}
WASPS = {"title": "蜂巢", "abstract": "黄蜂用木浆筑巢。我们测量了巢的强度。"}


@pytest.fixture
def encoders(stand_in):
    return Encoders(stand_in("main"), None)


@pytest.fixture
def corpus(tmp_path, write):
    return write(tmp_path / "lists" / "corpus.jsonl", [BEES, ANTS, WASPS])


@pytest.fixture
def keep(corpus, encoders, tmp_path):
    """The store of the corpus, and how often it was told of progress."""

    def keep(lists=(corpus,), given=encoders, name="animals", **options):
        told = []
        folder = kept_store(
            name, lists, given, cache=tmp_path / "cache", **{"on_progress": told.append, **options}
        )
        return folder, len(told)

    return keep


@pytest.fixture
def code(monkeypatch):
    """Makes the code that ingests another."""

    def code(digest):
        monkeypatch.setattr(kept_stores, "code_digest", lambda: digest)

    return code


@pytest.fixture
def quick(monkeypatch):
    """Stamps stores and puts no papers there; gives the lists of each."""
    made = []

    def stamped(files, *, store, encoder, **_):
        made.append(list(files))
        store.mkdir(parents=True)
        stamps.write(store, stamps.Stamp(stamps.Identity(encoder.model_name), 1, "s"))
        return IngestReport(1, 1, 0, 0, 0, 0, (), 1, 0.0)

    monkeypatch.setattr(kept_stores, "ingest", stamped)
    return made


def titles(folder):
    opened = PaperStore.open(folder, encoder=None)
    found = sorted(paper.display_title for paper in opened.all_papers())
    opened.close()
    return found


def encoded(encoder):
    return [text for call in encoder.calls for text in call]


def made_at(folder, second):
    os.utime(folder, (second, second))


def stop_after_one(progress):
    if progress.done == 1:
        raise KeyboardInterrupt


@pytest.fixture
def killed(keep, monkeypatch):
    """A store whose ingest was ended after its first paper; its vectors are taken for sound.

    A look at them takes a process of its own, and its own tests.
    """
    monkeypatch.setattr(writers, "is_sound", lambda _: True)
    monkeypatch.setattr(ingest, "BATCH", 1)
    with pytest.raises(KeyboardInterrupt):
        keep(on_progress=stop_after_one)


def test_a_store_holds_the_papers_of_the_lists(keep):
    folder, told = keep()
    assert told
    assert titles(folder) == ["Dances of Bees", "Trails of Ants", "蜂巢"]
    assert stamps.read(folder).snapshot is not None


def test_it_is_made_once(keep, encoders):
    first, _ = keep()
    encoders.main.calls.clear()
    assert keep() == (first, 0)
    assert encoders.main.calls == []


def test_it_is_found_again_for_another_copy_of_the_lists(keep, tmp_path, write):
    first, _ = keep()
    copy = write(tmp_path / "elsewhere" / "corpus.jsonl", [BEES, ANTS, WASPS])
    assert keep([copy]) == (first, 0)


def test_other_content_has_another_store(keep, corpus, write):
    first, _ = keep()
    write(corpus, [BEES, ANTS])
    second, told = keep()
    assert told
    assert second.parent != first.parent
    assert titles(second) == ["Dances of Bees", "Trails of Ants"]
    assert len(titles(first)) == 3


def test_so_have_the_same_lines_in_other_files(keep, quick, corpus, tmp_path, write):
    parts = [write(tmp_path / f"{one['title']}.jsonl", [one]) for one in (BEES, ANTS, WASPS)]
    lists = [[corpus], parts, parts[:2], parts[:1]]
    assert len({keep(some)[0].parent for some in lists}) == len(lists)
    assert quick == [[str(path) for path in some] for some in lists]


def test_other_encoders_have_other_stores(keep, quick, stand_in):
    main, many = stand_in("main"), stand_in("many")
    given = [
        Encoders(main, None),
        Encoders(main, many),
        Encoders(many, main),
        Encoders(stand_in("main", dimension=4), None),
    ]
    assert len({keep(given=one)[0].parent for one in given}) == len(given)
    keep(given=Encoders(stand_in("main"), stand_in("many")))
    assert len(quick) == len(given)


def test_one_corpus_may_be_kept_under_two_names(keep, quick):
    assert keep(name="animals")[0] != keep(name="动物")[0]
    assert len(quick) == 2


def test_a_multilingual_encoder_encodes_the_papers_too(keep, stand_in):
    given = Encoders(stand_in("main"), stand_in("many", dimension=4))
    folder, _ = keep(given=given)
    assert stamps.read(folder).multilingual.dimension == 4
    assert any("黄蜂" in text for text in encoded(given.multilingual))


def test_other_code_has_another_store(keep, code):
    code("old")
    first, _ = keep()
    code("new")
    second, told = keep()
    assert told
    assert (first.name, second.name) == ("old", "new")
    assert first.parent == second.parent
    code("old")
    assert keep() == (first, 0)


@pytest.mark.usefixtures("quick")
def test_the_oldest_stores_of_other_code_are_forgotten(keep, code):
    folders = []
    for number in range(KEPT_VERSIONS + 2):
        code(f"code{number}")
        folders.append(keep()[0])
        made_at(folders[-1], 1_000 + number)
    assert [folder.exists() for folder in folders] == [False, False, True, True]


@pytest.mark.usefixtures("quick")
def test_those_of_another_corpus_are_not(keep, code, corpus, write):
    code("code0")
    others = [keep(name="others")[0], keep()[0]]
    write(corpus, [BEES])
    for number in range(KEPT_VERSIONS + 1):
        code(f"code{number}")
        made_at(keep()[0], 1_000 + number)
    assert all(folder.exists() for folder in others)


def test_an_unfinished_store_goes_on_where_it_was(keep, killed, encoders):
    done = set(encoded(encoders.main))
    assert any("Bees" in text for text in done)
    encoders.main.calls.clear()
    folder, told = keep()
    assert told
    assert titles(folder) == ["Dances of Bees", "Trails of Ants", "蜂巢"]
    assert not done & set(encoded(encoders.main))
    assert keep() == (folder, 0)


@pytest.mark.usefixtures("quick")
def test_a_store_that_is_not_finished_costs_no_older_one(keep, code, monkeypatch):
    folders = []
    for number in range(KEPT_VERSIONS):
        code(f"code{number}")
        folders.append(keep()[0])

    def cut_short(_files, *, store, **_):
        store.mkdir(parents=True)
        raise KeyboardInterrupt

    code("new")
    monkeypatch.setattr(kept_stores, "ingest", cut_short)
    with pytest.raises(KeyboardInterrupt):
        keep()
    assert all(folder.exists() for folder in folders)


def test_a_store_that_was_emptied_is_made_again(keep):
    folder, _ = keep()
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    again, told = keep()
    assert (again, bool(told), len(titles(again))) == (folder, True, 3)


def test_a_folder_of_lists_is_read_whole(keep, tmp_path, write):
    write(tmp_path / "lists" / "more" / "owls.jsonl", [{"abstract": "Owls hunt by ear."}])
    folder, _ = keep([tmp_path / "lists"])
    assert len(titles(folder)) == 4


def test_a_new_file_in_a_folder_is_other_content_and_a_hidden_one_is_not(
    keep, quick, tmp_path, corpus, write
):
    first, _ = keep([tmp_path / "lists"])
    write(tmp_path / "lists" / ".hidden.jsonl", [{"abstract": "Owls hunt by ear."}])
    assert keep([tmp_path / "lists"])[0] == first
    write(tmp_path / "lists" / "more" / "owls.jsonl", [{"abstract": "Owls hunt by ear."}])
    assert keep([tmp_path / "lists"])[0] != first
    assert len(quick) == 2


def test_an_encoder_that_fails_leaves_nothing_to_be_taken_for_a_store(keep, stand_in, tmp_path):
    class Failing(type(stand_in())):
        def encode(self, texts):
            raise ValueError("out of memory")

    with pytest.raises(EncoderFailed, match="out of memory"):
        keep(given=Encoders(Failing(model_name="main"), None))
    left = [path.parent for path in tmp_path.rglob(stamps.FILE)]
    assert [stamps.read(folder).snapshot for folder in left] == [None]


@pytest.fixture
def sources(monkeypatch, tmp_path):
    """A package in the place of the one that ingests; gives the digest of its code."""
    monkeypatch.setattr(index_store, "__path__", [str(tmp_path / "code")])

    def sources(**modules):
        for name, text in modules.items():
            path = tmp_path / "code" / f"{name.replace('__', '/')}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        code_digest.cache_clear()
        return code_digest()

    yield sources
    code_digest.cache_clear()


CODE = "def read(path):\n    return path.read_text()\n"


def test_words_for_people_are_no_code(sources):
    spoken = (
        '"""Reads."""\n\n# 读取\ndef read(path):\n    """The text."""\n'
        "    return path.read_text()  # as it is\n"
    )
    assert sources(reading=CODE) == sources(reading=spoken)


@pytest.mark.parametrize(
    "other",
    [
        CODE.replace("path.read_text()", 'path.read_text("utf-8")'),
        CODE.replace("def read", "async def read"),
        CODE + "LONGEST = 3\n",
        "",
    ],
)
def test_what_is_code_changes_the_digest(sources, other):
    assert sources(reading=CODE) != sources(reading=other)


def test_a_new_module_changes_it_unless_it_only_examines_stores(sources):
    plain = sources(reading=CODE)
    assert sources(checkups__advice="ADVICE = 1\n") == plain
    assert sources(readers__lists="LISTS = 1\n") != plain


def test_a_docstring_may_be_all_there_is(sources):
    assert sources(errors='class Wrong(Exception):\n    """It is wrong."""\n')


def test_stores_are_kept_where_the_machine_keeps_such_things(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_cache().name == "evals"
    assert "askpapers" in default_cache().parts
    assert Path.cwd() not in default_cache().parents


def test_a_list_that_is_not_there_is_named(keep, corpus, tmp_path):
    with pytest.raises(InputError, match="nowhere"):
        keep([corpus, tmp_path / "nowhere.jsonl"])


def test_what_stands_beside_lists_in_a_folder_is_none(keep, corpus):
    words = "This licence is longer than any abstract that has to be told from a heading. " * 4
    (corpus.parent / "LICENSE").write_text(words, "utf-8")
    assert len(titles(keep([corpus.parent])[0])) == 3


def test_lists_without_papers_are_refused(keep, tmp_path, write):
    with pytest.raises(InputError, match="no papers"):
        keep([write(tmp_path / "empty.jsonl", [{"title": ""}])])


def test_records_that_cannot_be_read_are_told_of(keep, tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_text(f"{json.dumps(BEES)}\n{{\n", "utf-8")
    told = []
    keep([path], on_skipped=told.append)
    assert [fault.line for fault in told] == [2]
