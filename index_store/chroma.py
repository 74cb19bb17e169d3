"""The store: papers, their sentences and their vectors, in a folder.

A paper counts as stored once its record is there: it is written after its other vectors and
removed before them. One process writes (see `writers`); any number read. A reader sees the
papers there were when it opened, until `PaperStore.refresh` finds that another ingest has
finished.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from index_store import lexical, stamps
from index_store.connection import NotFoundError, Session, connect, failures, has_database
from index_store.errors import StoreFailed, StoreForeign, StoreMissing
from index_store.lexical import LexicalIndex, PaperHit
from index_store.papers import Paper
from index_store.stamps import Identity
from index_store.tables import Table, Vectors

__all__ = ["PaperHit", "PaperStore", "SentenceHit"]

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding


@dataclass(frozen=True, slots=True)
class SentenceHit:
    """A sentence that was found.

    Attributes:
        paper_id: the paper it stands in.
        index: which of ``Paper.sentences`` it is, from 0.
        score: cosine in -1..1.
    """

    paper_id: str
    index: int
    score: float


class PaperStore:
    """The papers of a folder, with their vectors; threads may share one."""

    def __init__(self, path: Path, encoder: Identity | None, session: Session) -> None:
        self.path = path
        self._encoder = encoder
        self._session: Session | None = session
        self._lexical: tuple[str, LexicalIndex] | None = None
        self._lock = threading.RLock()

    @classmethod
    def open(cls, path: Path, *, encoder: BaseEmbedding | None) -> PaperStore:
        """Open a store for reading; makes no file.

        Args:
            path: the store's folder.
            encoder: what questions will be encoded with; None to read papers and BM25 alone.

        Raises:
            StoreMissing: there is no store, or it holds no papers.
            StoreForeign: it is no store, or another version or encoder wrote it.
            StoreFailed: it cannot be read, or is damaged.
        """
        identity = None
        if encoder is not None:
            from index_store import encoders

            identity = encoders.identity(encoder)
        return cls(path, identity, _read(path, identity))

    @property
    def snapshot(self) -> str:
        """A name for exactly these papers, as users are shown it."""
        return self._now.snapshot

    @property
    def encoder_names(self) -> list[str]:
        """The encoders that the store's vectors come from, as the settings name them."""
        stamp = self._now.stamp
        return [one.name for one in (stamp.encoder, stamp.multilingual) if one is not None]

    @property
    def paper_count(self) -> int:
        """How many papers there are."""
        return len(self._now.records)

    @property
    def authors(self) -> Mapping[str, list[str]]:
        """How each author is spelt here, by `authors.folded` name."""
        return self._now.authors

    @property
    def records(self) -> Mapping[str, str]:
        """Every paper's record by id, as `records.to_json` writes it."""
        return self._now.records

    @property
    def lexical(self) -> LexicalIndex:
        """BM25 over these papers: the saved index, or one built in memory if there is none."""
        with self._lock:
            name = self.snapshot
            if self._lexical is None or self._lexical[0] != name:
                self._lexical = (name, lexical.load_or_build(self.path, name, self.all_papers))
            return self._lexical[1]

    def paper_ids(self) -> list[str]:
        """The ids of all papers, sorted."""
        return sorted(self._now.records)

    def all_papers(self) -> list[Paper]:
        """All papers, sorted by id."""
        return self.papers(self.paper_ids())

    def papers(self, ids: Iterable[str]) -> list[Paper]:
        """The papers of these ids in the order given; ids without a paper are left out."""
        session = self._now
        return [session.paper(paper_id) for paper_id in ids if paper_id in session.records]

    def nearest_papers(
        self, vector: Vectors, k: int, *, space: Identity | None = None
    ) -> list[PaperHit]:
        """The k papers nearest to a question's vector, shape (dimension,), nearest first.

        Args:
            vector: of the question, in the encoder's space, or in `space`.
            k: how many.
            space: the multilingual encoder, when the vector is its.

        Raises:
            StoreForeign: the store has no vectors of `space`.
        """
        session = self._now
        table = _papers_in(session, space, self.path)
        with failures(self.path):
            found = table.nearest(vector, k)
        return [PaperHit(name, score) for name, score in found if name in session.records]

    def nearest_sentences(self, vector: Vectors, k: int) -> list[SentenceHit]:
        """The k nearest sentences, nearest first; those whose paper is gone are left out."""
        session = self._now
        with failures(self.path):
            found = session.sentences.nearest(vector, k)
        parts = [(*name.rpartition(":")[::2], score) for name, score in found]
        return [
            SentenceHit(paper_id, int(number), score)
            for paper_id, number, score in parts
            if paper_id in session.records and int(number) < len(session.paper(paper_id).sentences)
        ]

    def paper_vectors(
        self, ids: Iterable[str], *, space: Identity | None = None
    ) -> dict[str, Vectors]:
        """The vector of each paper by id, shape (dimension,); unknown ids are left out.

        `space` and errors are as for `nearest_papers`.
        """
        session = self._now
        table = _papers_in(session, space, self.path)
        with failures(self.path):
            return session.vectors_of(table, ids)

    def sentence_vectors(self, paper_ids: Iterable[str]) -> dict[str, Vectors]:
        """The sentence vectors of each paper by id, shape (sentences, dimension).

        A sentence whose vector is not there has a row of zeros.
        """
        session = self._now
        papers = [session.paper(name) for name in paper_ids if name in session.records]
        with failures(self.path):
            found = session.sentences.vectors([name for p in papers for name in p.sentence_ids])
        zeros = np.zeros_like(next(iter(found.values()), np.zeros(0, np.float32)))
        rows = {
            paper.paper_id: [found.get(n, zeros) for n in paper.sentence_ids] for paper in papers
        }
        return {name: np.reshape(row, (len(row), len(zeros))) for name, row in rows.items()}

    def warm_up(self) -> None:
        """Load what the first question would wait for: BM25 and the index of the sentences.

        Meant for a thread of its own, beside the loading of the encoder.
        """
        dimension = self._now.stamp.encoder.dimension
        if dimension:
            self.nearest_sentences(np.full(dimension, dimension**-0.5, np.float32), 1)
        self.lexical.places  # noqa: B018  read for what it keeps

    def refresh(self) -> bool:
        """Reopen if an ingest has finished since, and say whether; cheap otherwise."""
        with self._lock:
            stamp = stamps.read(self.path)
            if stamp.snapshot is None or stamp == self._now.stamp:
                return False
            self._session = _read(self.path, self._encoder)
            return True

    def close(self) -> None:
        """Let go of the database, once calls under way in other threads have ended."""
        self._session = None

    @property
    def _now(self) -> Session:
        session = self._session
        if session is None:
            raise StoreFailed(f"the store at {self.path} was closed; open it again", path=self.path)
        return session


def _papers_in(session: Session, space: Identity | None, path: Path) -> Table:
    """The papers' vectors of the encoder, or of the multilingual one."""
    if space is None:
        return session.papers
    stored = session.stamp.multilingual if session.multilingual else None
    if session.multilingual is None or stored is None or not stored.agrees(space):
        held = f"those of {stored}" if stored else "none"
        message = f"questions in this script need vectors of {space}; the store at {path} holds"
        raise StoreForeign(f"{message} {held}: ingest its lists again to add them", path=path)
    return session.multilingual


def _read(path: Path, encoder: Identity | None) -> Session:
    """A session for reading, from a store that has papers and the right encoder."""
    stamp = stamps.read(path)
    stamps.require(path, stamp, encoder or stamp.encoder)
    missing = StoreMissing(f"the store at {path} holds no papers; ingest some first", path=path)
    with failures(path):
        if not has_database(path):
            raise missing
        try:
            session = connect(path, stamp, create=False)
        except NotFoundError:
            raise missing from None
    if not session.records:
        raise missing
    return session
