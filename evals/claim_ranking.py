"""How an abstract's sentences are ranked for a claim: as the product ranks them for a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from numpy.typing import NDArray

from evals.support_pairs import Pair
from index_store import encoders
from index_store.lexical import LexicalIndex
from index_store.papers import Paper, Sentence
from rag import evidence
from rag.question import read_question
from rag.retrieve import Candidate
from rag.supporting import Encodes

Vectors = NDArray[np.float32]


class Encoded:
    """Vectors of texts, most of them encoded together, which is faster than one by one."""

    def __init__(self, encoder: BaseEmbedding, texts: Sequence[str]) -> None:
        self._encoder = encoder
        self._rows = dict(zip(texts, encoders.encode(encoder, texts), strict=True))

    def encode(self, question: str) -> Vectors:
        """See `rag.supporting.Encodes`."""
        if question not in self._rows:
            self._rows[question] = encoders.encode_query(self._encoder, question)
        row: Vectors = self._rows[question]
        return row


class ClaimSpace:
    """A `rag.spaces.Space` of the abstract that a claim is held against, and no other."""

    def __init__(self, space: Encodes) -> None:
        self._space = space

    def encode(self, question: str) -> Vectors:
        """See `Space`."""
        return self._space.encode(question)

    def sentence_vectors(self, papers: Sequence[Paper]) -> Mapping[str, Vectors]:
        """See `Space`."""
        return {
            paper.paper_id: np.array([self._space.encode(one.plain) for one in paper.sentences])
            for paper in papers
        }

    def nearest_papers(self, vector: Vectors, k: int) -> dict[str, float]:
        """See `Space`; none, since the paper is given."""
        return {}

    def paper_cosines(self, ids: Iterable[str], vector: Vectors) -> dict[str, float]:
        """See `Space`; none."""
        return {}

    def best_sentences(self, vector: Vectors, papers: Sequence[str]) -> dict[str, float]:
        """See `Space`; none."""
        return {}


def ranking(pair: Pair, space: Encodes, lexical: LexicalIndex) -> list[int]:
    """The sentences of a pair's abstract by `rag.evidence` and `rag.ranking`, best first."""
    sentences = tuple(Sentence(0, 0, text) for text in pair.sentences)
    paper = Paper(pair.document, None, "", "", sentences=sentences)
    question = read_question(pair.claim)
    given = [Candidate.given(paper)]
    gathered = evidence.gather(ClaimSpace(space), lexical, question, given)[0]
    return [one.index for one in gathered.clauses[0].ranked]


def first_hit(order: Sequence[int], gold: frozenset[int]) -> int | None:
    """The place, from 0, of the first gold sentence; None without one."""
    return next((place for place, index in enumerate(order) if index in gold), None)
