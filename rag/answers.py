"""What an answer is: frozen data, and the JSON line that stands for it.

The JSON fields are a contract with whoever reads ``askpapers ask --json``: fields may be added,
none may go.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from index_store.papers import Paper

Kind = Literal["fact", "list", "compare", "define", "summary", "about", "talk"]
Reason = Literal["not_in_corpus", "not_in_abstract"]
Support = Literal["supported", "weak", "unsupported"]


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch of a stored abstract: ``text == abstract[start:end]``, in code points."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """Which quote of which numbered paper a sentence rests on.

    Attributes:
        number: the citation's number.
        quote: index into that citation's quotes, from 0.
    """

    number: int
    quote: int


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """One sentence of an answer, with what it rests on.

    Attributes:
        text: the sentence without its markers.
        citations: numbers of the papers it cites.
        evidence: the quotes it rests on; empty for a fact of the record or a fixed frame.
        support: the verdict of the check; a quote is supported by being one.
        score: support in 0..1.
        why: what the verdict rests on where it is not a quote, or what is missing.
    """

    text: str
    citations: tuple[int, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    support: Support = "supported"
    score: float = 1.0
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """A numbered paper and the quotes taken from it."""

    number: int
    paper: Paper
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A paper that retrieval found, with its fused score (higher is nearer, no fixed range)."""

    paper: Paper
    score: float


@dataclass(frozen=True, slots=True)
class CorpusState:
    """What was searched: how many papers, and the hash that names their state."""

    papers: int
    snapshot: str


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer and everything needed to check it.

    Attributes:
        answer: the text as shown, with ``[n]`` markers.
        refused: True when nothing was answered; `reason` says which kind of not knowing.
        confidence: 0..1, that the answer is about what was asked.
        fallback: why a model's answer was replaced by an extractive one, else None.
        truncated: True when the answer was cut off.
        total: the count of an exhaustive list, None when the list is not exhaustive.
        usage: tokens spent by a model, None without one.
        timings_ms: milliseconds a stage; "total" always there.
    """

    question: str
    standalone_question: str
    kind: Kind
    language: str
    answer: str
    refused: bool = False
    reason: Reason | None = None
    confidence: float = 0.0
    fallback: str | None = None
    truncated: bool = False
    sentences: tuple[AnswerSentence, ...] = ()
    citations: tuple[Citation, ...] = ()
    retrieved: tuple[Retrieved, ...] = ()
    total: int | None = None
    model: str = "extractive"
    usage: Mapping[str, int] | None = None
    corpus: CorpusState = field(default=CorpusState(papers=0, snapshot=""))
    timings_ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The papers a search found, best first."""

    question: str
    retrieved: tuple[Retrieved, ...] = ()


def answer_json(answer: Answer, question_id: str | int | None = None) -> dict[str, Any]:
    """The contract's object for one answer, ready for `json.dumps`."""
    return {
        "id": question_id,
        "question": answer.question,
        "standalone_question": answer.standalone_question,
        "kind": answer.kind,
        "language": answer.language,
        "answer": answer.answer,
        "refused": answer.refused,
        "reason": answer.reason,
        "confidence": round(answer.confidence, 4),
        "fallback": answer.fallback,
        "truncated": answer.truncated,
        "sentences": [_sentence_json(sentence) for sentence in answer.sentences],
        "citations": [_citation_json(citation) for citation in answer.citations],
        "retrieved": [_retrieved_json(found) for found in answer.retrieved],
        "total": answer.total,
        "model": answer.model,
        "usage": None if answer.usage is None else dict(answer.usage),
        "corpus": {"papers": answer.corpus.papers, "snapshot": answer.corpus.snapshot},
        "timings_ms": {stage: round(spent, 1) for stage, spent in answer.timings_ms.items()},
    }


def search_json(result: SearchResult, question_id: str | int | None = None) -> dict[str, Any]:
    """The contract's object for one search."""
    return {
        "id": question_id,
        "question": result.question,
        "retrieved": [_retrieved_json(found) for found in result.retrieved],
    }


def _sentence_json(sentence: AnswerSentence) -> dict[str, Any]:
    return {
        "text": sentence.text,
        "citations": list(sentence.citations),
        "evidence": [{"number": rest.number, "quote": rest.quote} for rest in sentence.evidence],
        "support": sentence.support,
        "score": round(sentence.score, 4),
        "why": sentence.why,
    }


def _citation_json(citation: Citation) -> dict[str, Any]:
    paper = citation.paper
    return {
        "number": citation.number,
        "paper_id": paper.paper_id,
        "title": paper.display_title,
        "title_derived": paper.title is None,
        "authors": list(paper.authors),
        "venue": paper.venue,
        "year": paper.year,
        "url": paper.url,
        "sources": source_labels(paper),
        "quotes": [
            {"text": quote.text, "start": quote.start, "end": quote.end}
            for quote in citation.quotes
        ],
    }


def _retrieved_json(found: Retrieved) -> dict[str, Any]:
    return {
        "paper_id": found.paper.paper_id,
        "title": found.paper.display_title,
        "sources": source_labels(found.paper),
        "score": round(found.score, 4),
    }


def source_labels(paper: Paper) -> list[str]:
    """The paper's sources as ``file:ordinal``, each once, the abstract's own first."""
    return list(dict.fromkeys(source.label for source in paper.sources))
