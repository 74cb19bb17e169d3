"""The extractive answer: which of the fixed forms a question gets, filled with quotes.

Needs no model and invents nothing. Each kind of question has one form; what cannot be answered
is refused in one of two ways (`rag.decide`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from index_store.chroma import PaperStore
from index_store.papers import Paper
from rag import choose, compose, corpus_answers, decide, record_facts, relevance
from rag.citations import CitationBook
from rag.compose import Chosen, Draft
from rag.evidence import ClauseEvidence, PaperEvidence, gather
from rag.frames import Frames, frames_for
from rag.question import Question
from rag.retrieve import Candidate
from rag.spaces import Space
from rag.summarize import summarize

COMPARE_SENTENCES = 4
"""Most sentences quoted of each paper of a comparison."""


def answer(
    store: PaperStore,
    space: Space,
    question: Question,
    found: Sequence[Candidate],
    book: CitationBook,
) -> Draft:
    """The answer to a question, given the papers found for it, best first."""
    frames = frames_for(question.language, traditional=question.traditional)
    draft = corpus_answers.answer(store, question, book, frames)
    if draft is not None:
        return draft
    if not found:
        return compose.not_in_corpus(None, frames)
    if decide.names_no_topic(question, found):
        return Draft(frames.which_paper, confidence=0.0)
    sure = relevance.confidence(question, found, store.lexical)
    if sure < relevance.ANSWERED_FROM:
        draft = compose.not_in_corpus(found[0].paper, frames)
    else:
        draft = _about_papers(store, space, question, found, book)
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
    frames = frames_for(question.language, traditional=question.traditional)
    if chosen is None:
        if not found:
            return compose.not_in_corpus(None, frames)
        broad = replace(question, kind="summary")
        sure = relevance.confidence(broad, found, store.lexical)
        if sure < relevance.ANSWERED_FROM:
            return replace(compose.not_in_corpus(found[0].paper, frames), confidence=sure)
        chosen = decide.near(broad, found)[:limit]
    papers = [candidate.paper for candidate in chosen]
    if not any(paper.sentences for paper in papers):
        return compose.not_in_abstract(papers[0], (), book, frames)
    quoted = summarize(store, papers)
    if len(quoted) == 1:
        return compose.one_paper(quoted[0], book, frames)
    return compose.several_papers(quoted, book, frames, lead=[frames.summary_of])


def _about_papers(
    store: PaperStore,
    space: Space,
    question: Question,
    found: Sequence[Candidate],
    book: CitationBook,
) -> Draft:
    """What record and abstracts say; a question may ask for both."""
    frames = frames_for(question.language, traditional=question.traditional)
    near = decide.near(question, found)
    named = [candidate for candidate in near if candidate.signals.named] or near[:1]
    drafts = [
        record_facts.answer(field, candidate.paper, book, frames)
        for candidate in (named if question.record_fields else ())
        for field in question.record_fields
    ]
    if question.kind == "summary":
        drafts.append(summary(store, question, found, book))
    elif question.form.acronym:
        drafts.append(_long_form(question.form.acronym, near[0].paper, book, frames))
    elif question.kind != "about":
        evidence = gather(space, store.lexical, question, near)
        drafts.append(_from_evidence(question, evidence, book, frames))
    return compose.joined(drafts)


def _from_evidence(
    question: Question, evidence: Sequence[PaperEvidence], book: CitationBook, frames: Frames
) -> Draft:
    if question.kind == "list":
        lead = [frames.not_exhaustive, *([frames.negated] if question.form.negated else [])]
        similar = question.form.seeks_similar
        chosen = [
            Chosen(one.paper, choose.headline(one.paper)) if similar else _listed(one)
            for one in (evidence if similar else _with_the_property(evidence))
        ]
        return compose.several_papers(chosen, book, frames, lead=[" ".join(lead)])
    if len(evidence) > 1:
        chosen = [_compared(one) for one in evidence]
        lead = [frames.yes_no if question.yes_no else frames.each]
        return compose.several_papers(chosen, book, frames, lead=lead)
    return _fact(evidence[0], book, frames)


def _fact(evidence: PaperEvidence, book: CitationBook, frames: Frames) -> Draft:
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
    first = answered.clauses[0]
    if first.clause.yes_no:
        lead.append(frames.says if _says_so(first) else frames.yes_no)
    return compose.one_paper(_chosen(answered), book, frames, lead=lead)


def _says_so(clause: ClauseEvidence) -> bool:
    """Whether the best sentence holds the question's words, so that it may speak for itself."""
    told = clause.ranked[0].features.covered >= choose.ENOUGH and len(clause.content) > 1
    return told and not clause.unmentioned


def _long_form(acronym: str, paper: Paper, book: CitationBook, frames: Frames) -> Draft:
    """The sentence, or the title, that spells an acronym out."""
    written = re.escape(acronym)
    spelt = re.compile(
        rf"\(\s*{written}s?\b[^)]*\)|\b{written}s?\W{{0,3}}\((?=[A-Z])[^)]+ [^)]+\)"
        rf"|[\w-]+, or {written}\b",
        re.I,
    )
    for index, sentence in enumerate(paper.sentences):
        if spelt.search(sentence.plain):
            return compose.one_paper(Chosen(paper, (index,)), book, frames)
    title = re.match(rf"\s*{re.escape(acronym)}\s*[:：]\s*(.+)", paper.plain_title, re.I)
    if title:
        return compose.titled(paper, book, frames)
    return compose.not_in_abstract(paper, (), book, frames)


def _with_the_property(evidence: Sequence[PaperEvidence]) -> Sequence[PaperEvidence]:
    """Without the papers that hold no word of what is listed, where others hold some."""
    holding = [
        one
        for one in evidence
        if any(sentence.features.covered for sentence in one.clauses[0].ranked)
    ]
    return holding or evidence


def _listed(evidence: PaperEvidence) -> Chosen:
    """What a list shows of a paper: the sentence with the property, else what it brings."""
    topic, *later = evidence.clauses
    shown = choose.headline(evidence.paper)
    held = {one.index: one.features.covered for one in topic.ranked}
    best = max(topic.ranked, key=lambda one: one.features.covered, default=None)
    if best and best.features.covered > max((held[index] for index in shown), default=0.0):
        shown = choose.with_predecessors(evidence.paper, best.index)
    asked = choose.for_clauses(replace(evidence, clauses=tuple(later)), 1) if later else ()
    return Chosen(evidence.paper, tuple(sorted({*asked, *shown})))


def _compared(evidence: PaperEvidence) -> Chosen:
    """What a comparison shows of a paper: what is asked, else what it brings and achieves."""
    if all(clause.is_open for clause in evidence.clauses):
        return Chosen(evidence.paper, choose.highlights(evidence.paper))
    return _chosen(evidence, COMPARE_SENTENCES)


def _chosen(evidence: PaperEvidence, limit: int | None = None) -> Chosen:
    return Chosen(evidence.paper, choose.for_clauses(evidence, limit))


def _unmentioned(clauses: Sequence[ClauseEvidence]) -> list[str]:
    return list(dict.fromkeys(name for clause in clauses for name in clause.unmentioned))


def _quoted_clauses(clauses: Sequence[ClauseEvidence], frames: Frames) -> str:
    """The clauses as asked, without what would read as half a sentence."""
    texts = [_CONJUNCTION.sub("", clause.clause.text).rstrip("? ") for clause in clauses]
    return "; ".join(frames.quoted.format(text=text) for text in texts)


_CONJUNCTION = re.compile(r"^(?:and|but|or|so|also|then) ", re.I)
