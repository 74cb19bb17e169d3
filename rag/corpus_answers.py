"""Answers about the corpus as a whole, which need no retrieval.

Small talk, how many papers there are, all papers of a venue, a year or an author, and what all
of them are about. Where a list is made here every record was looked at, so it is exhaustive and
has a `total`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from index_store.authors import folded
from index_store.chroma import PaperStore
from index_store.lexical import terms
from index_store.papers import Paper
from rag import choose
from rag.citations import CitationBook
from rag.compose import Chosen, Draft, several_papers, titles_only
from rag.concepts import concepts_of
from rag.frames import Frames, join_names
from rag.question import Question
from rag.record_facts import code_sentences, has_code, venue_of

MOST_IN_A_LIST = 12
"""A longer list by venue or author names its papers without quoting them."""
MOST_QUOTED = 60
"""A corpus of more papers than this is not summarised paper by paper."""


def answer(
    store: PaperStore, question: Question, book: CitationBook, frames: Frames
) -> Draft | None:
    """An answer about the whole corpus, or None when single papers are asked about."""
    form = question.form
    if form.kind == "talk":
        return _talk(store.all_papers(), question, frames)
    if question.record_fields == ("corpus",):
        return _size(store.all_papers(), frames.corpus, frames)
    if _asks_who_has_code(question):
        return _with_code(store.all_papers(), book, frames)
    if form.origin is not None:
        return _of_origin(store.all_papers(), *form.origin, book, frames)
    venue = _venue_named(store, question)
    if venue:
        return _of_origin(store.all_papers(), venue, None, book, frames)
    authors = _authors_named(store.authors, question.plain)
    if authors:
        return _of_authors(store.all_papers(), authors, book, frames)
    if form.person:
        return _of_author_asked(store.all_papers(), form.person, book, frames)
    if _means_everything(question):
        return _everything(store.all_papers(), question, book, frames)
    return None


def _talk(papers: Sequence[Paper], question: Question, frames: Frames) -> Draft:
    if question.form.thanks:
        return Draft(frames.thanks)
    frame = frames.help if question.form.help else frames.greeting
    return replace(_size(papers, frame, frames), total=None)


def _size(papers: Sequence[Paper], frame: str, frames: Frames) -> Draft:
    """How many papers there are and where they are from, in the frame given."""
    counts = Counter(venue for paper in papers if (venue := venue_of(paper)))
    venues = ", ".join(
        venue if len(counts) == 1 else f"{venue}: {count}" for venue, count in counts.most_common(8)
    )
    number = frames.paper if len(papers) == 1 else frames.papers.format(count=f"{len(papers):,}")
    told = frame.format(papers=number, venues=f" ({venues})" if venues else "")
    return Draft(told, total=len(papers))


def _of_origin(
    papers: Sequence[Paper], venue: str, year: int | None, book: CitationBook, frames: Frames
) -> Draft:
    found = [
        paper
        for paper in papers
        if (not venue or folded(venue) in folded(paper.venue or "").split())
        and (year is None or paper.year == year)
    ]
    origin = " ".join(part for part in (venue, str(year or "")) if part)
    if not found:
        return Draft(frames.none_from.format(origin=origin), reason="not_in_corpus", total=0)
    lead = frames.all_from.format(origin=origin, papers=_count(found, frames))
    return _listing(found, lead, book, frames)


def _of_authors(
    papers: Sequence[Paper], authors: Sequence[str], book: CitationBook, frames: Frames
) -> Draft:
    found = [paper for paper in papers if set(authors) & set(paper.authors)]
    lead = frames.authored.format(author=join_names(list(authors), frames.or_))
    return _listing(found, lead, book, frames)


def _of_author_asked(
    papers: Sequence[Paper], asked: str, book: CitationBook, frames: Frames
) -> Draft:
    """Papers with an author of that name: all its parts, in any order, accents aside."""
    wanted = set(folded(asked).split())
    found = [
        paper
        for paper in papers
        if any(wanted <= set(folded(author).split()) for author in paper.authors)
    ]
    if not found:
        message = frames.none_authored.format(author=asked)
        return Draft(message, reason="not_in_corpus", total=0)
    return _listing(found, frames.authored.format(author=asked), book, frames)


_CODE_NOUNS = frozenset(terms("code github repository repositories implementation 代码 源码 开源"))
_CODE_WORDS = frozenset(
    terms(
        "code github repository repositories source open link links come release released available"
        " public publicly abstract online implementation provide share"
        " 代码 源码 开源 链接 公开 发布 摘要 仓库"
    )
)


def _asks_who_has_code(question: Question) -> bool:
    """Whether the papers with code are asked for, whatever they are about."""
    concepts = concepts_of(question.plain)
    ways = [way for concept in concepts for way in concept]
    if question.form.kind != "list" or not any(way <= _CODE_NOUNS for way in ways):
        return False
    return all(any(way <= _CODE_WORDS for way in concept) for concept in concepts)


def _with_code(papers: Sequence[Paper], book: CitationBook, frames: Frames) -> Draft:
    """Every paper whose abstract or record leads to code, with the sentence that says so."""
    ordered = sorted(papers, key=lambda paper: [(s.path, s.ordinal) for s in paper.sources])
    found = [paper for paper in ordered if has_code(paper)]
    if not found:
        return Draft(frames.none_with_code, reason="not_in_corpus", total=0)
    lead = frames.all_with_code.format(papers=_count(found, frames))
    chosen = [Chosen(paper, code_sentences(paper)) for paper in found]
    return replace(several_papers(chosen, book, frames, lead=[lead]), total=len(found))


def _everything(
    papers: Sequence[Paper], question: Question, book: CitationBook, frames: Frames
) -> Draft:
    size = _size(papers, frames.corpus, frames)
    if len(papers) > MOST_QUOTED:
        return size
    if question.kind == "summary":
        lead = frames.summary_of
        return _listing(papers, lead, book, frames, quoted_up_to=MOST_QUOTED)
    return _listing(papers, size.text, book, frames, quoted_up_to=0)


def _listing(
    papers: Sequence[Paper],
    lead: str,
    book: CitationBook,
    frames: Frames,
    *,
    quoted_up_to: int | None = None,
) -> Draft:
    """The papers in their lists' order; while they are few, with what each contributes."""
    ordered = sorted(papers, key=lambda paper: [(s.path, s.ordinal) for s in paper.sources])
    if len(ordered) > (MOST_IN_A_LIST if quoted_up_to is None else quoted_up_to):
        draft = titles_only(ordered, book, frames, lead=[lead])
    else:
        chosen = [Chosen(paper, choose.headline(paper)) for paper in ordered]
        draft = several_papers(chosen, book, frames, lead=[lead])
    return replace(draft, total=len(papers))


def _count(papers: Sequence[Paper], frames: Frames) -> str:
    return frames.paper if len(papers) == 1 else frames.papers.format(count=f"{len(papers):,}")


_WHOLE = frozenset(
    terms(
        "everything all whole entire corpus collection list papers themes topics main store index"
        " 全部 所有 整个 语料库 语料 语料库里 库 列表 内容 主题"
    )
)


def _venue_named(store: PaperStore, question: Question) -> str:
    """The venue that a list is asked of by its name alone ("ICML 的论文有哪些？"), or ""."""
    word = question.topic.strip(" ?？")
    if question.kind != "list" or not word.isascii() or not word.isalpha():
        return ""
    venues = {paper.venue for paper in store.all_papers() if paper.venue}
    return next((venue for venue in venues if folded(word) in folded(venue).split()), "")


def _means_everything(question: Question) -> bool:
    """Whether a list or summary is asked for, and nothing narrows it."""
    if question.kind not in ("list", "summary") or question.form.seeks_similar:
        return False
    concepts = concepts_of(question.topic)
    return all(any(way <= _WHOLE for way in concept) for concept in concepts)


def _authors_named(authors: Mapping[str, list[str]], text: str) -> list[str]:
    """Authors here whose full name the text holds, in whatever phrasing and case."""
    words = re.findall(r"[\w'’.-]+", folded(text))
    spans = {" ".join(words[i : i + n]).strip(".") for n in (2, 3, 4) for i in range(len(words))}
    spans |= {span.removesuffix("'s").removesuffix("’s") for span in spans}
    return [name for span in sorted(spans) if " " in span for name in authors.get(span, ())]
