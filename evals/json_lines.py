"""Lines of JSON from files, packed or not; faults name the line."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from index_store.errors import InputError


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, unpacked where its name ends in ``.gz``.

    Raises:
        InputError: it cannot be read.
    """
    try:
        content = path.read_bytes()
        return (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}", path=path) from error


def numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers from 1.

    Raises:
        InputError: the file cannot be read.
    """
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            yield number, line


def json_object(path: Path, line: int, text: str) -> dict[str, Any]:
    """The JSON object of a line.

    Raises:
        InputError: it is none.
    """
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        message = f"{path}, line {line}: not JSON ({error}); write one object a line"
        raise InputError(message, path=path, line=line) from error
    if not isinstance(record, dict):
        raise InputError(f"{path}, line {line}: not an object", path=path, line=line)
    return record
