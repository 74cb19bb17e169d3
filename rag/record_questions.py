"""What a question asks of the record rather than of the abstract: authors, venue, link, code."""

from __future__ import annotations

import re
from typing import Literal

from rag.kinds import PAPERS

Field = Literal["authors", "venue", "year", "link", "code", "corpus"]
"""What is asked of the record; "corpus" is the list of papers itself."""

_HERE = r"(?:the|this|your) (?:corpus|collection|list|store|index|database|data ?set)"
_CORPUS = re.compile(
    rf"^how many {PAPERS} (?:do you (?:have|know|hold|cover)|are there|have you(?: got| read)?"
    rf"|are (?:in|here)|does {_HERE} (?:have|hold|contain))"
    rf"(?: (?:in )?(?:here|in total|altogether|now|indexed|{_HERE}))*\s*\??$"
    r"|^(?:what|which) (?:papers|conferences?|venues?|years?|corpus) (?:do you (?:have"
    r"|know|cover)|are (?:covered|here|in (?:here|the corpus)))\s*\??$"
    rf"|^what(?:'s| is) in (?:here|{_HERE})\s*\??$|^how (?:big|large) is {_HERE}\s*\??$",
    re.I,
)
_NOUNS: tuple[tuple[Field, str], ...] = (
    ("authors", r"authors?"),
    ("code", r"(?:source )?code|github|repo(?:sitory)?"),
    ("link", r"links?|urls?|pdf|doi|web ?page|address"),
    ("venue", r"venue|conference|journal"),
    ("year", r"year"),
)
_NOUN = "|".join(pattern for _, pattern in _NOUNS)
_NOUN_PHRASE = re.compile(
    rf"^(?:(?:what|who|give|show|tell|list|name|find)\b[^?]{{0,12}}? )?(?:the )?"
    rf"(?:(?:first|last|lead|senior) )?((?:{_NOUN})(?:(?: and|,| or|,? and) (?:the )?(?:{_NOUN}))*)"
    r" (?:of|for|to)\b",
    re.I,
)
"""Fields named one after the other: "the authors and code of PEAKS"."""
_ASKING: tuple[tuple[Field, re.Pattern[str]], ...] = (
    (
        "authors",
        re.compile(
            r"\bhow many authors\b|\bwho(?:'s| is| are| were| was)? (?:(?:the )?(?:first |last "
            r"|lead "
            r"|main |senior )?authors?|wrote|writes|authored|co-authored|behind|proposed|proposes"
            r"|introduced|introduces|invented|developed|develops|created|made|came up with"
            r"|published|designed|built)\b"
            r"|\bwritten by (?:whom|who)\b|\bby whom\b|\bwho(?:se)? (?:paper|work) is\b",
            re.I,
        ),
    ),
    (
        "code",
        re.compile(
            r"^(?!.*\b(?:licen[sc]e|how many)\b).*(?:\b(?:source )?code (?:for|available|public"
            r"|released|online|open|repo\w*)\b"
            r"|\b(?:is|are|where)\b[^?]{0,60}\b(?:code|implementation|github|repo(?:sitory)?)\b"
            r"|\b(?:release|share|publish|provide)\w* (?:the |their |its |any )?code\b"
            r"|\bgithub\b|\bopen[- ]sourced?\b|^[\w-]+ code\??$)",
            re.I,
        ),
    ),
    (
        "link",
        re.compile(
            r"\bwhere (?:can|do|could) i (?:find|read|get|download)\b[^?]*\b(?:paper|pdf|article"
            r"|full text)\b",
            re.I,
        ),
    ),
    (
        "venue",
        re.compile(
            r"\b(?:where (?:was|were|is)|(?:in|at) (?:which|what) (?:venue|conference|journal))\b"
            r"[^?]*\b(?:published|appear(?:s|ed)?|presented|accepted)\b"
            r"|\b(?:which|what) (?:venue|conference|journal)\b",
            re.I,
        ),
    ),
    (
        "year",
        re.compile(
            r"\b(?:when (?:was|were|did)|(?:in )?(?:which|what) year)\b[^?]*"
            r"\b(?:published|appear(?:s|ed)?|presented|come out|written|from)\b",
            re.I,
        ),
    ),
)

_ORIGIN = re.compile(
    rf"\b(?:papers?|{PAPERS}|what|anything) (?:are |is |there |do you have "
    rf"|do you know )?(?:(?:published|presented|accepted)"
    r" )?(?:from|in|at|of)(?: the(?: year)?)? "
    r"(?-i:([A-Z][A-Za-z&]*[A-Z]\w*|ICML|NeurIPS|ICLR)?[ ,]*((?:19|20)\d\d)?)\s*\??$",
    re.I,
)


def record_fields(text: str) -> tuple[Field, ...]:
    """The fields of the record that a text asks for; none when the abstracts are meant."""
    if _CORPUS.search(text):
        return ("corpus",)
    phrase = _NOUN_PHRASE.search(text)
    if phrase:
        return tuple(
            field for field, pattern in _NOUNS if re.search(rf"\b(?:{pattern})\b", phrase[1], re.I)
        )
    return tuple(field for field, pattern in _ASKING if pattern.search(text))


_TRAILING_ORIGIN = re.compile(
    r"(?<=\S) (?:from|in|at|of) (?:[A-Z][A-Za-z]*[A-Z]\w*(?: (?:19|20)\d\d)?|(?:19|20)\d\d)\s*\??$"
)


def without_origin(text: str) -> str:
    """The text without a venue and year at its end ("… on diffusion from ICML 2025")."""
    return _TRAILING_ORIGIN.sub("", text)


def origin_asked(text: str) -> tuple[str, int | None] | None:
    """Venue ("" for any) and year that all papers of are wanted, or None.

    "papers from ICML 2025", "how many papers from 2024?".
    """
    match = _ORIGIN.search(text)
    if match is None or not (match[1] or match[2]):
        return None
    return match[1] or "", int(match[2]) if match[2] else None
