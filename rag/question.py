"""What is asked: its kind, its language, its clauses, and what of the record it is about.

Everything here reads the question's words alone; no corpus is needed. Rules and not a model, so
that the same question is always read the same way and a wrong reading can be found and mended.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.answers import Kind
from rag.clauses import Clause, clauses_of
from rag.errors import QuestionError
from rag.kinds import kind_of, seeks_similar, without_opening
from rag.record_questions import Field, record_fields, without_origin

MAX_CHARACTERS = 4000
"""Longer questions are refused: nobody asks one, and pasted papers are for ingesting."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the rest of the chain reads it.

    Attributes:
        text: as asked, stripped.
        plain: the text without markup and shouting, white space folded; what is read.
        language: ISO 639-1 code: "zh" or "en".
        clauses: those that the abstracts answer; what the record answers is not among them.
        record_fields: what is asked of the record, each once.
        seeks_similar: True for "papers like X": X itself is not wanted.
    """

    text: str
    plain: str
    language: str
    kind: Kind
    clauses: tuple[Clause, ...]
    record_fields: tuple[Field, ...] = ()
    seeks_similar: bool = False

    @property
    def asking(self) -> tuple[Clause, ...]:
        """The clauses that ask; all of them when none is marked so."""
        return tuple(clause for clause in self.clauses if clause.asks) or self.clauses

    @property
    def is_broad(self) -> bool:
        """Whether several papers are expected, so that none need stand out."""
        return self.kind in ("list", "summary", "compare")

    @property
    def topic(self) -> str:
        """The words that say what papers are wanted; later clauses ask what they say."""
        if self.kind in ("list", "summary"):
            return without_opening(without_origin(self.clauses[0].text))
        return self.plain

    @property
    def yes_no(self) -> bool:
        """Whether a yes or a no is all that is expected."""
        return all(clause.yes_no for clause in self.asking)


def read_question(text: str) -> Question:
    """Read a question.

    Raises:
        QuestionError: it is empty or longer than `MAX_CHARACTERS`.
    """
    stripped = text.strip()
    if not any(character.isalnum() for character in stripped):
        raise QuestionError("the question is empty: ask something in plain words")
    if len(stripped) > MAX_CHARACTERS:
        raise QuestionError(
            f"the question has {len(stripped):,} characters, more than {MAX_CHARACTERS:,}: "
            "shorten it, or ingest long texts as papers"
        )
    plain = _plain(stripped)
    clauses = clauses_of(plain)
    kind = kind_of(plain)
    fields, rest = ((), clauses) if kind == "talk" else _split_off_record(plain, clauses)
    return Question(
        text=stripped,
        plain=plain,
        language=language_of(plain),
        kind=kind if rest else "about",
        clauses=rest or clauses,
        record_fields=fields,
        seeks_similar=seeks_similar(plain),
    )


def language_of(text: str) -> str:
    """Tell the language: ``zh`` when Han characters carry a good part of the text, else ``en``.

    A Chinese character says about as much as four Latin letters, so names in Latin letters
    inside a Chinese question do not make it English.
    """
    han = len(_HAN.findall(text))
    latin = sum(character.isascii() and character.isalpha() for character in text)
    return "zh" if han and 4 * han >= latin else "en"


_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,80}>|\*\*|`")
_MARKER = re.compile(r"[\[【]\s*\d+\s*[\]】]")
SHOUTED = 0.7
"""From this share of capitals a text is shouted, and its capitals mean nothing."""


def _plain(text: str) -> str:
    """The question without tags, emphasis and citation markers; in lower case when shouted."""
    text = " ".join(_MARKER.sub(" ", _TAG.sub(" ", text)).split()) or " ".join(text.split())
    letters = [character for character in text if character.isascii() and character.isalpha()]
    capitals = sum(character.isupper() for character in letters)
    shouted = len(text.split()) > 3 and letters and capitals / len(letters) > SHOUTED
    return text.lower() if shouted else text


def _split_off_record(
    text: str, clauses: tuple[Clause, ...]
) -> tuple[tuple[Field, ...], tuple[Clause, ...]]:
    """The record's fields that are asked for, and the clauses left for the abstracts.

    No clause is left when the record answers all that is asked.
    """
    by_clause = [(clause, record_fields(clause.text)) for clause in clauses]
    fields = tuple(dict.fromkeys(field for _, found in by_clause for field in found))
    rest = tuple(clause for clause, found in by_clause if not found)
    if fields:
        return fields, rest if any(clause.asks for clause in rest) else ()
    whole = record_fields(text)
    return (whole, ()) if whole else ((), clauses)
