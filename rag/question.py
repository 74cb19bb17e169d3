"""What is asked: its kind, its language, its clauses, and what of the record it is about.

Everything here reads the question's words alone; no corpus is needed. Rules and not a model, so
that the same question is always read the same way and a wrong reading can be found and mended.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from index_store.chinese import is_traditional, mainland
from rag import chinese_forms, english_forms
from rag.answers import Kind
from rag.clauses import Clause, clauses_of
from rag.errors import QuestionError
from rag.forms import Form
from rag.kinds import without_besides, without_opening
from rag.languages import CHINESE, language_of, spaced
from rag.record_questions import Field, record_fields, without_origin

MAX_CHARACTERS = 4000
"""Longer questions are refused: nobody asks one, and pasted papers are for ingesting."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the rest of the chain reads it.

    Attributes:
        text: as asked, stripped.
        plain: the text without markup and shouting, white space folded, Chinese in simplified
            script; what is read.
        language: ISO 639-1 code, as `languages.language_of` tells it.
        traditional: whether it is in traditional Chinese, and so should be answered.
        clauses: those that the abstracts answer; what the record answers is not among them.
        record_fields: what is asked of the record, each once.
    """

    text: str
    plain: str
    language: str
    traditional: bool
    kind: Kind
    form: Form
    clauses: tuple[Clause, ...]
    record_fields: tuple[Field, ...] = ()

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
        if self.kind not in ("list", "summary"):
            return self.plain
        if self.language == CHINESE:
            return chinese_forms.without_opening(self.clauses[0].text)
        text = without_besides(self.plain) if self.form.besides else self.clauses[0].text
        return without_opening(without_origin(text))

    @property
    def yes_no(self) -> bool:
        """Whether a yes or a no is all that is expected."""
        return all(clause.yes_no for clause in self.asking)


def read_question(text: str) -> Question:
    """Read a question.

    Raises:
        QuestionError: it is empty or longer than `MAX_CHARACTERS`.
    """
    # A lone surrogate, which JSON can hold, is no text to encoders and converters.
    stripped = text.encode("utf-8", "replace").decode("utf-8").strip()
    if not any(character.isalnum() for character in stripped):
        raise QuestionError("the question is empty: ask something in plain words")
    if len(stripped) > MAX_CHARACTERS:
        raise QuestionError(
            f"the question has {len(stripped):,} characters, more than {MAX_CHARACTERS:,}: "
            "shorten it, or ingest long texts as papers"
        )
    language = language_of(stripped)
    chinese = language == CHINESE
    plain = spaced(mainland(_unmarked(stripped))) if chinese else _calm(_unmarked(stripped))
    clauses = chinese_forms.clauses_of(plain) if chinese else clauses_of(plain)
    form = chinese_forms.form_of(plain) if chinese else english_forms.form_of(plain)
    fields_of = chinese_forms.record_fields if chinese else record_fields
    talk = form.kind == "talk"
    fields, rest = ((), clauses) if talk else _split_off_record(plain, clauses, fields_of)
    return Question(
        text=stripped,
        plain=plain,
        language=language,
        traditional=is_traditional(stripped),
        kind=form.kind if rest else "about",
        form=form,
        clauses=rest or clauses,
        record_fields=fields,
    )


_TAG = re.compile(r"</?[A-Za-z][^<>]{0,80}>|\*\*|`")
_MARKER = re.compile(r"[\[【]\s*\d+\s*[\]】]")
SHOUTED = 0.7
"""From this share of capitals a text is shouted, and its capitals mean nothing."""


def _unmarked(text: str) -> str:
    """The question without tags, emphasis and citation markers."""
    return " ".join(_MARKER.sub(" ", _TAG.sub(" ", text)).split()) or " ".join(text.split())


def _calm(text: str) -> str:
    """The question, in lower case when it is shouted; of Chinese only the names are in capitals."""
    letters = [character for character in text if character.isascii() and character.isalpha()]
    capitals = sum(character.isupper() for character in letters)
    shouted = len(text.split()) > 3 and letters and capitals / len(letters) > SHOUTED
    return text.lower() if shouted else text


def _split_off_record(
    text: str, clauses: tuple[Clause, ...], fields_of: Callable[[str], tuple[Field, ...]]
) -> tuple[tuple[Field, ...], tuple[Clause, ...]]:
    """The record's fields that are asked for, and the clauses left for the abstracts.

    No clause is left when the record answers all that is asked.
    """
    by_clause = [(clause, fields_of(clause.text)) for clause in clauses]
    fields = tuple(dict.fromkeys(field for _, found in by_clause for field in found))
    rest = tuple(clause for clause, found in by_clause if not found)
    if fields:
        return fields, rest if any(clause.asks for clause in rest) else ()
    whole = fields_of(text)
    return (whole, ()) if whole else ((), clauses)
