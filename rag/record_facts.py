"""Answers from the record: who wrote it, where and when it appeared, its link, its code."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from index_store.papers import Paper
from rag import roles
from rag.answers import AnswerSentence
from rag.choose import headline
from rag.citations import CitationBook
from rag.compose import Chosen, Draft, full_text_address, one_paper, several_papers
from rag.frames import Frames, join_names
from rag.question import Field

_FROM_RECORD = "from the record"


def answer(field: Field, paper: Paper, book: CitationBook, frames: Frames) -> Draft:
    """A fact of one paper's record; refused as `not_in_abstract` where no list gave it."""
    answers: dict[str, Callable[[Paper, CitationBook, Frames], Draft]] = {
        "authors": _authors,
        "venue": _venue,
        "year": _venue,
        "link": _link,
        "code": _code,
    }
    return answers[field](paper, book, frames)


def corpus(papers: Sequence[Paper], frames: Frames, frame: str) -> Draft:
    """How many papers there are and where they are from, in the frame given."""
    counts = Counter(venue for paper in papers if (venue := venue_of(paper)))
    venues = f" ({', '.join(f'{venue}: {count}' for venue, count in counts.most_common(8))})"
    number = frames.paper if len(papers) == 1 else frames.papers.format(count=f"{len(papers):,}")
    return Draft(frame.format(papers=number, venues=venues if counts else ""), total=len(papers))


def by_author(papers: Iterable[Paper], asked: str) -> list[Paper]:
    """All papers with an author of that name: all its parts, in any order, accents aside."""
    wanted = set(_folded(asked).split())
    return [
        paper
        for paper in papers
        if any(wanted <= set(_folded(author).split()) for author in paper.authors)
    ]


def known_author(papers: Iterable[Paper], question: str) -> str:
    """An author of a paper here whose full name a question about authorship holds, or ""."""
    if not _AUTHORSHIP.search(question):
        return ""
    asked = f" {_folded(question)} "
    names = {author for paper in papers for author in paper.authors if " " in author}
    found = [name for name in names if re.search(rf"\b{re.escape(_folded(name))}\b", asked)]
    return max(found, key=len, default="")


def author_asked(question: str) -> str:
    """The person a question asks for the papers of ("papers by Ada Lovelace"), or ""."""
    match = _PERSON.search(question)
    return next((group for group in match.groups() if group), "") if match else ""


def papers_of(author: str, papers: Sequence[Paper], book: CitationBook, frames: Frames) -> Draft:
    """All papers of an author: an exhaustive list, since every record was looked at."""
    chosen = [Chosen(paper, headline(paper)) for paper in papers]
    lead = frames.authored.format(author=author)
    draft = several_papers(chosen, book, frames, lead=[lead])
    return replace(draft, total=len(papers))


def no_papers_of(author: str, frames: Frames) -> Draft:
    """Says that no record names this author."""
    return Draft(frames.none_authored.format(author=author), reason="not_in_corpus", total=0)


def venue_of(paper: Paper) -> str:
    """Venue and year (``ICML 2025``), or as much of it as the record says."""
    return " ".join(str(part) for part in (paper.venue, paper.year) if part)


_AUTHORSHIP = re.compile(r"\b(?:by|wr[oi]te[sn]?|written|authored?|published|who is)\b", re.I)
_PART = r"[A-ZÀ-Þ][\w.'’-]"
_PARTICLES = r"(?:(?:de|van|von|der|den|la|le|bin|al)\b ?)*"
_NAME = rf"(?-i:({_PART}+(?: {_PARTICLES}{_PART}*){{0,3}}))"
_PERSON = re.compile(
    rf"\b(?:papers?|works?|articles?|anything|something) (?:are |is )?(?:written |authored )?(?:by"
    rf"|from) {_NAME}"
    rf"|\bdid {_NAME} (?:write|author|publish)|\b(?:has|have) {_NAME} (?:written|authored"
    rf"|published)"
    rf"|\bwritten by {_NAME}|^who is {_NAME}\??$",
    re.I,
)


def _folded(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in parts if not unicodedata.combining(character))


def _authors(paper: Paper, book: CitationBook, frames: Frames) -> Draft:
    if not paper.authors:
        return _missing(frames.no_authors, paper, book)
    authors = join_names(list(paper.authors), frames)
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
    stating = [i for i, sentence in enumerate(paper.sentences) if roles.states_code(sentence)]
    if stating:
        return one_paper(Chosen(paper, tuple(stating[-1:])), book, frames)
    linked = [address for name, address in paper.links if "code" in name or "github" in address]
    if linked:
        return _stated(frames.link, paper, book, url=linked[0])
    return _missing(frames.no_code, paper, book)


def _stated(frame: str, paper: Paper, book: CitationBook, **fields: str) -> Draft:
    number = book.number(paper)
    text = frame.format(title=paper.display_title, number=number, **fields)
    spoken = text.replace(f" [{number}]", "")
    return Draft(text, (AnswerSentence(spoken, (number,), why=_FROM_RECORD),))


def _missing(frame: str, paper: Paper, book: CitationBook) -> Draft:
    draft = _stated(frame, paper, book)
    return replace(draft, reason="not_in_abstract")
