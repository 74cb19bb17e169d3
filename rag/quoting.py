"""From chosen sentences to quotes: neighbours joined, nothing left hanging on its predecessor."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from index_store.papers import Paper

_BACK_REFERENCE = re.compile(
    r"^(?:(?:also|further(?:more)?|moreover|in addition|additionally|then|thus|hence|therefore"
    r"|however"
    r"|specifically|in particular|notably|similarly|second(?:ly)?|third(?:ly)?|finally|for instance"
    r"|for example|as a result|consequently|in contrast|instead|conversely|overall|together),?\s+)?"
    r"(?:it|its|they|their|them|these|those|such|he|she|the (?:former|latter|two|same|reason)"
    r"|this(?! (?:paper|work|article|study|survey|position paper)\b)|that(?= (?:is|was)\b)"
    r"|both(?= (?:of|are|were)\b)"
    r"|here(?=,)|doing so|in doing so|(?:to|for) this (?:end|purpose)|to (?:address|tackle|bridge"
    r"|overcome|solve|mitigate) (?:this|these|it|them|that)"
    r"|(?:in|under|with|for|at|from|within) (?:this|these|those|such)"
    r"(?! (?:paper|work|article|study|survey|position paper)\b)"
    r"|(?:based|building) on (?:this|these|that|it)|inspired by (?:this|these|our)"
    r"|leveraging (?:this|these))\b",
    re.I,
)
"""An opening that points at what came before ("It also…", "These two discrepancies…")."""

_HARMLESS = re.compile(
    r"^(?:to (?:this end|address|tackle|bridge|overcome|solve|mitigate)|this (?:paper|work)"
    r"|(?:inspired by|based on|building (?:up)?on|leveraging|motivated by) (?:this|these|our)"
    r" [\w-]+,)",
    re.I,
)
"""Openings that point back only to give a motive; they stand alone well enough."""


_UNEXPLAINED_END = re.compile(
    r"\b(?:for|in|to|under) (?:this|these|such) (?:settings?|problems?|tasks?|scenarios?)\W*$", re.I
)
"""An end that says of what the sentence speaks only by pointing ("… for this setting.")."""


def refers_back(plain: str) -> bool:
    """Whether a sentence opens, or ends, with words that its predecessor explains."""
    opens = _BACK_REFERENCE.match(plain) and not _HARMLESS.match(plain)
    return bool(opens or _UNEXPLAINED_END.search(plain))


def stretches(paper: Paper, indices: Iterable[int]) -> list[tuple[int, int]]:
    """Start and end offsets of the quotes: neighbouring sentences are one quote."""
    ordered = sorted(set(indices))
    if not ordered:
        return []
    breaks = [right for left, right in pairwise(ordered) if right != left + 1]
    starts = [ordered[0], *breaks]
    ends = [ordered[ordered.index(start) - 1] for start in breaks] + [ordered[-1]]
    return [
        (paper.sentences[start].start, paper.sentences[end].end)
        for start, end in zip(starts, ends, strict=True)
    ]
