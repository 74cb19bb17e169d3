"""A file's bytes, and the text they stand for."""

from __future__ import annotations

import codecs
import gzip
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from index_store.papers import Fault, Record, Source

STANDARD_INPUT = "-"
# Larger than any list of abstracts; a compressed file may unfold to anything.
LARGEST_BYTES = 1 << 30
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_MOST_CONTROLS = 0.01
_MOST_BROKEN = 0.05
_LEAST_COMMON_CHINESE = 0.9
_MOST_WESTERN = 0.3


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was read.

    Attributes:
        path: absolute path, ``-`` for standard input.
        suffix: lower-case suffix with its dot, ``.gz`` taken off; "" without one.
        data: its bytes, decompressed.
        text: what they stand for, with LF line ends; None when they are not text.
    """

    path: str
    suffix: str
    data: bytes = field(repr=False)
    text: str | None = field(repr=False)

    def source(self, ordinal: int) -> Source:
        """Where the file's paper of this ordinal (from 1) comes from."""
        return Source(self.path, ordinal)

    def fault(self, reason: str, line: int | None = None) -> Fault:
        """A fault of the file, or of one of its lines."""
        return Fault(self.path, line, reason)


@dataclass(frozen=True, slots=True)
class Reader:
    """How one format is read: each module of this package that has a ``READER`` is one.

    Attributes:
        name: what users call the format.
        suffixes: lower-case suffixes with their dots, whose files are of this format.
        recognises: whether text of unknown format is of this one.
        read: a document to its records and faults, in file order.
    """

    name: str
    suffixes: frozenset[str]
    recognises: Callable[[str], bool]
    read: Callable[[Document], Iterator[Record | Fault]]


def load(path: Path | str) -> Document | Fault:
    """Read a file, or standard input for ``-``.

    Args:
        path: the file; a ``.gz`` is decompressed.

    Returns:
        The document, or a fault when the file cannot be opened or decompressed.
    """
    name = str(path)
    if name == STANDARD_INPUT:
        data = sys.stdin.buffer.read()
        return Document(name, "", data, decoded(data))
    file = Path(path).absolute()
    try:
        data = _content(file)
    except (OSError, EOFError, zlib.error, OverflowError) as error:
        what = getattr(error, "strerror", None) or str(error)
        return Fault(str(file), None, f"cannot be read ({what}): check the file")
    return Document(str(file), suffix_of(file), data, decoded(data))


def suffix_of(path: Path) -> str:
    """The suffix that tells a file's format, in lower case, ``.gz`` taken off."""
    name = path.name.lower().removesuffix(".gz")
    return Path(name).suffix


def _content(file: Path) -> bytes:
    if file.name.lower().endswith(".gz"):
        with gzip.open(file) as stream:
            data = stream.read(LARGEST_BYTES + 1)
    else:
        with file.open("rb") as stream:
            data = stream.read(LARGEST_BYTES + 1)
    if len(data) > LARGEST_BYTES:
        raise OverflowError(f"more than {LARGEST_BYTES:,} bytes")
    return data


def decoded(data: bytes) -> str | None:
    """Decode bytes: UTF-8, UTF-16 or UTF-32 by its mark, GB 18030, Windows-1252.

    Args:
        data: a file's bytes.

    Returns:
        The text with LF line ends and no byte order mark; None for what is not text.
    """
    text = _by_mark(data)
    if text is None and b"\x00" not in data:
        text = _utf8(data) or _chinese(data) or _western(data)
    if text is None or len(_CONTROLS.findall(text)) > _MOST_CONTROLS * max(len(text), 1):
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _by_mark(data: bytes) -> str | None:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    return None


def _utf8(data: bytes) -> str | None:
    """UTF-8, also with a few bytes broken in a text that is plainly UTF-8 otherwise."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    return text if broken <= _MOST_BROKEN * len(_NOT_ASCII.findall(text)) else None


def _chinese(data: bytes) -> str | None:
    """GB 18030, if what it gives are common characters.

    Western text decodes as GB 18030 often enough, but to rare characters: "é" and a letter
    after it make one that the everyday set GB 2312 does not have.
    """
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        return None
    beyond = _NOT_ASCII.findall(text)
    common = "".join(beyond).replace("—", "").encode("gb2312", "ignore").decode("gb2312")
    common_share = (len(common) + beyond.count("—")) / max(len(beyond), 1)
    return text if common_share >= _LEAST_COMMON_CHINESE else None


def _western(data: bytes) -> str | None:
    """Windows-1252, which holds Latin-1; only where most bytes are plain ASCII."""
    if sum(byte > 0x7F for byte in data) > _MOST_WESTERN * max(len(data), 1):
        return None
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")
