import json
import os
import shutil
import tempfile
from dataclasses import replace

import pytest

from index_store import stamps
from index_store.checkups import contents, stores
from index_store.settings import Settings
from index_store.stamps import Identity
from index_store.writer_lock import writer_lock


@pytest.fixture
def look(settings, identities, monkeypatch):
    """Looks at the store but for what is in it, which `contents` does: findings by name."""

    def take(settings=settings, identities=identities):
        return {each.name: each for each in stores.findings(settings, identities)}

    monkeypatch.setattr(contents, "findings", lambda store, copy, stamp: ())
    return take


def states(found):
    return {name: each.state for name, each in found.items()}


def tree(folder):
    """Every file and folder with all that a write would change of it."""
    return {
        str(path): (path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in [folder, *folder.rglob("*")]
    }


def test_a_sound_store_is_in_order_and_stays_as_it_was(settings, identities):
    before = tree(settings.store)
    found = {each.name: each for each in stores.findings(settings, identities)}
    assert {each.state for each in found.values()} == {"ok"}
    assert set(found) > {"folder", "last ingest", "encoder", "multilingual", *contents._NAMES}
    assert found["size"].data["bytes"] > 10_000
    assert tree(settings.store) == before


def test_nothing_is_left_where_temporary_files_are(settings, identities, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    assert len(list(stores.findings(settings, identities))) > 9
    assert list((tmp_path / "temporary").iterdir()) == []


def test_no_store_yet_is_as_it_should_be(look, tmp_path):
    found = look(Settings(tmp_path / "none"))
    assert states(found) == {"folder": "ok", "permissions": "ok"}
    assert "askpapers ingest" in found["folder"].remedy


@pytest.mark.parametrize("named", ["environment", "option"])
def test_a_store_that_is_named_and_not_there_is_a_fault(look, tmp_path, named):
    folder = tmp_path / "none"
    if named == "option":
        found = look(Settings.load({}, store=folder))
    else:
        found = look(Settings.load({"ASKPAPERS_STORE": str(folder)}))
    assert found["folder"].state == "fault"
    assert not folder.exists()


def test_a_foreign_folder_and_a_file_are_faults(look, tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    assert look(Settings(tmp_path))["folder"].state == "fault"
    assert look(Settings(tmp_path / "thesis.tex"))["folder"].state == "fault"


def test_a_store_of_another_format_is_a_fault(look, store):
    content = json.loads((store / stamps.FILE).read_text())
    (store / stamps.FILE).write_text(json.dumps(content | {"format": 99}))
    assert "format 99" in look()["folder"].text


@pytest.mark.parametrize("stamp", [b"{", b"\xff\xfe\xff", b"[]"])
def test_a_damaged_stamp_is_a_fault_and_the_rest_is_looked_at(settings, identities, store, stamp):
    (store / stamps.FILE).write_bytes(stamp)
    found = {each.name: each for each in stores.findings(settings, identities)}
    assert found["folder"].state == "fault"
    assert found["folder"].remedy
    assert found["vectors"].state == "ok"


def test_a_store_cut_short_is_warned_of(look, store):
    stamps.write(store, replace(stamps.read(store), snapshot=None))
    found = look()["last ingest"]
    assert (found.state, "repeat" in found.remedy) == ("warning", True)


def test_another_encoder_is_a_fault_and_says_which_to_set(look, identities):
    others = identities | {"stand-in": Identity("elsewhere", 4)}
    found = look(identities=others)["encoder"]
    assert found.state == "fault"
    assert "ASKPAPERS_ENCODER=stand-in" in found.remedy


def test_another_file_of_the_same_encoder_is_a_fault(look, identities):
    others = identities | {"stand-in": Identity("stand-in", 4, "abc")}
    found = look(identities=others)["encoder"]
    assert (found.state, "install" in found.remedy) == ("fault", True)


def test_encoders_that_cannot_be_made_are_not_compared(look):
    found = look(identities={})
    assert (found["encoder"].state, found["multilingual"].state) == ("warning", "warning")


def test_another_multilingual_encoder_is_warned_of(look, store, identities):
    others = identities | {"other": Identity("elsewhere", 3)}
    assert look(identities=others)["multilingual"].state == "warning"
    stamps.write(store, replace(stamps.read(store), multilingual=None))
    assert look()["multilingual"].state == "warning"


def test_no_multilingual_encoder_can_be_wished_for(look, settings):
    found = look(replace(settings, multilingual_encoder="none"))
    assert found["multilingual"].state == "ok"


def test_a_store_that_is_being_written_is_left_alone(settings, identities, store, monkeypatch):
    monkeypatch.setattr(contents, "findings", None)
    with writer_lock(store):
        found = {each.name: each for each in stores.findings(settings, identities)}
    assert found["contents"].state == "warning"
    assert str(os.getpid()) in found["last ingest"].text


def test_what_cannot_be_written_is_a_fault(look, store, monkeypatch):
    database = store / "chroma" / "chroma.sqlite3"
    monkeypatch.setattr(os, "access", lambda path, mode: path != database)
    found = look()["permissions"]
    assert found.state == "fault"
    assert found.data["paths"] == [str(database)]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do all")
def test_a_read_only_store_is_looked_at_all_the_same(settings, identities, store):
    for entry in [store, *store.rglob("*")]:
        entry.chmod(0o500 if entry.is_dir() else 0o400)
    found = {each.name: each.state for each in stores.findings(settings, identities)}
    for entry in [store, *store.rglob("*")]:
        entry.chmod(0o700)
    assert found.pop("permissions") == "fault"
    assert set(found.values()) == {"ok"}


def test_a_copy_of_what_is_read_only_can_be_written(store):
    source = store / "chroma"
    for entry in [source, *source.rglob("*")]:
        entry.chmod(0o500 if entry.is_dir() else 0o400)
    with stores._copied(store) as copy:
        modes = {entry.stat().st_mode & 0o200 for entry in (copy / "chroma").rglob("*")}
    for entry in [source, *source.rglob("*")]:
        entry.chmod(0o700)
    assert modes == {0o200}


def test_without_room_for_a_copy_nothing_is_copied(look, monkeypatch, store):
    usage = shutil.disk_usage(store)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=10**6))
    monkeypatch.setattr(shutil, "copytree", None)
    found = look()["contents"]
    assert (found.state, "TMPDIR" in found.remedy) == ("warning", True)


def test_what_cannot_be_copied_is_a_fault(look, monkeypatch):
    def refuse(source, copy, **options):
        raise shutil.Error([("a", "b", "Input/output error")])

    monkeypatch.setattr(shutil, "copytree", refuse)
    found = look()["contents"]
    assert found.state == "fault"
    assert "Input/output error" in found.text


def test_a_copy_is_made_again_when_somebody_wrote_meanwhile(look, monkeypatch):
    real, copies = stores._copy, []

    def copy(source, target):
        copies.append(target)
        if len(copies) == 1:
            (source / "chroma.sqlite3").write_bytes((source / "chroma.sqlite3").read_bytes())
        real(source, target)

    monkeypatch.setattr(stores, "_copy", copy)
    assert set(states(look()).values()) == {"ok"}
    assert len(copies) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "damage"),
    [
        ("header.bin", "cut"),
        ("data_level0.bin", "cut"),
        ("data_level0.bin", "garbage"),
        ("index_metadata.pickle", "cut"),
        ("index_metadata.pickle", "gone"),
    ],
)
def test_damaged_vectors_are_a_fault_whatever_the_engine_does(
    tmp_path, identities, large, file, damage
):
    store = shutil.copytree(large, tmp_path / "store")
    path = next((store / "chroma").glob(f"*/{file}"))
    if damage == "cut":
        os.truncate(path, path.stat().st_size // 10)
    elif damage == "garbage":
        path.write_bytes(os.urandom(path.stat().st_size))
    else:
        path.unlink()
    environ = {"ASKPAPERS_ENCODER": "stand-in", "ASKPAPERS_MULTILINGUAL_ENCODER": "other"}
    found = list(stores.findings(Settings.load(environ, store=store), identities))
    (fault,) = (each for each in found if each.state == "fault")
    assert fault.name in ("papers", "vectors")  # by which of the tables is damaged
    assert "--check" in fault.remedy
    assert {each.name for each in found if each.state == "warning"} <= {"vectors"}
