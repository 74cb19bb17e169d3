import io
import os
import sys
from pathlib import Path

import pytest

from index_store.papers import Fault
from index_store.readers import discover, read, readers

CORPUS = Path(__file__).parents[3] / "evals" / "corpus"
LIST = '{"title": "One"}\n'


@pytest.fixture
def folder(tmp_path):
    for name in ("b.jsonl", "a.txt", ".hidden.txt", "image.png", "README.md", "sub/c.md",
                 ".git/d.txt", "sub/e.jsonl.gz"):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(LIST, encoding="utf-8")
    return tmp_path


def names(files, folder):
    return [file.relative_to(folder).as_posix() for file in files]


def test_folder_is_searched_for_lists(folder):
    files, faults = discover([str(folder)])
    assert names(files, folder) == ["a.txt", "b.jsonl", "sub/c.md", "sub/e.jsonl.gz"]
    assert not faults


def test_named_files_are_kept_and_come_once(folder):
    paths = [str(folder / "image.png"), str(folder / "README.md"), str(folder), str(folder)]
    files, faults = discover(paths)
    assert names(files, folder)[:3] == ["image.png", "README.md", "a.txt"]
    assert (len(files), faults) == (6, [])
    assert "not read" in next(read(files[0])).reason


def test_patterns(folder):
    files, faults = discover([str(folder / "**" / "*.md"), str(folder / "*.t?t")])
    assert names(files, folder) == ["sub/c.md", "a.txt"]
    assert not faults


def test_paths_are_absolute(folder, monkeypatch):
    monkeypatch.chdir(folder)
    assert discover(["a.txt"])[0] == [folder / "a.txt"]
    assert next(read("a.txt")).source.path == str(folder / "a.txt")


@pytest.mark.parametrize("path", ["/no/such/file", "/no/such/*.txt", "", "/no/["])
def test_missing_paths_are_faults(path):
    files, faults = discover([path])
    assert files == []
    assert len(faults) == 1
    assert ":" in faults[0].reason


def test_folder_without_lists_is_a_fault(tmp_path):
    (tmp_path / "image.png").write_bytes(b"")
    assert "no lists" in discover([str(tmp_path)])[1][0].reason


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LIST.encode())))
    assert discover(["-"])[0] == [Path("-")]
    record = next(read("-"))
    assert (record.title, record.source.label) == ("One", "-:1")


@pytest.mark.parametrize("suffix", [".bib", ".ris", ".csv", ".xml", ".pdf"])
def test_other_formats_are_refused_once(tmp_path, suffix):
    path = tmp_path / f"list{suffix}"
    path.write_text("anything", encoding="utf-8")
    items = list(read(path))
    assert len(items) == 1
    assert f"{suffix} files are not read" in items[0].reason


@pytest.mark.parametrize("content", [b"", b"\x89PNG\x00\x01", b"\xff\xfe", b"[", b"{", b"\x00" * 9])
@pytest.mark.parametrize("name", ["x.txt", "x.jsonl", "x", "x.json.gz"])
def test_hopeless_files_are_one_fault(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    assert all(isinstance(item, Fault) for item in read(path))


def test_unreadable_paths_are_faults(tmp_path):
    assert isinstance(next(read(tmp_path)), Fault)
    assert isinstance(next(read(tmp_path / "gone.txt")), Fault)
    (tmp_path / "loop.txt").symlink_to(tmp_path / "loop.txt")
    assert isinstance(next(read(tmp_path / "loop.txt")), Fault)


def test_named_pipe_is_read(tmp_path):
    reading, writing = os.pipe()
    os.write(writing, LIST.encode())
    os.close(writing)
    try:
        assert next(read(f"/dev/fd/{reading}")).title == "One"
    finally:
        os.close(reading)


def test_every_reader_is_found_and_the_plain_one_is_last():
    assert [reader.name for reader in readers()] == ["JSON", "plain list"]
