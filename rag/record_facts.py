"""Answers from a paper's record: who wrote it, where and when it appeared, its link, its code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from index_store.papers import Paper
from rag import roles
from rag.answers import AnswerSentence
from rag.citations import CitationBook
from rag.compose import Chosen, Draft, full_text_address, one_paper, plain_title
from rag.frames import Frames, join_names
from rag.record_questions import Field

_FROM_RECORD = "from the record"


def answer(field: Field, paper: Paper, book: CitationBook, frames: Frames) -> Draft:
    """A fact of one paper's record; refused as `not_in_abstract` where no list gave it."""
    answers: dict[Field, Callable[[Paper, CitationBook, Frames], Draft]] = {
        "authors": _authors,
        "venue": _venue,
        "year": _venue,
        "link": _link,
        "code": _code,
    }
    return answers[field](paper, book, frames)


def venue_of(paper: Paper) -> str:
    """Venue and year (``ICML 2025``), or as much of it as the record says."""
    return " ".join(str(part) for part in (paper.venue, paper.year) if part)


def code_sentences(paper: Paper) -> tuple[int, ...]:
    """The sentence that says where the code is, by index; none where none does."""
    stating = [i for i, sentence in enumerate(paper.sentences) if roles.states_code(sentence)]
    return tuple(stating[-1:])


def has_code(paper: Paper) -> bool:
    """Whether abstract or record leads to code."""
    return bool(code_sentences(paper) or _code_links(paper))


def _code_links(paper: Paper) -> list[str]:
    return [address for name, address in paper.links if "code" in name or "github" in address]


def _authors(paper: Paper, book: CitationBook, frames: Frames) -> Draft:
    if not paper.authors:
        return _missing(frames.no_authors, paper, book)
    authors = join_names(list(paper.authors), frames.and_)
    return _stated(frames.authors, paper, book, authors=authors)


def _venue(paper: Paper, book: CitationBook, frames: Frames) -> Draft:
    venue = venue_of(paper)
    if not venue:
        return _missing(frames.no_venue, paper, book)
    return _stated(frames.venue, paper, book, venue=venue)


def _link(paper: Paper, book: CitationBook, frames: Frames) -> Draft:
    address = full_text_address(paper)
    if not address:
        return _missing(frames.no_link, paper, book)
    return _stated(frames.link, paper, book, url=address)


def _code(paper: Paper, book: CitationBook, frames: Frames) -> Draft:
    stating = code_sentences(paper)
    if stating:
        return one_paper(Chosen(paper, stating), book, frames)
    linked = _code_links(paper)
    if linked:
        return _stated(frames.link, paper, book, url=linked[0])
    return _missing(frames.no_code, paper, book)


def _stated(frame: str, paper: Paper, book: CitationBook, **fields: str) -> Draft:
    number = book.number(paper)
    text = frame.format(title=plain_title(paper), number=number, **fields)
    spoken = text.replace(f" [{number}]", "")
    return Draft(text, (AnswerSentence(spoken, (number,), why=_FROM_RECORD),))


def _missing(frame: str, paper: Paper, book: CitationBook) -> Draft:
    draft = _stated(frame, paper, book)
    return replace(draft, reason="not_in_abstract")
