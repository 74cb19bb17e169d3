"""Lines are read whatever ends them and whatever packs them, and faults name the line."""

import gzip

import pytest

from evals.json_lines import json_object, numbered_lines, read_text
from index_store.errors import InputError


@pytest.fixture
def path(tmp_path):
    return tmp_path / "lines.jsonl"


@pytest.mark.parametrize("text", ["", "{}\n", '{"q": "问题"}\n', "{}\r\n{}\r\n"])
def test_a_text_is_read_packed_or_not(path, text):
    path.write_bytes(text.encode())
    packed = path.with_name("lines.jsonl.gz")
    packed.write_bytes(gzip.compress(text.encode()))
    assert read_text(path) == read_text(packed) == text


def test_a_mark_of_byte_order_is_no_text(path):
    path.write_bytes(b'\xef\xbb\xbf{"id": 1}\n')
    ((line, text),) = numbered_lines(path)
    assert json_object(path, line, text) == {"id": 1}


def test_blank_lines_are_left_out_and_counted(path):
    path.write_text('\n{"a": 1}\n \t　\n{"b": 2}', "utf-8")
    assert list(numbered_lines(path)) == [(2, '{"a": 1}'), (4, '{"b": 2}')]


def test_a_file_without_text_has_no_lines(path):
    path.write_text("\n\n", "utf-8")
    assert list(numbered_lines(path)) == []


@pytest.mark.parametrize("inside", ["\u2028", "\u0085", "\x0c", "\u2029", "\x1e"])
def test_what_only_looks_like_a_line_end_is_none(path, inside):
    path.write_text(f'{{"a": "x{inside}y"}}\n{{"b": 1}}\n', "utf-8")
    assert [number for number, _ in numbered_lines(path)] == [1, 2]


def test_lines_of_windows_are_objects(path):
    path.write_bytes(b'{"a": 1}\r\n\r\n{"b": 2}\r\n')
    found = [json_object(path, line, text) for line, text in numbered_lines(path)]
    assert found == [{"a": 1}, {"b": 2}]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("latin.jsonl", "{'a': 'é'}".encode("latin-1")),
        ("plain.jsonl.gz", b'{"a": 1}\n'),
        ("cut.jsonl.gz", gzip.compress(b'{"a": 1}\n' * 50)[:-10]),
        ("latin.jsonl.gz", gzip.compress("é".encode("latin-1"))),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=f"cannot read .*{name}") as raised:
        list(numbered_lines(path))
    assert raised.value.path == path


def test_neither_can_what_is_not_there_nor_a_folder(tmp_path):
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(InputError, match="cannot read"):
            read_text(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("{} {}", "not JSON"),
        ("{'a': 1}", "not JSON"),
        ("", "not JSON"),
        ("[1]", "not an object"),
        ('"text"', "not an object"),
        ("null", "not an object"),
        ("3", "not an object"),
    ],
)
def test_a_line_that_is_no_object_is_named(path, text, message):
    with pytest.raises(InputError, match=rf"lines\.jsonl, line 7: {message}") as raised:
        json_object(path, 7, text)
    assert (raised.value.path, raised.value.line) == (path, 7)
