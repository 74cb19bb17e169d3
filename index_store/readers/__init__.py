"""Files to records: one module a format, found by its ``READER``.

A format is added by adding a module to this package: nothing else names the formats.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from index_store.papers import Fault, Record
from index_store.readers.documents import STANDARD_INPUT, Document, Reader, load, suffix_of

__all__ = ["discover", "read", "readers"]

_FALLBACK = "plain_lists"
# Files that stand beside lists in a folder and are none.
_NOT_LISTS = re.compile(r"(?:readme|licen[cs]e|notice|changelog|contributing|makefile)\b", re.I)
# Text of these formats, under a name that does not say so, must not pass for a plain list.
_FOREIGN = (
    (re.compile(r"\s*<(?:\?xml|!doctype|html|feed)\b", re.I), "XML or HTML"),
    (re.compile(r"(?:\s*%[^\n]*\n)*\s*@[a-z]+\s*[{(]", re.I), "BibTeX"),
    (re.compile(r"\s*TY  - "), "RIS"),
)


@lru_cache(maxsize=1)
def readers() -> tuple[Reader, ...]:
    """All readers, the one that takes any text last."""
    names = sorted((module.name for module in iter_modules(__path__)), key=_FALLBACK.__eq__)
    modules = [import_module(f"{__name__}.{name}") for name in names]
    return tuple(module.READER for module in modules if hasattr(module, "READER"))


def discover(paths: Sequence[str]) -> tuple[list[Path], list[Fault]]:
    """Find the files to read.

    Folders are searched through; hidden files and, in folders and patterns, files of no known
    format are left out. A file named by itself is always kept: `read` says what is wrong with
    it. Each file comes once, in the order given, folders by name.

    Args:
        paths: files, folders, patterns with ``*``, ``?`` or ``[``, or ``-``: standard input.

    Returns:
        The files, ``Path("-")`` for standard input, and a fault for each path that leads to
        none.
    """
    files: dict[Path, None] = {}
    faults: list[Fault] = []
    for path in paths:
        found, reason = _found(path)
        files.update(dict.fromkeys(found))
        if reason:
            faults.append(Fault(path, None, reason))
    return list(files), faults


def read(path: Path | str) -> Iterator[Record | Fault]:
    """Read one file, by the reader of its suffix, else by a look at its content.

    Args:
        path: a file, or ``-`` for standard input.

    Yields:
        Records and faults, in file order. Nothing is raised for what is wrong with the file.
    """
    document = load(path)
    if isinstance(document, Fault):
        yield document
        return
    reason = _refusal(document)
    if reason:
        yield document.fault(reason)
        return
    is_empty = True
    for item in _reader(document).read(document):
        is_empty = False
        yield item
    if is_empty:
        yield document.fault("no papers found: abstracts are expected, parted by blank lines")


def _found(path: str) -> tuple[list[Path], str]:
    """Files of one path, and why there are none."""
    place = Path(path)
    if path == STANDARD_INPUT:
        return [Path(STANDARD_INPUT)], ""
    if not path.strip():
        return [], "an empty path: name a file, a folder or -"
    if place.is_dir():
        files, unread = _members(place)
        nothing = "" if files else f"no lists in this folder: {_formats()} files are read"
        return files, unread or nothing
    if os.path.lexists(place):
        return [place.absolute()], ""
    # Path.glob takes no absolute patterns, and raises on odd ones.
    matches = [Path(match) for match in sorted(glob.glob(path, recursive=True))]  # noqa: PTH207
    if not matches:
        return [], "no such file or folder: check the path"
    files = [file for match in matches for file in _matched(match)]
    return files, "" if files else f"nothing that matches can be read: {_formats()} files are"


def _matched(match: Path) -> list[Path]:
    if match.is_dir():
        return _members(match)[0]
    return [match.absolute()] if _is_list(match) else []


def _members(folder: Path) -> tuple[list[Path], str]:
    """Lists in a folder and in those below it, and what kept one from being searched."""
    files: list[Path] = []
    refused: list[OSError] = []
    for root, folders, names in os.walk(folder.absolute(), onerror=refused.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        files += [Path(root, name) for name in sorted(names) if _is_list(Path(name))]
    return files, f"cannot be searched ({refused[0].strerror})" if refused else ""


def _is_list(path: Path) -> bool:
    is_hidden = path.name.startswith(".")
    return not is_hidden and not _NOT_LISTS.match(path.name) and suffix_of(path) in _suffixes()


def _suffixes() -> frozenset[str]:
    return frozenset[str]().union(*(reader.suffixes for reader in readers()))


def _formats() -> str:
    return ", ".join(sorted(suffix for suffix in _suffixes() if suffix))


def _refusal(document: Document) -> str:
    """Why a document is not read at all; "" when a reader takes it."""
    if document.suffix not in _suffixes():
        return f"{document.suffix} files are not read: give one of {_formats()}"
    if document.text is None:
        return "not text (UTF-8, UTF-16 with a mark, GB 18030 and Windows-1252 are read)"
    if not document.text.strip():
        return "the file is empty"
    if document.suffix in readers()[-1].suffixes:
        for pattern, name in _FOREIGN:
            if pattern.match(document.text):
                return f"{name} is not read: give one of {_formats()}"
    return ""


def _reader(document: Document) -> Reader:
    *particular, fallback = readers()
    for reader in particular:
        if document.suffix in reader.suffixes:
            return reader
    text = document.text or ""
    return next((reader for reader in particular if reader.recognises(text)), fallback)
