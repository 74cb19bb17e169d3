"""The chain on one screen: from a question to an answer, as events.

The web chat, the command line and the evaluation all read these events: there is one path.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.postprocessor.types import BaseNodePostprocessor

from index_store.chroma import PaperStore
from rag import extractive, verify
from rag.answers import Answer, AnswerSentence, CorpusState, Retrieved, SearchResult
from rag.citations import CitationBook
from rag.compose import Draft
from rag.errors import QuestionError
from rag.question import Question, read_question
from rag.retrieve import Candidate, PaperRetriever, candidates
from rag.spaces import Spaces
from rag.verify import Verdict

LOOKED_AT = 10
"""How many papers the chain looks at, however few are asked for."""
SUMMARY_PAPERS = 8
"""How many papers a summary of a topic holds at most."""


@dataclass(frozen=True, slots=True)
class Found:
    """The papers retrieved: the first event."""

    retrieved: tuple[Retrieved, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of the answer, as soon as it stands."""

    sentence: AnswerSentence


@dataclass(frozen=True, slots=True)
class Answered:
    """The whole answer: the last event."""

    answer: Answer


Event = Found | Said | Answered


class Assistant:
    """Answers questions about the papers of one store."""

    def __init__(
        self,
        store: PaperStore,
        encoder: BaseEmbedding,
        *,
        multilingual: BaseEmbedding | None = None,
        reranker: BaseNodePostprocessor | None = None,
    ) -> None:
        """Ask `store`, whose papers `encoder` has encoded, and `multilingual` once more.

        Without `multilingual` the encoder takes questions in every script. A reranker, any of
        llama-index's, may put what was found into another order, or drop some of it.
        """
        self._store = store
        self._spaces = Spaces.of(store, encoder, multilingual)
        self._reranker = reranker

    def ask(
        self, question: str, *, k: int = 10, numbers: Mapping[str, int] | None = None
    ) -> Iterator[Event]:
        """Answer a question, event by event.

        Args:
            question: in plain words.
            k: how many papers `retrieved` holds, at least 1.
            numbers: the citation numbers that earlier answers of a conversation gave, by paper id.

        Raises:
            QuestionError: the question is empty or too long.
            StoreError: the store cannot be read.
        """
        clock = _Clock()
        read = read_question(question)
        self._store.refresh()
        found = self._find(read, max(k, LOOKED_AT))
        clock.lap("retrieve")
        yield Found(_retrieved(found, k))
        book = CitationBook(numbers)
        space = self._spaces.of_question(read.plain)
        draft = extractive.answer(self._store, space, read, found, book)
        clock.lap("compose")
        yield from (Said(sentence) for sentence in draft.sentences)
        yield Answered(self._answer(read, draft, book, _retrieved(found, k), clock))

    def answer(
        self, question: str, *, k: int = 10, numbers: Mapping[str, int] | None = None
    ) -> Answer:
        """The whole answer at once; arguments and errors as for `ask`."""
        events = list(self.ask(question, k=k, numbers=numbers))
        return next(event.answer for event in events if isinstance(event, Answered))

    def search(self, question: str, *, k: int = 10) -> SearchResult:
        """The `k` papers nearest to a question; errors as for `ask`."""
        read = read_question(question)
        self._store.refresh()
        found = self._find(read, max(k, LOOKED_AT))
        return SearchResult(read.text, _retrieved(found, k))

    def check(self, sentence: str, cited: Sequence[str], *, names: Sequence[str] = ()) -> Verdict:
        """Whether cited sentences support a sentence; arguments and errors as `verify.check`."""
        space = self._spaces.of_question(sentence)
        lexical = self._store.lexical
        return verify.check(sentence, cited, space=space, lexical=lexical, names=names)

    def summarize(
        self, topic: str | None = None, *, papers: Sequence[str] = (), k: int | None = None
    ) -> Answer:
        """Summarise what there is on a topic, or the papers of these ids, each sentence cited.

        Args:
            topic: in plain words.
            papers: ids of papers to summarise instead.
            k: how many papers it holds at most; None for `SUMMARY_PAPERS`.

        Raises:
            QuestionError: neither a topic nor papers are given, or a paper is not there.
        """
        clock = _Clock()
        self._store.refresh()
        k = SUMMARY_PAPERS if k is None else k
        if papers:
            found = self._papers(papers)
            read = read_question(topic or "summary of the chosen papers")
        elif topic and topic.strip():
            read = read_question(topic)
            found = self._find(read, max(k, LOOKED_AT))
        else:
            raise QuestionError("nothing to summarise: give a topic, or papers by their ids")
        clock.lap("retrieve")
        book = CitationBook()
        chosen = found if papers else None
        draft = extractive.summary(self._store, read, found, book, chosen=chosen, limit=k)
        clock.lap("compose")
        return self._answer(read, draft, book, _retrieved(found, k), clock, kind="summary")

    def _find(self, question: Question, k: int) -> list[Candidate]:
        """Papers for a question; for "papers like X" those nearest to X, without X."""
        if question.form.besides:
            (unwanted,) = self._retrieve(question.form.besides, 1) or (None,)
            found = self._retrieve(question.topic, k + 1)
            return [one for one in found if unwanted is None or one.paper != unwanted.paper][:k]
        found = self._retrieve(question.topic, k)
        if not (question.form.seeks_similar and found and found[0].signals.named):
            return found
        model = found[0].paper
        similar = self._retrieve(model.search_text, k + 1)
        return [candidate for candidate in similar if candidate.paper != model][:k]

    def _retrieve(self, text: str, k: int) -> list[Candidate]:
        nodes = PaperRetriever.over(self._store, self._spaces, k).retrieve(text)
        if self._reranker is not None:
            nodes = self._reranker.postprocess_nodes(nodes, query_str=text)
        return candidates(self._store, nodes)

    def _papers(self, ids: Sequence[str]) -> list[Candidate]:
        papers = self._store.papers(list(dict.fromkeys(ids)))
        missing = sorted(set(ids) - {paper.paper_id for paper in papers})
        if missing:
            raise QuestionError(
                f"no paper has the id {missing[0]}: see `askpapers papers list` for the ids"
            )
        return [Candidate.given(paper) for paper in papers]

    def _answer(
        self,
        read: Question,
        draft: Draft,
        book: CitationBook,
        retrieved: tuple[Retrieved, ...],
        clock: _Clock,
        *,
        kind: str | None = None,
    ) -> Answer:
        return Answer(
            question=read.text,
            standalone_question=read.text,
            kind="summary" if kind == "summary" else read.kind,
            language=read.language,
            answer=draft.text,
            refused=draft.reason is not None,
            reason=draft.reason,
            confidence=draft.confidence,
            sentences=draft.sentences,
            citations=book.citations,
            retrieved=retrieved,
            total=draft.total,
            corpus=CorpusState(self._store.paper_count, self._store.snapshot),
            timings_ms=clock.laps(),
        )


class _Clock:
    """Milliseconds a stage, and in all."""

    def __init__(self) -> None:
        self._start = self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        """End a stage."""
        now = time.perf_counter()
        self._laps[stage] = 1000 * (now - self._last)
        self._last = now

    def laps(self) -> dict[str, float]:
        """What was measured so far, with the total."""
        return {**self._laps, "total": 1000 * (time.perf_counter() - self._start)}


def _retrieved(found: Sequence[Candidate], k: int) -> tuple[Retrieved, ...]:
    return tuple(Retrieved(candidate.paper, candidate.score) for candidate in found[:k])
