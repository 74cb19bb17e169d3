"""The extractive answer: quotes, named and numbered, inside fixed frames.

Nothing is said here that is not a quote, a fact of the record or a frame of `rag.frames`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from index_store.papers import Paper
from rag.answers import AnswerSentence, Reason
from rag.citations import CitationBook
from rag.frames import Frames, join_names
from rag.quoting import stretches


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer before it is put together with what was retrieved.

    Attributes:
        text: as shown, with ``[n]`` markers.
        sentences: what of it rests on a paper.
        reason: set when it is a refusal.
        total: the count, where the whole corpus was counted.
    """

    text: str
    sentences: tuple[AnswerSentence, ...] = ()
    reason: Reason | None = None
    confidence: float = 1.0
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Chosen:
    """The sentences of a paper that go into an answer, by index."""

    paper: Paper
    indices: tuple[int, ...]


def one_paper(
    chosen: Chosen, book: CitationBook, frames: Frames, *, lead: Iterable[str] = ()
) -> Draft:
    """An answer from one paper: its name, then its quotes, under any leading frames."""
    text, sentences = _named_quotes(chosen, book, frames)
    return Draft("\n".join([*lead, text]), sentences)


def several_papers(
    chosen: Sequence[Chosen], book: CitationBook, frames: Frames, *, lead: Iterable[str] = ()
) -> Draft:
    """A bullet for each paper, best first, under any leading frames."""
    drafts = [_named_quotes(one, book, frames) for one in chosen]
    bullets = [f"- {text}" for text, _ in drafts]
    sentences = tuple(sentence for _, found in drafts for sentence in found)
    opening = [*lead]
    return Draft("\n".join([*opening, *([""] if opening else []), *bullets]), sentences)


def titles_only(
    papers: Sequence[Paper], book: CitationBook, frames: Frames, *, lead: Iterable[str] = ()
) -> Draft:
    """A bullet for each paper with its title alone."""
    titles = [f"{frames.quoted.format(text=plain_title(paper))}" for paper in papers]
    bullets = [
        f"- {title} [{book.number(paper)}]" for title, paper in zip(titles, papers, strict=True)
    ]
    sentences = tuple(
        AnswerSentence(title, (book.number(paper),), why="from the record")
        for title, paper in zip(titles, papers, strict=True)
    )
    return Draft("\n".join([*lead, "", *bullets]), sentences)


def joined(drafts: Sequence[Draft]) -> Draft:
    """Several drafts as one answer, one below the other, equal ones once.

    It is a refusal only when all of them are.
    """
    kept = list({draft.text: draft for draft in drafts}.values())
    refused = all(draft.reason is not None for draft in kept)
    return Draft(
        "\n".join(draft.text for draft in kept),
        tuple(sentence for draft in kept for sentence in draft.sentences),
        reason=kept[0].reason if refused else None,
    )


def not_in_corpus(nearest: Paper | None, frames: Frames) -> Draft:
    """Says that no paper is about that, and names the nearest as what it is."""
    parts = [frames.not_in_corpus]
    if nearest is not None:
        parts.append(frames.nearest.format(title=plain_title(nearest)))
    return Draft(" ".join(parts), reason="not_in_corpus")


def not_in_abstract(
    paper: Paper, unmentioned: Sequence[str], book: CitationBook, frames: Frames
) -> Draft:
    """Says that the paper is here but its abstract does not say, with the way to the full text."""
    number = book.number(paper)
    frame = frames.cannot_say if unmentioned else frames.not_in_abstract
    if not paper.sentences:
        frame = frames.without_abstract
    names = _quoted_names(unmentioned, frames)
    parts = [frame.format(title=plain_title(paper), number=number, names=names)]
    sentence = AnswerSentence(
        " ".join(parts).replace(f" [{number}]", ""), (number,), why="the whole abstract was read"
    )
    address = full_text_address(paper)
    if address:
        parts.append(frames.full_text.format(url=address))
    return Draft(" ".join(parts), (sentence,), reason="not_in_abstract")


def not_mentioned(names: Sequence[str], frames: Frames) -> str:
    """The frame that names what the abstract nowhere mentions."""
    return frames.not_mentioned.format(names=_quoted_names(names, frames))


def titled(paper: Paper, book: CitationBook, frames: Frames) -> Draft:
    """Says that the title holds the answer."""
    number = book.number(paper)
    text = frames.in_title.format(title=plain_title(paper), number=number)
    sentence = AnswerSentence(text.replace(f" [{number}]", ""), (number,), why="from the title")
    return Draft(text, (sentence,))


def plain_title(paper: Paper) -> str:
    """The title as it reads aloud, without LaTeX, or the derived label."""
    return paper.plain_title or paper.label


def full_text_address(paper: Paper) -> str | None:
    """Where the whole paper can be read, as the record says."""
    return paper.url or next((address for _, address in paper.links), None)


def short_name(paper: Paper) -> str:
    """What to call a paper in a sentence: its title's name, else its title, else its label."""
    if paper.title is None:
        return paper.label
    title = plain_title(paper)
    for name in paper.names:
        if title.casefold().startswith(name.casefold()) and len(name) < len(title):
            return name
    return f"“{title}”"


def _quoted_names(names: Sequence[str], frames: Frames) -> str:
    return join_names([f"“{name}”" for name in names], frames.and_)


def _named_quotes(
    chosen: Chosen, book: CitationBook, frames: Frames
) -> tuple[str, tuple[AnswerSentence, ...]]:
    """The paper's name, its quotes with their markers, and the sentences of it."""
    shown, sentences = [], []
    for start, end in stretches(chosen.paper, chosen.indices):
        evidence = book.quote(chosen.paper, start, end)
        text = chosen.paper.quote(start, end)
        shown.append(frames.quoted.format(text=text))
        sentences.append(AnswerSentence(text, (evidence.number,), (evidence,)))
    quotes = f"{frames.gap.join(shown) or frames.no_abstract} [{book.number(chosen.paper)}]"
    name = short_name(chosen.paper)
    return frames.named_quote.format(name=name, quotes=quotes), tuple(sentences)
