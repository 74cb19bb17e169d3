"""What the form of a question tells: the kind of answer wanted, and whom or what it points at.

One reading, whatever the language: English forms are told by `rag.english_forms`, Chinese ones
by `rag.chinese_forms`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rag.answers import Kind


@dataclass(frozen=True, slots=True)
class Form:
    """What is told by the form of a question.

    Attributes:
        kind: of answer.
        seeks_similar: True for "papers like X": X itself is not wanted.
        besides: the paper, in the question's words, that is not wanted again, or "".
        negated: papers are wanted that do *not* do something.
        acronym: what is asked to be spelt out, or "".
        thanks: small talk that thanks.
        help: small talk that asks what this is.
        origin: venue ("" for any) and year that all papers of are wanted.
        person: whose papers are wanted, or "".
        points_back: it holds a word that an earlier question would explain.
    """

    kind: Kind
    seeks_similar: bool = False
    besides: str = ""
    negated: bool = False
    acronym: str = ""
    thanks: bool = False
    help: bool = False
    origin: tuple[str, int | None] | None = None
    person: str = ""
    points_back: bool = False
