"""The clauses of a question: each thing it asks, and what it says to set the scene."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.kinds import PAPERS

_COUNTS_PAPERS = re.compile(
    rf"\bhow many (?:[\w-]+ ){{0,2}}{PAPERS}\b|\bnumber of {PAPERS}\b", re.I
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing a question asks, or says to set the scene.

    Attributes:
        text: the words of the clause.
        reading: the same in English words, as far as they are known; what cues are looked for in.
        asks: False for a clause that only names the topic ("Conformal prediction sets: …").
        wants_number: an answer without a figure would miss ("how many…").
        yes_no: the clause expects a yes or a no, which a quote cannot give.
    """

    text: str
    asks: bool
    wants_number: bool
    yes_no: bool
    reading: str


def asks_for_papers(text: str) -> bool:
    """Whether a number of papers is asked for, and not a figure that a paper states."""
    return bool(_COUNTS_PAPERS.search(text))


_WH = (
    r"(?:what|which|who|whom|whose|where|when|why|how|by how|in what|in which|on which|on what"
    r"|on how"
    r"|with which|from which|to which|relative to which|at which|is there|is it|are they|does|do"
    r"|did|can)"
)
_AUXILIARY = (
    r"(?:is|are|was|were|does|do|did|can|could|has|have|had|will|would|should|might|may|isn't"
    r"|aren't"
    r"|doesn't|don't|must)"
)
_BREAK = re.compile(
    rf"(?<=[?!;:])\s+|(?<=[a-z)]{{2}}\.)\s+(?-i:(?=[A-Z]))|\s+[-–—]+\s+|,\s+(?=(?:and\s+|but\s+"
    rf"|or\s+)?{_WH}\b)"
    rf"|,?\s+(?=(?:and|but)\s+{_WH}\b)|,?\s+(?=and (?:is|are|was|were|has|have) (?:the|there|its"
    rf"|their|it)\b)|,\s+(?=and by\b|and if\b|and relative\b)",
    re.I,
)
_ASKS = re.compile(
    rf"^(?:and |but |or |so |also |then )*(?:if not, )?(?:{_WH}|{_AUXILIARY})\b", re.I
)
_YES_NO = re.compile(rf"^(?:and |but |or |so |also |then )*{_AUXILIARY}\b", re.I)
_REQUEST = re.compile(
    r"^(?:please |can you |could you |and |i (?:want|need) (?:you )?to )*(?:tell me|explain"
    r"|describe|define|list|name|give|show"
    r"|summari[sz]e|compare|find)\b",
    re.I,
)
_NUMBER = re.compile(
    r"\bhow (?:many|much|often|long|far|fast|big|large|quick(?:ly)?|high|low|small|strong(?:ly)?)\b"
    r"|\bby how\b|\b(?:what|which) (?:\w+ )?(?:percentage|fraction|share|proportion|number|size"
    r"|rate|bound|regret"
    r"|accuracy|speed-?up|margin|factor|improvement|reduction|ratio|cost)s?\b"
    r"|\b(?:what|which) [\w@.-]+(?: scores?)? (?:does|do|did)\b[^?]*"
    r"\b(?:reach|achieve|attain|obtain|score|get)\b"
    r"|\bhow (?:[\w-]+ ){0,2}(?:better|worse|faster|slower|sooner|quicker|cheaper|smaller|larger"
    r"|bigger|fewer|more|less|tighter|earlier)\b",
    re.I,
)


def clauses_of(text: str) -> tuple[Clause, ...]:
    """The clauses of a question, in order; never empty."""
    parts = [part.strip(" ,;:-–—") for part in _BREAK.split(text)]
    parts = [part for part in parts if any(character.isalnum() for character in part)]
    whole = _with_lone_words(parts)
    return tuple(_clause(part, alone=len(whole) == 1) for part in whole)


def _with_lone_words(parts: list[str]) -> list[str]:
    """The parts, a lone word before the next: "Where and when was it published?" is one."""
    joined: list[str] = []
    for part in parts:
        if joined and " " not in joined[-1] and _ASKS.search(joined[-1]):
            joined[-1] = f"{joined[-1]} {part}"
        else:
            joined.append(part)
    return joined


def _clause(text: str, *, alone: bool) -> Clause:
    asks = bool(_ASKS.search(text) or text.endswith("?") or _REQUEST.search(text))
    return Clause(
        text=text,
        asks=asks or alone,
        wants_number=bool(_NUMBER.search(text)) and not asks_for_papers(text),
        yes_no=bool(_YES_NO.search(text)),
        reading=text,
    )
