"""Which of a source's sentences speak of what a sentence says: cosine, and words held.

Words are compared by their stems, and by the letters they share, since a sentence says
"methylation" of what its source calls "methylated".
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from index_store.lexical import LexicalIndex, terms
from rag.concepts import Concept, concepts_of, coverage
from rag.number_words import in_digits

Vector = NDArray[np.float32]

COVERAGE_WEIGHT = 1.0
"""What full coverage counts beside a cosine of 1: chosen on SciFact's training claims."""
ALIKE = 0.5
"""Share of three-letter runs that makes two words forms of one."""
SHORTEST = 4
"""Letters of a word that may be another form of one: shorter ones are alike by chance."""


_NEGATIVE = ("un", "non", "in", "im", "ir", "dis", "anti")
"""What makes a word the negative of another: "unsupervised" is no form of "supervised"."""


class Encodes(Protocol):
    """What gives the vector of a text: a `rag.spaces.Space`."""

    def encode(self, question: str) -> Vector:
        """Its vector, shape (dimension,), length one."""


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """A sentence of a source beside the sentence that rests on it.

    Attributes:
        index: which sentence of the source.
        text: in plain text.
        vector: of the text.
        cosine: of the two sentences.
        covered: share by idf of the sentence's concepts that this one holds.
    """

    index: int
    text: str
    vector: Vector
    cosine: float
    covered: float

    @property
    def nearness(self) -> float:
        """How much it speaks of what the sentence says; compare within one source."""
        return self.cosine + COVERAGE_WEIGHT * self.covered


def ranked(
    sentence: str, source: Sequence[str], *, space: Encodes, lexical: LexicalIndex
) -> list[SourceSentence]:
    """The sentences of a source, those first that speak most of what a sentence says.

    Args:
        sentence: what rests on the source, in plain text.
        source: its sentences, in plain text.
        space: where the two are compared.
        lexical: the papers whose words tell what is rare.
    """
    vector = space.encode(sentence)
    wanted = said_concepts(sentence)
    found = []
    for index, text in enumerate(source):
        other = space.encode(text)
        covered = held_share(wanted, text, lexical)
        found.append(SourceSentence(index, text, other, float(other @ vector), covered))
    return sorted(found, key=lambda one: (-one.nearness, one.index))


def said_concepts(sentence: str) -> tuple[Concept, ...]:
    """What a sentence says, its numbers in digits."""
    return concepts_of(in_digits(sentence))


def held_share(wanted: Sequence[Concept], text: str, lexical: LexicalIndex) -> float:
    """Share by idf of some concepts that a text holds, in these words or other forms of them."""
    held = frozenset(terms(in_digits(text)))
    asked = frozenset(term for concept in wanted for way in concept for term in way)
    return coverage(wanted, held | _other_forms(asked - held, held), lexical)


def _other_forms(asked: Iterable[str], held: Iterable[str]) -> frozenset[str]:
    """Those asked terms that are alike one that is held; "supervised" is not "unsupervised"."""
    words = [term for term in held if _may_vary(term)]
    return frozenset(
        term
        for term in asked
        if _may_vary(term)
        and any(_likeness(term, word) >= ALIKE and not _deny(term, word) for word in words)
    )


def _may_vary(term: str) -> bool:
    """Whether a term has other forms: a number and a name with one have none."""
    return len(term) >= SHORTEST and term.isalpha() and term.isascii()


def _deny(one: str, other: str) -> bool:
    """Whether one of two words is the other's negative by its first letters."""
    shorter, longer = sorted((one, other), key=len)
    return any(longer.startswith(prefix + shorter[:3]) for prefix in _NEGATIVE)


def _likeness(one: str, other: str) -> float:
    """Dice's coefficient of the three-letter runs of two words, their ends marked."""
    first, second = _runs(one), _runs(other)
    return 2 * len(first & second) / (len(first) + len(second))


@functools.lru_cache(maxsize=50_000)
def _runs(word: str) -> frozenset[str]:
    marked = f"^{word}$"
    return frozenset(marked[start : start + 3] for start in range(len(marked) - 2))
