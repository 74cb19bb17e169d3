"""What is asked: its kind, its language, its clauses, and what of the record it is about.

Everything here reads the question's words alone; no corpus is needed. Rules and not a model, so
that the same question is always read the same way and a wrong reading can be found and mended.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from rag.answers import Kind
from rag.clauses import PAPERS, Clause, clauses_of
from rag.errors import QuestionError

MAX_CHARACTERS = 4000
"""Longer questions are refused: nobody asks one, and pasted papers are for ingesting."""

Field = Literal["authors", "venue", "year", "link", "code", "corpus"]
"""What a question about the record asks for; "corpus" is the list of papers itself."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the rest of the chain reads it.

    Attributes:
        text: as asked, stripped.
        language: ISO 639-1 code: "zh" or "en".
        clauses: those that the abstracts answer; what the record answers is not among them.
        record_fields: what is asked of the record, in order.
        seeks_similar: True for "papers like X": X itself is not wanted.
    """

    text: str
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
        return self.clauses[0].text if self.kind in ("list", "summary") else self.text

    @property
    def thanks(self) -> bool:
        """Whether small talk thanks or takes its leave, rather than greets."""
        return self.kind == "talk" and bool(_THANKS.search(self.text))

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
    folded = " ".join(stripped.split())
    clauses = clauses_of(folded)
    fields, rest = _split_off_record(folded, clauses)
    return Question(
        text=stripped,
        language=language_of(folded),
        kind=_kind(folded) if rest else "about",
        clauses=rest or clauses,
        record_fields=fields,
        seeks_similar=bool(_SIMILAR.search(folded)),
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

_THANKS = re.compile(r"\b(?:thanks?|thx|bye|goodbye|cool|great|nice|ok(?:ay)?)\b|谢谢|再见", re.I)

_SIMILAR = re.compile(
    rf"\b{PAPERS} (?:[\w-]+ )?(?:(?:like|resembling)|(?:similar|related|close) to)\b"
    rf"|\b(?:similar|related) {PAPERS}\b",
    re.I,
)

_TALK = re.compile(
    r"^(?:hi|hello|hey|hallo|good (?:morning|afternoon|evening|day)|greetings|thanks?|thank you"
    r"|many thanks|thx|bye|goodbye|ok(?:ay)?|cool|great|nice|help|test"
    r"|who are you|what are you|what can you do|what do you do|how are you"
    r"|how (?:do|can|should) i use (?:this|you|it)|what is this|how does this work|你好|您好|谢谢)"
    r"(?: (?:there|all|everyone|you|so much|very much|a lot|again|askpapers"
    r"|for your help))*[\s!.,?！。？]*$",
    re.I,
)

_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("talk", _TALK),
    (
        "summary",
        re.compile(
            r"\bsummar(?:y|ies|i[sz]e[sd]?|i[sz]ing)\b|\boverview\b|\btl;?dr\b|\bsurvey of\b"
            r"|\bwhat(?:'s| is) (?:there|new|known|being done) (?:on|about|in)\b"
            r"|\bmain (?:ideas?|findings?|contributions?|points?) of\b"
            r"|^(?:tell me|what do (?:the|these) papers say) about\b",
            re.I,
        ),
    ),
    (
        "list",
        re.compile(
            rf"\b(?:which|what|any|other|how many|number of|all|list|find"
            rf"|show)(?: me)?(?: [\w-]+){{0,3}} {PAPERS}\b"
            rf"|^(?:which|what) {PAPERS}\b|\b{PAPERS} (?:on|about|that|which|dealing|using"
            rf"|with)\b"
            rf"|^{PAPERS} (?:from|in|of|like)\b|\b(?:like|(?:similar|related|close) to) \S+\??$"
            r"|^(?:list|name|enumerate)\b"
            r"|^who (?:else )?(?:uses?|works?|stud(?:y|ies)|deals?|applies|apply|investigates?"
            r"|considers?)\b"
            r"|\bwhat (?:methods|approaches|benchmarks|data ?sets|techniques) (?:are|were|is) "
            r"(?:there|proposed|introduced|presented|used)\b",
            re.I,
        ),
    ),
    (
        "compare",
        re.compile(
            r"(?<!is )(?<!are )(?<!was )(?<!were )\bcompar(?:e|es|ed|ing|ison)\b|\bversus\b"
            r"|\bvs\b\.?|\bdiffer(?:s|ence|ences|ent from)?\b"
            r"|\b(?:better|worse|faster|slower|stronger|cheaper) than\b|\b(?:two|both) papers\b"
            r"|\b(?:do|does|did|of) each\b",
            re.I,
        ),
    ),
    (
        "define",
        re.compile(
            r"^(?:so |and )?(?:what(?:'s| is| are| was)|define|explain) (?:an? "
            r"|the )?[^,?]{1,60}\??$"
            r"|\b(?:stands?|short) for\b|\bdefinition of\b|\bmeaning of\b"
            r"|\bwhat does [^,?]{1,40} mean\b",
            re.I,
        ),
    ),
)

_RECORD_FIELDS: tuple[tuple[Field, re.Pattern[str]], ...] = (
    (
        "corpus",
        re.compile(
            rf"^how many {PAPERS} (?:do you (?:have|know|hold|cover)|are there|have you(?: got"
            rf"| read)?"
            r"|are (?:in|here)|does (?:the|this) (?:corpus|collection|list) (?:have|hold|contain))"
            r"(?: (?:in )?(?:here|in total|altogether|now|indexed|the corpus|this corpus"
            r"|(?:the|this|your) (?:collection|list|store|index)))*\s*\??$"
            r"|^(?:what|which) (?:papers|conferences?|venues?|years?|corpus) (?:do you (?:have|know"
            r"|cover)|are (?:covered|here|in (?:here|the corpus)))\s*\??$"
            r"|^what(?:'s| is) in (?:here|(?:the|this|your) (?:corpus|collection|list|store"
            r"|index))\s*\??$"
            r"|^(?:how (?:big|large) is) (?:the|this|your) (?:corpus|collection|list|store"
            r"|index)\s*\??$",
            re.I,
        ),
    ),
    (
        "authors",
        re.compile(
            r"\bhow many authors\b|\bwho(?:'s| is| are| were| was)? (?:(?:the )?(?:first |last "
            r"|lead |main "
            r"|senior )?authors?"
            r"|wrote|writes|authored|co-authored|behind|proposed|proposes|introduced|introduces"
            r"|invented"
            r"|developed|develops|created|made|came up with|published|designed|built)\b"
            r"|^(?:(?:what|who|which|name|list|give|show|tell)\b.{0,30} )?(?:the )?(?:first |last "
            r"|lead )?authors? of\b"
            r"|\bwritten by (?:whom|who)\b|\bby whom\b|\bwho(?:se)? (?:paper|work) is\b"
            r"|\b(?:papers?|works?) (?:are |is )?(?:written |authored )?(?:by|from) (?-i:[A-ZÀ-Þ])"
            r"|\bdid (?-i:(?:[A-ZÀ-Þ][\w.-]+ ){1,3})(?:write|author|publish)\b",
            re.I,
        ),
    ),
    (
        "code",
        re.compile(
            r"^(?!.*\b(?:licen[sc]e|how many)\b).*(?:\b(?:source )?code (?:for|of|available|public"
            r"|released|online"
            r"|open|repo\w*)\b"
            r"|\b(?:is|are|where)\b[^?]{0,60}\b(?:code|implementation|github|repo(?:sitory)?)\b"
            r"|\bgithub\b|\bopen[- ]sourced?\b|\brepo(?:sitory)? (?:for|of)\b)",
            re.I,
        ),
    ),
    (
        "link",
        re.compile(
            r"\b(?:links?|urls?|address|pdf|doi|full text|web ?page) (?:of|to|for)\b"
            r"|\bwhere (?:can|do|could) i (?:find|read|get|download)\b[^?]*\b(?:paper|pdf|article"
            r"|full text)\b",
            re.I,
        ),
    ),
    (
        "venue",
        re.compile(
            r"\b(?:where (?:was|were|is)|(?:in|at) (?:which|what) (?:venue|conference"
            r"|journal))\b[^?]*"
            r"\b(?:published|appear(?:s|ed)?|presented|accepted)\b"
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


def _split_off_record(
    text: str, clauses: tuple[Clause, ...]
) -> tuple[tuple[Field, ...], tuple[Clause, ...]]:
    """The record's fields that are asked for, and the clauses left for the abstracts.

    No clause is left when the record answers all that is asked.
    """
    by_clause = [(clause, _record_field(clause.text)) for clause in clauses]
    fields = [field for _, field in by_clause if field is not None]
    rest = tuple(clause for clause, field in by_clause if field is None)
    if fields:
        return tuple(dict.fromkeys(fields)), rest if any(one.asks for one in rest) else ()
    whole = _record_field(text)
    return ((whole,), ()) if whole else ((), clauses)


def _record_field(text: str) -> Field | None:
    """The field of the record a text asks for, or None when the abstracts are meant."""
    return next((name for name, pattern in _RECORD_FIELDS if pattern.search(text)), None)


def _kind(text: str) -> Kind:
    return next((kind for kind, pattern in _KINDS if pattern.search(text)), "fact")
