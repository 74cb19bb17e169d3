"""What a text is about, as concepts that an abstract holds or does not.

An English word is one concept with one way to say it, its stem; an everyday acronym
(``acronyms.tsv``) may be spelt out as well. A Chinese word has several: its translations, and
itself, for abstracts in Chinese.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files

from index_store.chinese import HAN
from index_store.lexical import LexicalIndex, terms
from rag.glossary import Word, words_of

_BEFORE_MARK = re.compile(r" (?=[?.,!;:])")
_ACRONYM = re.compile(r"(?<![A-Za-z0-9-])[A-Za-z]+(?![A-Za-z0-9])")

Concept = tuple[frozenset[str], ...]
"""The ways to say one thing, each the terms it takes."""

FRAME_TERMS = frozenset(
    terms(
        "paper papers work works working study studies article abstract author authors tell explain"
        " describe define give show list name mention discuss say says call called mean means stand"
        " stands acronym idea main contribution contributions method methods approach approaches"
        " technique framework proposed propose proposes introduce introduced introduces present"
        " presented do does used use uses using summary summarise summarize overview exactly"
        " actually please question thing things kind sort different differ compare compared"
        " versus vs deal deals new one two both many much get know here available there"
        " anything something test tested evaluated tried run"
    )
)
"""Stems that shape a question and say nothing of what it is about."""


def concepts_of(text: str) -> tuple[Concept, ...]:
    """The concepts of a text, each once, in order."""
    if not HAN.search(text):
        return _english(text)
    found = (concept for word in words_of(text) for concept in _of_word(word))
    return tuple(dict.fromkeys(found))


def coverage(wanted: Sequence[Concept], held: frozenset[str], lexical: LexicalIndex) -> float:
    """Share of the wanted concepts that are held, each weighted by its idf; 0 for none wanted.

    Of the ways to say a concept the one counts that is held best; of equals, the commonest here.
    """
    weighed = [_weighed(concept, held, lexical) for concept in wanted]
    whole = sum(weight for weight, _ in weighed)
    return sum(weight * share for weight, share in weighed) / whole if whole else 0.0


def reading_of(text: str) -> str:
    """The text in English words as far as they are known.

    Not a translation: `rag.expectations` looks for words and does not mind their order. Only
    what asks of the whole ("why", "how does") goes first, where English has it; "how many" and
    "which" stand before their noun in both.
    """
    if not HAN.search(text):
        return text
    words = [word for word in words_of(text) if word.english]
    first = [word for word in words if word.role == "question" and not _is_before_noun(word)]
    rest = [word for word in words if word not in first]
    return _BEFORE_MARK.sub("", " ".join(word.english[0] for word in (*first, *rest)))


def search_words(text: str) -> str:
    """What BM25 looks for: of Chinese every translation of its terms, then the words themselves."""
    if not HAN.search(text):
        return " ".join([text, *_spelt_out(text).values()])
    told = [word for word in words_of(text) if word.role in ("term", "cue", "latin", "unknown")]
    english = [other for word in told for other in word.english]
    english += _spelt_out(text).values()
    return " ".join([*english, *(word.text for word in told if word.role != "latin")])


def _is_before_noun(word: Word) -> bool:
    return word.english[0].startswith(("how many", "which", "what percentage"))


def _english(text: str) -> tuple[Concept, ...]:
    found = dict.fromkeys(term for term in terms(text) if term not in FRAME_TERMS)
    spelt = _spelt_out(text)
    meant = {_stem(f"{acronym}{end}"): spelt[acronym] for acronym in spelt for end in ("", "s")}
    return tuple(
        (frozenset([term]), *([frozenset(terms(meant[term]))] if term in meant else []))
        for term in found
    )


def _spelt_out(text: str) -> dict[str, str]:
    """The acronyms in a text, each with its long form."""
    words = {word.removesuffix("s") for word in _ACRONYM.findall(text)}
    return {acronym: long for acronym, long in _acronyms().items() if acronym in words}


def _stem(acronym: str) -> str:
    return terms(acronym)[0]


@functools.cache
def _acronyms() -> dict[str, str]:
    """The long form of each acronym that abstracts use without explaining it."""
    lines = (files("rag") / "acronyms.tsv").read_text("utf-8").splitlines()
    return {acronym: long for acronym, _, long in (line.partition("\t") for line in lines)}


def _of_word(word: Word) -> Iterable[Concept]:
    if word.role in ("question", "frame") or (word.role == "unknown" and len(word.text) == 1):
        return ()
    if word.role == "latin":
        return _english(word.text)
    said = (*word.english, word.text)
    ways = [frozenset(terms(way)) - FRAME_TERMS for way in said]
    return [tuple(way for way in ways if way)] if any(ways[:-1]) or word.role == "unknown" else ()


def _weighed(concept: Concept, held: frozenset[str], lexical: LexicalIndex) -> tuple[float, float]:
    """How much a concept weighs, a mean idf, and the share of it that is held."""
    ways = [_way(way, held, lexical) for way in concept]
    return max(ways, key=lambda way: (way[1], -way[0]))


def _way(way: frozenset[str], held: frozenset[str], lexical: LexicalIndex) -> tuple[float, float]:
    weights = {term: lexical.idf(term) for term in way}
    whole = sum(weights.values())
    return whole / len(way), sum(weights[term] for term in way & held) / whole
