"""The store: two Chroma collections, papers and sentences, in a folder.

The only module that knows Chroma. A paper's record is one JSON line in the metadata of the
papers collection (`documents` would build a full-text index over it: 85 % of the disk); a
sentence has a vector and an id, ``<paper id>:<number>``, nothing else. A paper counts as
stored once its record is there: it is written after its sentences and removed before them.

One process writes (see `writers`); any number read. A reader sees the papers there
were when it opened, until `PaperStore.refresh` finds that another ingest has finished.
"""

from __future__ import annotations

import itertools
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
from chromadb import PersistentClient
from chromadb.api.client import Client
from chromadb.api.collection_configuration import CreateHNSWConfiguration
from chromadb.config import Settings
from chromadb.errors import ChromaError, NotFoundError

from index_store import lexical, records, stamps
from index_store.advice import advice_on
from index_store.errors import StoreFailed, StoreMissing
from index_store.lexical import LexicalIndex, PaperHit
from index_store.papers import Paper
from index_store.stamps import Identity, Stamp
from index_store.tables import Table, Vectors

__all__ = ["PaperHit", "PaperStore", "SentenceHit"]

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

_HNSW = CreateHNSWConfiguration(
    space="cosine", ef_construction=100, max_neighbors=16, ef_search=800
)
_openings = itertools.count()


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


@dataclass(frozen=True, eq=False)
class Session:
    """One opening of the database, with the records there were at that moment."""

    stamp: Stamp
    snapshot: str
    papers: Table
    sentences: Table
    records: dict[str, str]
    parsed: dict[str, Paper] = field(default_factory=dict)

    def paper(self, paper_id: str) -> Paper:
        """A paper that is there, parsed once."""
        if paper_id not in self.parsed:
            self.parsed[paper_id] = records.from_json(self.records[paper_id])
        return self.parsed[paper_id]


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
    def encoder_name(self) -> str:
        """The encoder that the store's vectors come from, as the settings name it."""
        return self._now.stamp.encoder.name

    @property
    def paper_count(self) -> int:
        """How many papers there are."""
        return len(self._now.records)

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

    def nearest_papers(self, vector: Vectors, k: int) -> list[PaperHit]:
        """The k papers nearest to a question's vector, shape (dimension,), nearest first."""
        session = self._now
        with failures(self.path):
            found = session.papers.nearest(vector, k)
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

    def paper_vectors(self, ids: Iterable[str]) -> dict[str, Vectors]:
        """The vector of each paper by id, shape (dimension,); unknown ids are left out."""
        session = self._now
        with failures(self.path):
            return session.papers.vectors([name for name in ids if name in session.records])

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


@contextmanager
def failures(path: Path) -> Iterator[None]:
    """Turn what disk and database say into `StoreFailed`, with what to do."""
    try:
        yield
    except (ChromaError, OSError) as error:
        raise StoreFailed(f"the store at {path} {advice_on(error)}", path=path) from error


def has_database(path: Path) -> bool:
    """Whether a store's folder has a database, with papers or without."""
    database = path / "chroma" / "chroma.sqlite3"
    return database.exists() and database.stat().st_size > 0


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


def connect(path: Path, stamp: Stamp, *, create: bool) -> Session:
    """Open the database and read its records; it closes when the session is no longer used."""
    kept = records.load(path, stamp.snapshot) if stamp.snapshot and has_database(path) else None
    settings = Settings(anonymized_telemetry=False)
    try:
        client = cast(Client, PersistentClient(_own_spelling(path / "chroma"), settings))
    except (AttributeError, ValueError) as error:  # how a client says that its engine failed
        raise StoreFailed(f"the store at {path} {advice_on(error)}", path=path) from error
    try:
        papers, sentences = (_table(client, name, create) for name in ("papers", "sentences"))
        lines = papers.lines() if kept is None else kept
        snapshot = stamp.snapshot if kept is not None else records.snapshot(lines)
    except BaseException:  # raised again: an interrupt too must not leave the engine open
        client.close()
        raise
    session = Session(stamp, snapshot or "", papers, sentences, lines)
    weakref.finalize(session, client.close)
    return session


def _table(client: Client, name: str, create: bool) -> Table:
    """A collection of ours; NotFoundError when it is not there and may not be made."""
    if not create:
        return Table(client.get_collection(name, embedding_function=None))
    made = client.get_or_create_collection(
        name, embedding_function=None, configuration={"hnsw": _HNSW}
    )
    return Table(made)


def _own_spelling(path: Path) -> str:
    """The path, spelt as at no other opening in this process.

    Chroma keeps one engine a path, as it is spelt, for as long as any client uses it: a
    reader could neither reopen while another thread still reads, nor recover from a failure
    to open. Each opening therefore spells its number with ``/.`` and ``/``.
    """
    digits = f"{next(_openings):b}"
    return str(path) + "".join("/." if digit == "1" else "/" for digit in digits)
