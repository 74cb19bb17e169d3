"""Chinese words of a question to the English words of abstracts.

The multilingual encoder places a Chinese question near the right abstract, most of the time;
the words themselves find it more surely ("离线强化学习" is "offline reinforcement learning"),
tell which of its sentences answers, and that a question is about something else. Longest match
from the left, over `chinese_terms.tsv` and the cues of `rag.chinese_cues`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from index_store.chinese import simplified
from rag.chinese_cues import FRAME_WORDS, QUESTION_CUES, TOPIC_CUES

Role = Literal["question", "cue", "frame", "term", "unknown", "latin"]

_HAN_RUN = re.compile(r"[\u3400-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Word:
    """A stretch of a question.

    Attributes:
        text: as written, in simplified script.
        role: "question" for what asks, "cue" for what tells the kind of answer, "frame" for
            what says nothing, "term" for what has an entry, "unknown" for Chinese that has
            none, "latin" for everything that is not Chinese.
        english: its translations, the best first; none for frame words and unknown ones.
    """

    text: str
    role: Role
    english: tuple[str, ...] = ()


def words_of(text: str) -> tuple[Word, ...]:
    """The words of a text in order; unknown characters that follow each other are one word."""
    found: list[Word] = []
    start = 0
    text = simplified(text)
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
    longest = max(map(len, entries))
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
    """Every entry by its Chinese; cues go before terms, and terms before frame words."""
    entries = {word: Word(word, "frame") for word in FRAME_WORDS}
    for line in (files("rag") / "chinese_terms.tsv").read_text("utf-8").splitlines():
        chinese, _, english = line.partition("\t")
        entries[chinese] = Word(chinese, "term", tuple(english.split(" | ")))
    entries |= {word: Word(word, "cue", (english,)) for word, english in TOPIC_CUES.items()}
    asking = {word: Word(word, "question", (english,)) for word, english in QUESTION_CUES.items()}
    return entries | asking
