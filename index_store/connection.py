"""One opening of the database: the only module that knows Chroma.

A paper's record is one JSON line in the metadata of the papers collection (`documents` would
build a full-text index over it: 85 % of the disk); a sentence has a vector and an id,
``<paper id>:<number>``, nothing else. A third collection holds the papers once more, as the
multilingual encoder sees them.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from chromadb import PersistentClient
from chromadb.api.client import Client
from chromadb.api.collection_configuration import CreateHNSWConfiguration
from chromadb.config import Settings
from chromadb.errors import ChromaError, NotFoundError

from index_store import records
from index_store.advice import advice_on
from index_store.authors import names_by_folded
from index_store.errors import StoreFailed
from index_store.papers import Paper
from index_store.stamps import Stamp
from index_store.tables import Table, Vectors

__all__ = ["NotFoundError"]

_HNSW = CreateHNSWConfiguration(
    space="cosine", ef_construction=100, max_neighbors=16, ef_search=800
)
MOST_KEPT = 20_000
"""Vectors of papers that a session keeps at most: some 30 MB."""
_TABLES = ("papers", "sentences")
_openings = itertools.count()


@dataclass(frozen=True, eq=False)
class Session:
    """One opening of the database, with the records there were at that moment."""

    stamp: Stamp
    snapshot: str
    papers: Table
    sentences: Table
    multilingual: Table | None
    records: dict[str, str]
    parsed: dict[str, Paper] = field(default_factory=dict)
    kept_vectors: dict[tuple[int, str], Vectors] = field(default_factory=dict)

    def vectors_of(self, table: Table, ids: Iterable[str]) -> dict[str, Vectors]:
        """Vectors of a table, read once; unknown ids are left out.

        Reading a hundred from the database takes as long as searching it.
        """
        wanted = [name for name in ids if name in self.records]
        kept = self.kept_vectors
        missing = [name for name in wanted if (id(table), name) not in kept]
        if len(kept) > MOST_KEPT:
            kept.clear()
            missing = wanted
        kept |= {(id(table), name): row for name, row in table.vectors(missing).items()}
        return {name: kept[id(table), name] for name in wanted if (id(table), name) in kept}

    @functools.cached_property
    def authors(self) -> dict[str, list[str]]:
        """The spellings of each author by folded name."""
        return names_by_folded(self.records.values())

    def paper(self, paper_id: str) -> Paper:
        """A paper that is there, parsed once."""
        if paper_id not in self.parsed:
            self.parsed[paper_id] = records.from_json(self.records[paper_id])
        return self.parsed[paper_id]


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


def connect(path: Path, stamp: Stamp, *, create: bool) -> Session:
    """Open the database and read its records; it closes when the session is no longer used."""
    kept = records.load(path, stamp.snapshot) if stamp.snapshot and has_database(path) else None
    settings = Settings(anonymized_telemetry=False)
    try:
        client = cast(Client, PersistentClient(_own_spelling(path / "chroma"), settings))
    except (AttributeError, ValueError) as error:  # how a client says that its engine failed
        raise StoreFailed(f"the store at {path} {advice_on(error)}", path=path) from error
    try:
        papers, sentences = (_table(client, name, create) for name in _TABLES)
        multilingual = _multilingual_table(client, stamp, create)
        lines = papers.lines() if kept is None else kept
        snapshot = stamp.snapshot if kept is not None else records.snapshot(lines)
    except BaseException:  # raised again: an interrupt too must not leave the engine open
        client.close()
        raise
    session = Session(stamp, snapshot or "", papers, sentences, multilingual, lines)
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


def _multilingual_table(client: Client, stamp: Stamp, create: bool) -> Table | None:
    """The papers as the stamp's multilingual encoder sees them; those of others are dropped."""
    if stamp.multilingual is None:
        wanted = ""
    else:
        wanted = f"papers-{hashlib.sha256(str(stamp.multilingual).encode()).hexdigest()[:16]}"
    if create:
        for name in {one.name for one in client.list_collections()} - {*_TABLES, wanted}:
            client.delete_collection(name)
    try:
        return _table(client, wanted, create) if wanted else None
    except NotFoundError:  # killed before it was made; the next ingest makes it
        return None


def _own_spelling(path: Path) -> str:
    """The path, spelt as at no other opening in this process.

    Chroma keeps one engine a path, as it is spelt, for as long as any client uses it: a
    reader could neither reopen while another thread still reads, nor recover from a failure
    to open. Each opening therefore spells its number with ``/.`` and ``/``.
    """
    digits = f"{next(_openings):b}"
    return str(path) + "".join("/." if digit == "1" else "/" for digit in digits)
