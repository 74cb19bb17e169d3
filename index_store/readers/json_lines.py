"""JSON Lines, and JSON that is an array of objects or one object that holds such an array."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from index_store.papers import Fault, Record
from index_store.readers.documents import Document, Reader
from index_store.readers.fields import Place, record_of

_LONGEST_NUMBER = 18
_NOT_AN_OBJECT = 'not a JSON object: write one {"title": …, "abstract": …} a line'


@dataclass(frozen=True, slots=True)
class _Found:
    """A value found in a document, with its line, or the reason why it cannot be read."""

    line: int
    value: object = None
    reason: str = ""


def _integer(digits: str) -> int | str:
    # Python refuses to convert thousands of digits; nothing here counts so far.
    return int(digits) if len(digits) <= _LONGEST_NUMBER else digits


# strict=False: exporters leave raw control characters in their strings.
_DECODER = json.JSONDecoder(parse_int=_integer, strict=False)


def recognises(text: str) -> bool:
    """Whether text looks like JSON: its first line opens an object, or it opens an array."""
    start = text[:1000].lstrip()
    return start.startswith(('{"', "{ ", "{\n", "[{", "[\n", "[ {")) and '"' in start


def read(document: Document) -> Iterator[Record | Fault]:
    """Read records; a line that cannot be read is a fault, and the rest goes on.

    Args:
        document: the file, decoded.

    Yields:
        Records and faults in file order.
    """
    ordinal = 0
    for found in _values(document.text or ""):
        fields = _fields(found.value)
        if found.reason or fields is None:
            yield document.fault(found.reason or _NOT_AN_OBJECT, found.line)
            continue
        record = record_of(fields, Place(document.source(ordinal + 1), found.line))
        if isinstance(record, str):
            yield document.fault(record, found.line)
            continue
        ordinal += 1
        yield record


def _values(text: str) -> Iterator[_Found]:
    """The values of a document, whatever of the three shapes it has."""
    start = text.lstrip("\ufeff \t\n")
    line = 1 + text[: len(text) - len(start)].count("\n")
    if start.startswith("["):
        yield from _array(start, 0, line)
        return
    first, _, rest = start.partition("\n")
    if rest.strip() and not _goes_on(first, rest):
        yield from _lines(text)
        return
    whole = _decoded(start, line)
    inner = _listed(whole.value)
    yield from (_Found(line, value) for value in inner)
    if not inner:
        yield whole


def _lines(text: str) -> Iterator[_Found]:
    # Only LF ends a line of JSON: U+2028 and the like may stand in a string.
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield _decoded(line.strip("\ufeff \t"), number)


def _goes_on(line: str, rest: str) -> bool:
    """Whether a first line is only the start of an object that is printed over several."""
    is_open = line.rstrip().endswith(("{", "[", ",")) and not rest.lstrip().startswith('{"')
    return is_open and bool(_decoded(line, 1).reason)


def _array(text: str, start: int, line: int) -> Iterator[_Found]:
    """Elements of an array one by one, so that those before a fault are not lost."""
    place = start + 1
    while True:
        gap = len(text) - len(text[place:].lstrip(" \t\n,")) - place if place < len(text) else 0
        line += text.count("\n", place, place + gap)
        place += gap
        if place >= len(text):
            yield _Found(line, reason="the array ends too early: is the file complete?")
            return
        if text[place] == "]":
            return
        found, end = _decoded_at(text, place, line)
        yield found
        if end < 0:
            return
        line += text.count("\n", place, end)
        place = end


def _decoded(text: str, line: int) -> _Found:
    found, end = _decoded_at(text, 0, line)
    if not found.reason and text[end:].strip():
        return _Found(line, reason=f"not JSON: something follows at column {end + 1}")
    return found


def _decoded_at(text: str, start: int, line: int) -> tuple[_Found, int]:
    """Decode the value at an offset; the end is -1 when it cannot be."""
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        return _Found(line, reason=f"not JSON: {error.msg} (column {error.colno})"), -1
    except RecursionError:
        return _Found(line, reason="nested too deeply: give one flat object a paper"), -1
    return _Found(line, value), end


def _listed(value: object) -> list[object]:
    """The papers in an object that is no paper itself: ``{"notes": […]}``."""
    if not isinstance(value, dict) or _fields_of_paper(value):
        return []
    lists = [inner for inner in value.values() if isinstance(inner, list)]
    return next((inner for inner in lists if inner and isinstance(inner[0], dict)), [])


def _fields(value: object) -> Mapping[str, object] | None:
    """The fields of a paper; OpenReview keeps most of them one level down, in ``content``."""
    if not isinstance(value, dict):
        return None
    content = value.get("content")
    return {**value, **content} if isinstance(content, dict) else value


def _fields_of_paper(value: Mapping[str, object]) -> bool:
    return any(name.lower() in ("title", "abstract", "content") for name in value)


READER = Reader(
    name="JSON",
    suffixes=frozenset({".jsonl", ".ndjson", ".json"}),
    recognises=recognises,
    read=read,
)
