import gzip
from pathlib import Path

import pytest

from index_store.papers import Fault
from index_store.readers.documents import decoded, load

TEXT = "Naïve “rationale” — the model’s output.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_western_text(encoding):
    assert decoded(TEXT.encode(encoding)) == TEXT


def test_latin_1_is_not_taken_for_chinese():
    assert decoded("Müller, café à la crème, très naïf".encode("latin-1")).endswith("très naïf")


def test_chinese_text():
    text = "ICML 2025 论文列表\n\n我们提出一种“方法”——它很好。"
    assert decoded(text.encode("gbk")) == text
    assert decoded(text.encode("gb18030")) == text


def test_line_ends_become_lf():
    assert decoded(b"a\r\nb\rc\n") == "a\nb\nc\n"


def test_a_broken_byte_in_a_long_text_is_replaced():
    data = ("é" * 100).encode() + b"\xff end"
    assert decoded(data).endswith("\ufffd end")


@pytest.mark.parametrize(
    "data", [b"\x89PNG\r\n\x1a\n\x00\x00", bytes(range(256)), b"\x01\x02\x03" * 9]
)
def test_what_is_not_text(data):
    assert decoded(data) is None


def test_gzip(tmp_path: Path):
    path = tmp_path / "list.TXT.gz"
    path.write_bytes(gzip.compress(b"text"))
    document = load(path)
    assert (document.text, document.suffix) == ("text", ".txt")
    path.write_bytes(path.read_bytes()[:-9])
    assert isinstance(load(path), Fault)
    path.write_bytes(b"no gzip")
    assert "cannot be read" in load(path).reason
