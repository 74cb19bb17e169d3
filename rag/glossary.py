"""Chinese words of a question to the English words of abstracts.

The multilingual encoder places a Chinese question near the right abstract, most of the time;
the words themselves find it more surely ("离线强化学习" is "offline reinforcement learning"),
tell which of its sentences answers, and that a question is about something else. Longest match
from the left, over ``chinese_terms.tsv`` (what questions are about) and ``chinese_cues.tsv``:
what asks (``question``), what tells the kind of answer (``cue``), each as the English words that
`rag.expectations` and `rag.clauses` know, and what says nothing (``frame``).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal, cast

from index_store.chinese import simplified

Role = Literal["question", "cue", "frame", "term", "unknown", "latin"]

_PLAIN_MARKS = str.maketrans("，。？！：；（）、", ",.?!:;(),")
_HAN_RUN = re.compile(r"[\u3400-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Word:
    """A stretch of a question.

    Attributes:
        text: as written, in simplified script.
        role: "question" for what asks, "cue" for what tells the kind of answer, "frame" for
            what says nothing, "term" for what has an entry, "unknown" for Chinese that has
            none, "latin" for everything that is not Chinese.
        english: its translations, the best first; none for unknown words and most frame words.
    """

    text: str
    role: Role
    english: tuple[str, ...] = ()


def words_of(text: str) -> tuple[Word, ...]:
    """The words of a text in order; unknown characters that follow each other are one word."""
    found: list[Word] = []
    start = 0
    text = simplified(text).translate(_PLAIN_MARKS)
    for run in _HAN_RUN.finditer(text):
        found += _latin(text[start : run.start()])
        found += _matched(run[0])
        start = run.end()
    return (*found, *_latin(text[start:]))


def _latin(text: str) -> list[Word]:
    return [Word(text.strip(), "latin", (text.strip(),))] if text.strip() else []


def _matched(run: str) -> Iterator[Word]:
    """A run of Chinese characters, word by word."""
    entries = _entries()
    longest = _longest()
    unknown = ""
    start = 0
    while start < len(run):
        sizes = range(min(longest, len(run) - start), 0, -1)
        word = next(
            (entries[run[start : start + n]] for n in sizes if run[start : start + n] in entries),
            None,
        )
        if word is None:
            unknown += run[start]
            start += 1
            continue
        if unknown:
            yield Word(unknown, "unknown")
            unknown = ""
        yield word
        start += len(word.text)
    if unknown:
        yield Word(unknown, "unknown")


@functools.cache
def _entries() -> dict[str, Word]:
    """Every entry by its Chinese; cues go before terms."""
    terms = [line.split("\t") for line in _lines("chinese_terms.tsv")]
    entries = {word: Word(word, "term", tuple(english.split(" | "))) for word, english in terms}
    for word, role, english in (line.split("\t") for line in _lines("chinese_cues.tsv")):
        known = entries.get(word, Word(word, "term")).english
        entries[word] = Word(word, cast(Role, role), (english,) if english else known)
    return entries


@functools.cache
def _longest() -> int:
    return max(map(len, _entries()))


def _lines(name: str) -> list[str]:
    return (files("rag") / name).read_text("utf-8").splitlines()
