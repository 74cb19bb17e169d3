"""Plain lists: abstracts between blank lines, with headings that are no papers.

A block may also hold title, authors and "Abstract: …", one under the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from index_store.papers import Fault, Record
from index_store.readers.documents import Document, Reader
from index_store.readers.fields import Place, record_of
from index_store.readers.headings import Heading, heading, word_count

_LEAST_WORDS = 25
_MOST_WORDS = 2_000
_LEAST_LINE_WORDS = 60
_LEAST_LINES = 3
_LABEL = re.compile(
    r"^[\s*_#>]*(?P<name>title|authors?|abstract|summary|标题|题目|作者|摘\s*要)[*_]*\s*[:：][*_]*\s*",
    re.IGNORECASE,
)
_OTHER_LABEL = re.compile(r"^\s*[\w-]+[:：]|^\W*$")  # "doi: …", or the rest of another format
_LABEL_NAMES = {"标题": "title", "题目": "title", "作者": "authors", "摘要": "abstract",
                "author": "authors", "summary": "abstract"}  # fmt: skip
_PART = re.compile(r"^[A-Z][A-Za-z ]{2,30}:")
_MARKED = re.compile(r"\s{0,3}#{1,6}\s+\S")
_SHORTER = 0.6
_TABLE = re.compile(r"^\s*(?:\||<(?:table|div|tr|td|img|a)\b)")


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines between blank lines; ``line`` is the first one's number, from 1."""

    line: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines).strip()


def read(document: Document) -> Iterator[Record | Fault]:
    """Read a list's papers; the venue and year a heading names hold until the next does.

    Args:
        document: the file, decoded.

    Yields:
        Records and faults in file order.
    """
    ordinal = 0
    known = Heading()
    for block in _blocks(document.text or ""):
        said, body = _without_headings(block)
        known = said.after(known)
        for part in _papers_of(body) if body.lines else ():
            reason = _fault_of(part)
            if reason:
                yield document.fault(reason, part.line)
                continue
            record = record_of(_fields(part), Place(document.source(ordinal + 1), part.line))
            if isinstance(record, str):
                yield document.fault(record, part.line)
                continue
            ordinal += 1
            yield replace(record, venue=known.venue, year=known.year)


def _blocks(text: str) -> Iterator[_Block]:
    """Blocks between blank lines; a line marked as a heading is a block of its own."""
    lines: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        is_marked = bool(_MARKED.match(line))
        if lines and (is_marked or not line.strip()):
            yield _Block(number - len(lines), tuple(lines))
            lines = []
        if is_marked:
            yield _Block(number, (line,))
        elif line.strip():
            lines.append(line)


def _without_headings(block: _Block) -> tuple[Heading, _Block]:
    """Take headings off the top of a block, and tell what they say.

    A lone short line above an abstract may be its title, so a heading with text right under it
    has to name a venue and a year, and to be much shorter than that text's first line.
    """
    said = Heading()
    lines = block.lines
    is_brief = word_count(block.text) < _LEAST_WORDS and not _TABLE.match(block.text)
    is_all_headings = is_brief and all(heading(line) is not None for line in lines)
    while lines:
        top = heading(lines[0])
        if top is None or not (is_all_headings or len(lines) == 1 or _is_above(top, lines)):
            break
        said = top.after(said)
        lines = lines[1:]
    return said, _Block(block.line + len(block.lines) - len(lines), lines)


def _is_above(top: Heading, lines: tuple[str, ...]) -> bool:
    is_named = top.venue is not None and top.year is not None
    is_rule = not re.search(r"\w", lines[0])
    return is_rule or (is_named and len(lines[0]) < len(lines[1]) * _SHORTER)


def _papers_of(block: _Block) -> Iterator[_Block]:
    """A block's papers: one, or one a line where each line is an abstract of its own."""
    is_one_a_line = len(block.lines) >= _LEAST_LINES and all(
        word_count(line) >= _LEAST_LINE_WORDS and not _PART.match(line) for line in block.lines
    )
    if not is_one_a_line:
        yield block
        return
    for number, line in enumerate(block.lines, block.line):
        yield _Block(number, (line,))


def _fault_of(block: _Block) -> str:
    """Why a block is no paper; "" when it is one."""
    words = word_count(block.text)
    if _TABLE.match(block.text):
        return "a table or HTML, not an abstract: give the list as text"
    if words < _LEAST_WORDS:
        return f"{words} words are too few for an abstract, and it is no heading: not read"
    if words > _MOST_WORDS:
        return f"one block of {words:,} words: part the papers by blank lines"
    return ""


def _fields(block: _Block) -> dict[str, object]:
    """Title, authors and abstract of a block."""
    labelled = _labelled(block)
    if labelled is not None:
        return labelled
    *above, last = block.lines
    is_titled = 1 <= len(above) <= 2 and word_count(last) >= _LEAST_LINE_WORDS
    if is_titled and all(_is_title(line) for line in above):
        return {"title": _unmarked(above[0]), "authors": " ".join(above[1:]), "abstract": last}
    return {"abstract": block.text}


def _labelled(block: _Block) -> dict[str, object] | None:
    """Fields of a block with an "Abstract:" line; what stands above has a label or its place."""
    labels = [_LABEL.match(line) for line in block.lines]
    names = [_name(label) for label in labels]
    if "abstract" not in names:
        return None
    at = names.index("abstract")
    label = labels[at]
    fields: dict[str, object] = {}
    unnamed = iter(("title", "authors"))
    for name, line in zip(names[:at], block.lines[:at], strict=True):
        if name or not _OTHER_LABEL.match(line):
            fields[name or next(unnamed, "")] = _unmarked(_LABEL.sub("", line))
    first = block.lines[at][label.end() :] if label else block.lines[at]
    fields["abstract"] = "\n".join((first, *block.lines[at + 1 :]))
    return fields


def _name(label: re.Match[str] | None) -> str:
    if label is None:
        return ""
    name = "".join(label["name"].lower().split())
    return _LABEL_NAMES.get(name, name)


def _is_title(line: str) -> bool:
    return word_count(line) < _LEAST_WORDS and not line.rstrip().endswith((".", "。", ",", "，"))


def _unmarked(line: str) -> str:
    return line.strip().strip("#*_ ")


READER = Reader(
    name="plain list",
    suffixes=frozenset({".txt", ".md", ".markdown", ".text", ""}),
    recognises=lambda text: bool(text.strip()),
    read=read,
)
