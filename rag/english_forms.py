"""English questions: what their form tells, put together from `kinds` and `record_questions`."""

from __future__ import annotations

import re

from rag.forms import Form
from rag.kinds import (
    acronym_asked,
    asks_for_help,
    besides_asked,
    is_negated,
    is_thanks,
    kind_of,
    seeks_similar,
)
from rag.record_questions import origin_asked

_PART = r"[A-ZÀ-Þ](?=\w*[a-zà-ÿ.])[\w.'’-]"
_PARTICLES = r"(?:(?:de|van|von|der|den|la|le|bin|al)\b ?)*"
_NAME = rf"(?-i:({_PARTICLES}{_PART}+(?: {_PARTICLES}{_PART}*){{0,3}}))"
_PERSON = re.compile(
    r"\b(?:papers?|works?|articles?|anything|something) (?:are |is )?(?:written |authored )?by "
    rf"{_NAME}|\bdid {_NAME} (?:write|author|publish)|\bwritten by {_NAME}"
    rf"|\b(?:has|have) {_NAME} (?:written|authored|published)",
    re.I,
)


_POINTS_BACK = re.compile(
    r"^(?:and|but) |\b(?:it|its|they|their|them|this|that|these|those|he|she|his|her"
    r"|the (?:first|second|third|last|other) one)\b|^tell me more\b",
    re.I,
)


def form_of(text: str) -> Form:
    """What the form of an English question tells."""
    return Form(
        kind=kind_of(text),
        seeks_similar=seeks_similar(text),
        besides=besides_asked(text),
        negated=is_negated(text),
        acronym=acronym_asked(text) or "",
        thanks=is_thanks(text),
        help=asks_for_help(text),
        origin=origin_asked(text),
        person=person_asked(text),
        points_back=bool(_POINTS_BACK.search(text)),
    )


def person_asked(text: str) -> str:
    """The person whose papers a question asks for ("papers by Ada Lovelace"), or ""."""
    match = _PERSON.search(text)
    return next((group for group in match.groups() if group), "") if match else ""
