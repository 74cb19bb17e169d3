"""The two vector spaces that questions are asked in, behind one interface.

English questions are asked of the papers and sentences that ingest encoded. Questions that are
not in Latin script are asked of the papers as the multilingual encoder sees them; of the
sentences only those of the nearest papers are encoded, when they are asked for.
"""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from numpy.typing import NDArray

from index_store import encoders
from index_store.chroma import PaperStore
from index_store.papers import Paper
from rag.languages import ENGLISH, language_of

Vectors = NDArray[np.float32]

SENTENCE_DEPTH = 300
"""Sentences taken from the vector search: about three of each of the 100 papers."""
ENCODED_PAPERS = 12
"""Papers whose sentences are encoded for a question in another script: a fifth of a second."""
KEPT_QUESTIONS = 256
"""Texts of questions whose vectors are kept: retrieval and ranking often ask for the same one."""
KEPT_PAPERS = 2_000
"""Papers whose encoded sentences are kept for later questions: some 40 MB."""


class Space(Protocol):
    """Vectors of questions, papers and sentences that can be compared with each other."""

    def encode(self, question: str) -> Vectors:
        """The vector of a question, shape (dimension,), length one."""

    def nearest_papers(self, vector: Vectors, k: int) -> dict[str, float]:
        """The k nearest papers with their cosines, nearest first."""

    def paper_cosines(self, ids: Iterable[str], vector: Vectors) -> dict[str, float]:
        """The cosine of each of some papers."""

    def best_sentences(self, vector: Vectors, papers: Sequence[str]) -> dict[str, float]:
        """The cosine of the best sentence of the papers nearest by one.

        Args:
            vector: of the question.
            papers: nearest first; where no sentence is encoded, those of the first ones are.
        """

    def sentence_vectors(self, papers: Sequence[Paper]) -> Mapping[str, Vectors]:
        """The vectors of each paper's sentences by its id, shape (sentences, dimension)."""


def _kept(encoder: BaseEmbedding) -> Callable[[str], Vectors]:
    """Encodes questions, and keeps the latest vectors; those are not to be changed."""

    @functools.lru_cache(maxsize=KEPT_QUESTIONS)
    def encode(question: str) -> Vectors:
        vector = encoders.encode_query(encoder, question)
        vector.flags.writeable = False
        return vector

    return encode


class StoredSpace:
    """What ingest encoded: all papers, all sentences."""

    def __init__(self, store: PaperStore, encoder: BaseEmbedding) -> None:
        """Ask `store`, whose papers `encoder` has encoded."""
        self._store = store
        self._encode = _kept(encoder)

    def encode(self, question: str) -> Vectors:
        """See `Space`."""
        return self._encode(question)

    def nearest_papers(self, vector: Vectors, k: int) -> dict[str, float]:
        """See `Space`."""
        return {hit.paper_id: hit.score for hit in self._store.nearest_papers(vector, k)}

    def paper_cosines(self, ids: Iterable[str], vector: Vectors) -> dict[str, float]:
        """See `Space`."""
        found = self._store.paper_vectors(ids)
        return {paper_id: float(other @ vector) for paper_id, other in found.items()}

    def best_sentences(self, vector: Vectors, papers: Sequence[str]) -> dict[str, float]:
        """See `Space`; sentences of any paper may be found."""
        best: dict[str, float] = {}
        for hit in self._store.nearest_sentences(vector, SENTENCE_DEPTH):
            best.setdefault(hit.paper_id, hit.score)
        return best

    def sentence_vectors(self, papers: Sequence[Paper]) -> Mapping[str, Vectors]:
        """See `Space`."""
        return self._store.sentence_vectors([paper.paper_id for paper in papers])


class MultilingualSpace:
    """Papers as the multilingual encoder sees them; sentences encoded when asked, then kept."""

    def __init__(self, store: PaperStore, encoder: BaseEmbedding) -> None:
        """Ask `store`, whose papers `encoder` has encoded once more."""
        self._store = store
        self._encoder = encoder
        self._encode = _kept(encoder)
        self._kept: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = threading.Lock()

    def encode(self, question: str) -> Vectors:
        """See `Space`."""
        return self._encode(question)

    def nearest_papers(self, vector: Vectors, k: int) -> dict[str, float]:
        """See `Space`.

        Raises:
            StoreForeign: the store has no vectors of this encoder.
        """
        found = self._store.nearest_papers(vector, k, space=encoders.identity(self._encoder))
        return {hit.paper_id: hit.score for hit in found}

    def paper_cosines(self, ids: Iterable[str], vector: Vectors) -> dict[str, float]:
        """See `Space`; errors as for `nearest_papers`."""
        found = self._store.paper_vectors(ids, space=encoders.identity(self._encoder))
        return {paper_id: float(other @ vector) for paper_id, other in found.items()}

    def best_sentences(self, vector: Vectors, papers: Sequence[str]) -> dict[str, float]:
        """See `Space`; those of the first `ENCODED_PAPERS` papers."""
        rows = self.sentence_vectors(self._store.papers(papers[:ENCODED_PAPERS]))
        return {name: float((row @ vector).max()) for name, row in rows.items() if len(row)}

    def sentence_vectors(self, papers: Sequence[Paper]) -> Mapping[str, Vectors]:
        """See `Space`; those not kept from an earlier question are encoded, in one batch."""
        with self._lock:
            found = {p.paper_id: self._kept[p.paper_id] for p in papers if p.paper_id in self._kept}
        fresh = [paper for paper in papers if paper.paper_id not in found]
        plain = [sentence.plain for paper in fresh for sentence in paper.sentences]
        rows = encoders.encode(self._encoder, plain)
        ends = np.cumsum([len(paper.sentences) for paper in fresh])
        parts = np.split(rows, ends[:-1]) if fresh else []
        found |= {paper.paper_id: part for paper, part in zip(fresh, parts, strict=True)}
        self._keep(found)
        return found

    def _keep(self, found: Mapping[str, Vectors]) -> None:
        """Keep what was encoded; a paper's id is a hash of its text, so it cannot go stale."""
        with self._lock:
            self._kept.update(found)
            for paper_id in found:
                self._kept.move_to_end(paper_id)
            while len(self._kept) > KEPT_PAPERS:
                self._kept.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Spaces:
    """The space of each script.

    Attributes:
        latin: for questions in Latin script.
        other: for all others; the same where there is no multilingual encoder.
    """

    latin: Space
    other: Space

    @classmethod
    def of(
        cls, store: PaperStore, encoder: BaseEmbedding, multilingual: BaseEmbedding | None
    ) -> Spaces:
        """The spaces of a store and its encoders."""
        latin = StoredSpace(store, encoder)
        return cls(latin, latin if multilingual is None else MultilingualSpace(store, multilingual))

    def of_question(self, text: str) -> Space:
        """The space to ask a question in."""
        return self.latin if language_of(text) == ENGLISH else self.other
