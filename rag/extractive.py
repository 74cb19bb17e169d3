"""The extractive answer: which of the fixed forms a question gets, filled with quotes.

Needs no model and invents nothing. Each kind of question has one form; what cannot be answered
is refused in one of two ways (`rag.decide`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from llama_index.core.base.embeddings.base import BaseEmbedding

from index_store.chroma import PaperStore
from index_store.lexical import terms
from rag import choose, compose, decide, record_facts
from rag.citations import CitationBook
from rag.compose import Chosen, Draft
from rag.evidence import ClauseEvidence, PaperEvidence, content_terms, gather
from rag.frames import Frames, frames_for
from rag.question import Question
from rag.retrieve import Candidate
from rag.summarize import summarize

COMPARE_SENTENCES = 3
"""Most sentences quoted of each paper of a comparison."""


def answer(
    store: PaperStore,
    encoder: BaseEmbedding,
    question: Question,
    found: Sequence[Candidate],
    book: CitationBook,
) -> Draft:
    """The answer to a question, given the papers found for it, best first."""
    frames = frames_for(question.language)
    draft = _without_papers(store, question, book, frames)
    if draft is not None:
        return draft
    if not found:
        return compose.not_in_corpus(None, frames)
    features = decide.relevance_features(question, found, store.lexical)
    sure = 1.0 if question.seeks_similar else decide.relevance(features)
    if sure < decide.ANSWERED_FROM:
        draft = compose.not_in_corpus(found[0].paper, frames)
    else:
        drafts = [
            record_facts.answer(field, found[0].paper, book, frames)
            for field in question.record_fields
        ]
        if question.kind == "summary":
            drafts.append(summary(store, question, found, book))
        elif question.kind != "about":
            evidence = gather(store, encoder, question, decide.near(question, found))
            drafts.append(_from_evidence(question, evidence, book, frames))
        draft = compose.joined(drafts)
    return replace(draft, confidence=sure)


def summary(
    store: PaperStore,
    question: Question,
    found: Sequence[Candidate],
    book: CitationBook,
    *,
    chosen: Sequence[Candidate] | None = None,
    limit: int = 8,
) -> Draft:
    """A cited summary of the papers near the question, or of the `chosen` ones."""
    frames = frames_for(question.language)
    if chosen is None:
        if not found:
            return compose.not_in_corpus(None, frames)
        broad = replace(question, kind="summary")
        sure = decide.relevance(decide.relevance_features(broad, found, store.lexical))
        if sure < decide.ANSWERED_FROM:
            return replace(compose.not_in_corpus(found[0].paper, frames), confidence=sure)
        chosen = decide.near(broad, found)[:limit]
    papers = [candidate.paper for candidate in chosen]
    if not any(paper.sentences for paper in papers):
        return compose.not_in_abstract(papers[0], (), book, frames)
    quoted = summarize(store, papers)
    if len(quoted) == 1:
        return compose.one_paper(quoted[0], book, frames)
    return compose.several_papers(quoted, book, frames, lead=[frames.summary_of])


def _without_papers(
    store: PaperStore, question: Question, book: CitationBook, frames: Frames
) -> Draft | None:
    """Answers that need no retrieval: a greeting, the corpus itself, an author's papers."""
    if question.kind == "talk":
        frame = frames.thanks if question.thanks else frames.greeting
        return replace(record_facts.corpus(store.all_papers(), frames, frame), total=None)
    if "corpus" in question.record_fields or _asks_for_all(store, question):
        return record_facts.corpus(store.all_papers(), frames, frames.corpus)
    asked = record_facts.author_asked(question.text) or record_facts.known_author(
        store.all_papers(), question.text
    )
    if not asked:
        return None
    papers = record_facts.by_author(store.all_papers(), asked)
    if papers:
        return record_facts.papers_of(asked, papers, book, frames)
    return record_facts.no_papers_of(asked, frames) if question.record_fields else None


def _asks_for_all(store: PaperStore, question: Question) -> bool:
    """Whether a list or summary is asked for of all there is ("papers from 2025")."""
    if question.kind not in ("list", "summary"):
        return False
    content = content_terms(question.topic)
    if not content:
        return not question.seeks_similar
    origins = {record_facts.venue_of(paper) for paper in store.all_papers()}
    return content <= frozenset(terms(" ".join(origins)))


def _from_evidence(
    question: Question, evidence: Sequence[PaperEvidence], book: CitationBook, frames: Frames
) -> Draft:
    if question.kind == "list":
        chosen = [_listed(one) for one in evidence]
        return compose.several_papers(chosen, book, frames, lead=[frames.not_exhaustive])
    if len(evidence) > 1:
        chosen = [_compared(one) for one in evidence]
        lead = [frames.yes_no] if question.yes_no else []
        return compose.several_papers(chosen, book, frames, lead=lead)
    return _fact(question, evidence[0], book, frames)


def _fact(question: Question, evidence: PaperEvidence, book: CitationBook, frames: Frames) -> Draft:
    """An answer from one paper, or the word that its abstract does not say."""
    missing = decide.unanswered(evidence)
    if len(missing) == len(evidence.clauses):
        return compose.not_in_abstract(evidence.paper, _unmentioned(missing), book, frames)
    answered = replace(
        evidence, clauses=tuple(clause for clause in evidence.clauses if clause not in missing)
    )
    lead = [frames.partly.format(clauses=_quoted_clauses(missing, frames))] if missing else []
    if _unmentioned(answered.clauses):
        lead.append(compose.not_mentioned(_unmentioned(answered.clauses), frames))
    if answered.clauses[0].clause.yes_no:
        lead.append(frames.yes_no)
    return compose.one_paper(_chosen(answered), book, frames, lead=lead)


def _unmentioned(clauses: Sequence[ClauseEvidence]) -> list[str]:
    return list(dict.fromkeys(name for clause in clauses for name in clause.unmentioned))


def _listed(evidence: PaperEvidence) -> Chosen:
    """What a list shows of a paper: what it brings, and what later clauses ask of it."""
    later = replace(evidence, clauses=evidence.clauses[1:])
    asked = choose.for_clauses(later, 1) if later.clauses else ()
    return Chosen(evidence.paper, tuple(sorted({*asked, *choose.headline(evidence.paper)})))


def _compared(evidence: PaperEvidence) -> Chosen:
    """What a comparison shows of a paper: what is asked, else what it brings and achieves."""
    if all(clause.is_open for clause in evidence.clauses):
        return Chosen(evidence.paper, choose.highlights(evidence.paper))
    return _chosen(evidence, COMPARE_SENTENCES)


def _chosen(evidence: PaperEvidence, limit: int = choose.MAX_SENTENCES) -> Chosen:
    return Chosen(evidence.paper, choose.for_clauses(evidence, limit))


def _quoted_clauses(clauses: Sequence[ClauseEvidence], frames: Frames) -> str:
    """The clauses as asked, without what would read as a citation or as half a sentence."""
    texts = [_MARKER.sub("", clause.clause.text) for clause in clauses]
    texts = [_CONJUNCTION.sub("", text).rstrip("? ") for text in texts]
    return "; ".join(frames.quoted.format(text=" ".join(text.split())) for text in texts)


_MARKER = re.compile(r"[\[【]\s*\d+\s*[\]】]")
_CONJUNCTION = re.compile(r"^(?:and|but|or|so|also|then) ", re.I)
