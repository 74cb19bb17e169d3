"""Headings of a plain list: what tells them from abstracts, and what they say of its papers."""

from __future__ import annotations

import re
from dataclasses import dataclass

_YEAR = r"(?<![\w./])(?P<year>(?:19[5-9]|20[0-4])\d)(?!\d)"
# An acronym: two capitals or more ("ICML", "NeurIPS", "ACL-IJCNLP"), as venues are written.
_ACRONYM = r"(?P<venue>(?=[\w-]*[A-Z][\w-]*[A-Z])[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*)"
_VENUE_YEAR = re.compile(rf"\b{_ACRONYM}[\s.,'’@:_/-]{{0,3}}(?P<year>(?:19[5-9]|20[0-4])\d)(?!\d)")
_YEAR_VENUE = re.compile(rf"{_YEAR}\s?年?(?:度|的)?[\s.,:_/-]{{0,3}}{_ACRONYM}(?![a-z])")
_SHORT_YEAR = re.compile(rf"\b{_ACRONYM}\s?['’](?P<year>\d\d)\b")
_SPELT_OUT = re.compile(
    r"(?P<venue>(?:[A-Z][\w-]*\s+)*(?:Conference|Symposium|Workshop|Journal|Transactions)"
    rf"(?:\s+(?:on|of|for|in|and|the|[A-Z][\w-]*))*)\W{{0,3}}\s*{_YEAR}"
)
# Venues that a heading may name without a year, or in small letters.
_VENUES = (
    "ICML NeurIPS NIPS ICLR AAAI IJCAI CVPR ICCV ECCV ACL EMNLP NAACL COLING TACL KDD WWW SIGIR "
    "WSDM CIKM AISTATS UAI COLT CoRL RSS ICRA INTERSPEECH ICASSP TMLR JMLR arXiv"
)
_CANONICAL = {venue.casefold(): venue for venue in _VENUES.split(" ")}
_KNOWN = re.compile(rf"\b({'|'.join(_CANONICAL.values())})\b")
_KNOWN_BEFORE_YEAR = re.compile(
    rf"\b({'|'.join(_CANONICAL)})[\s_-]?(?=(?:19|20)\d\d)", re.IGNORECASE
)
# Capitals before a year that name a field and no venue: "AI 2025".
_FIELDS = frozenset({"AI", "ML", "NLP", "CV", "RL", "DL", "LLM", "LLMS", "USA", "UK", "EU"})

_RULE = re.compile(r"[\s\W_]*")
_MARKDOWN = re.compile(r"^\s{0,3}#{1,6}(?:\s|$)")
_SENTENCE_END = re.compile(r"[.!?。！？…]['\"”’」)*_]*\s*$")
_CHINESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LONGEST_WORDS = 14
_LONGEST_CHINESE = 40


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says of the papers under it; None where it says nothing."""

    venue: str | None = None
    year: int | None = None

    def after(self, earlier: Heading) -> Heading:
        """What holds from this heading on, given what held before.

        A year alone leaves the venue; another venue without a year takes the year away.
        """
        if self.venue is None:
            return Heading(earlier.venue, self.year or earlier.year)
        if self.year is None and self.venue == earlier.venue:
            return earlier
        return self


def heading(line: str) -> Heading | None:
    """Read a line as a heading.

    Args:
        line: one line of a list, in any language.

    Returns:
        What it says, None when the line is no heading but text: long, or a sentence.
    """
    text = line.strip()
    if _RULE.fullmatch(text):
        return Heading()
    names = named(text)
    if _MARKDOWN.match(line) or (is_short(text) and not _SENTENCE_END.search(text)):
        return names
    is_title = is_short(text) and names.venue is not None and names.year is not None
    return names if is_title else None


def is_known_venue(text: str) -> bool:
    """Whether a text is the acronym of a well-known venue and nothing else, in any case."""
    return text.casefold() in _CANONICAL


def is_short(text: str) -> bool:
    """Whether a text is as short as a heading is."""
    return word_count(text) <= _LONGEST_WORDS or (
        len(_CHINESE.findall(text)) > len(text) / 4 and len(text) <= _LONGEST_CHINESE
    )


def word_count(text: str) -> int:
    """Words of a text, where two characters of a script without spaces count as one."""
    characters = len(_CHINESE.findall(text))
    return len(_CHINESE.sub(" ", text).split()) + (characters + 1) // 2


def named(text: str) -> Heading:
    """The venue and year that a short text names: "ICML 2025 poster" is ICML, 2025."""
    for pattern in (_VENUE_YEAR, _YEAR_VENUE, _SHORT_YEAR, _SPELT_OUT):
        match = pattern.search(text)
        if match and match["venue"].upper() not in _FIELDS:
            year = int(match["year"])
            return Heading(" ".join(match["venue"].split()), year if year > 99 else 2000 + year)
    year_alone = re.search(r"(?<!\d)(?:19[5-9]|20[0-4])\d(?!\d)", text)
    known = _KNOWN_BEFORE_YEAR.search(text) or _KNOWN.search(text)
    venue = _CANONICAL.get(known[1].casefold() if known else text.casefold())
    return Heading(venue, int(year_alone[0]) if year_alone else None)
