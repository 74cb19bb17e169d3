"""An abstract to its sentences, with offsets into the abstract as it is stored.

nupunkt finds the boundaries. Mathematics, addresses and link targets hold full stops that end
no sentence, so they are masked first, by text of the same length: offsets stay true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from threading import Lock
from typing import Protocol

from index_store.cleaning import plain
from index_store.papers import Sentence

# nupunkt's general model knows thousands of "abbreviations" that are plain words ("cancer",
# "tasks", "code"). In abstracts a word of four letters or more is one only if listed here.
_ABBREVIATIONS = (
    "w.r.t", "s.t", "i.i.d", "a.k.a", "resp", "approx", "fig", "figs", "eq", "eqs", "eqn",
    "sec", "tab", "thm", "alg", "ref", "refs", "cf", "viz", "al", "e.g", "i.e", "vs", "p.o",
    "i.p", "i.v", "spp", "subsp", "suppl", "conf", "proc", "dept", "univ", "prof", "acad", "biol",
    "biochem", "assoc", "corp",
)  # fmt: skip
_WORDS = (
    "all", "ago", "day", "how", "so", "in", "lab", "leg", "low", "met", "fed", "ill", "tax", "cap",
    "seq", "min", "mo", "yr", "kg", "ms",
)  # fmt: skip
# Whatever stands before the full stop, these open a sentence after it; and a word in capitals
# ("AT.", "GNNs.") is the name of a thing much more often than an abbreviation with a full stop.
_OPENING = re.compile(
    r"\.\s+(?=(?:The|We|This|These|However|Our|In|It|Moreover|Furthermore|Thus|Here|Additionally|"
    r"Finally|Therefore|While|Although|To|Using|BACKGROUND|METHODS?|RESULTS?|CONCLUSIONS?)\b)"
    r"|(?<![\w.])\w{0,9}[A-Z]\w{0,9}[A-Z]\w{0,9}\.\s+(?=[A-Z][a-z])"
)

_MASKED = re.compile(
    r"\$\$[^$]+\$\$|(?<!\\)\$(?=\S)[^$]*?(?<=\S)\$(?!\d)"  # mathematics
    r"|(?<=\]\()[^()\s]+(?=\))"  # the target of a link
    r"|https?://[^\s<>]*[^\s<>.,;:!?'\"*)\]}]"  # an address, without what ends the sentence
    r"|\\[a-zA-Z]+"
    r"|<[a-zA-Z][^<>]*(?<!/)>"  # an opening tag, which belongs to what follows
)
_CLOSING_TAG = re.compile(r"</[a-zA-Z][^<>]*>|<[a-zA-Z][^<>]*/>")
_PARAGRAPH = re.compile(
    r"\n[ \t]*\n\s*|\n(?=[ \t]*(?:[-*•·]|\(?\d{1,2}[.)])[ \t]+\S)"
    r"|(?<=\S)\s*(?=<(?:p|li|div|h\d|jats:p|jats:sec)\b)"
)
# Full-width marks end a sentence without a space after them.
_FULL_WIDTH_END = re.compile(r"[。！？｡]+[”’」』）)\"']*")
_AFTER_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|cf|vs|w\.r\.t|[Ff]igs?|[Ee]qs?)\.)\s*$")
# A sentence longer than this is a list without full stops: it is cut where it pauses.
_LONGEST = 1_200
_PAUSE = re.compile(r"[;；]\s*|[,，、]\s*|\s+")


class _Tokenizer(Protocol):
    def span_tokenize(self, text: str) -> Iterator[tuple[int, int]]: ...


def split(abstract: str) -> tuple[Sentence, ...]:
    """Split an abstract into sentences.

    Every character that is no whitespace belongs to exactly one sentence; sentences are in
    order, do not overlap and neither begin nor end with whitespace.

    Args:
        abstract: the text as stored; offsets count its code points.

    Returns:
        The sentences; empty for an abstract that is empty or only whitespace.
    """
    starts = sorted(set(_starts(abstract)))
    ends = [*starts[1:], len(abstract)]
    trimmed = (_trimmed(abstract, *span) for span in zip(starts, ends, strict=True))
    return tuple(
        Sentence(start=start, end=end, plain=plain(abstract[start:end]))
        for start, end in trimmed
        if start < end
    )


def _starts(abstract: str) -> Iterator[int]:
    """Where sentences start; 0 among them."""
    masked = _masked(abstract)
    for start, end in _paragraphs(abstract):
        yield start
        paragraph = masked[start:end].replace("\n", " ")
        starts = sorted({0, *_boundaries(paragraph), len(paragraph)})
        for first, last in pairwise(starts):
            yield start + first
            yield from _pauses(paragraph, first, last, start)


def _masked(abstract: str) -> str:
    """The abstract, as long as before, with quiet letters where full stops end no sentence."""
    abstract = _CLOSING_TAG.sub(lambda match: " " * len(match[0]), abstract)
    return _MASKED.sub(lambda match: "q" * len(match[0]), abstract)


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for gap in _PARAGRAPH.finditer(text):
        yield start, gap.end()
        start = gap.end()
    yield start, len(text)


def _boundaries(paragraph: str) -> Iterator[int]:
    for start, _ in _spans(paragraph):
        if not _AFTER_ABBREVIATION.search(paragraph, max(0, start - 12), start):
            yield start
    for pattern in (_FULL_WIDTH_END, _OPENING):
        for match in pattern.finditer(paragraph):
            yield match.end()


def _pauses(paragraph: str, first: int, last: int, offset: int) -> Iterator[int]:
    """Cuts of a sentence that is too long to be read as one, at the last pause that fits."""
    while last - first > _LONGEST:
        pauses = [match.end() for match in _PAUSE.finditer(paragraph, first, first + _LONGEST)]
        strong = [end for end in pauses if paragraph[:end].rstrip()[-1:] in (";", "；")]
        first = (strong or pauses or [first + _LONGEST])[-1]
        yield offset + first


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


_loading = Lock()
_tokenizers: list[_Tokenizer] = []


def _spans(text: str) -> list[tuple[int, int]]:
    """Sentence spans of nupunkt, which is loaded at the first call, once for all threads."""
    if not _tokenizers:
        with _loading:
            if not _tokenizers:
                _tokenizers.append(_load())
    return list(_tokenizers[0].span_tokenize(text)) if text.strip() else []


def _load() -> _Tokenizer:
    from nupunkt.models import load_default_model

    # A tokenizer of our own: the one that nupunkt caches would change for everybody.
    tokenizer = load_default_model()
    words = {word for word in tokenizer.abbreviations if len(word) > 3 and word.isalpha()}
    for word in (*words, *_WORDS):
        tokenizer.remove_abbreviation(word)
    tokenizer.add_abbreviations(list(_ABBREVIATIONS))
    return tokenizer
