"""Writing to the store: what an ingest does to it, each step safe to be killed in.

A paper is written after its sentences and removed before them, so that one whose record is
there is whole. What a kill leaves over, `PaperWriter.unencoded` finds.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from index_store import lexical, records, stamps
from index_store.chroma import PaperStore
from index_store.connection import connect, failures, has_database
from index_store.errors import StoreMissing
from index_store.papers import Paper
from index_store.soundness import is_sound
from index_store.stamps import Identity, Stamp
from index_store.tables import Vectors

_RESCUED = "rescued"
_SPARE = 16 * 2**20  # bytes; Chroma damages its own files when the disk fills up


class PaperWriter(PaperStore):
    """The store opened for writing; whoever opens one holds the writer lock."""

    @classmethod
    def create(
        cls,
        path: Path,
        *,
        encoder: Identity,
        multilingual: Identity | None = None,
        check: bool = False,
    ) -> PaperWriter:
        """Open a store for writing, or begin one in an empty folder.

        The stamp is written first, marked as unfinished. Where an earlier ingest was cut short,
        or `check` is set, and vectors cannot be read, the database is begun anew: see
        `unencoded`. Vectors of another multilingual encoder than the one given are dropped:
        see `without_multilingual`.

        Raises:
            StoreForeign, StoreFailed: as `PaperStore.open`.
        """
        with failures(path):
            try:
                stamp = stamps.read(path)
            except StoreMissing:
                stamp = Stamp(encoder)
            stamps.require(path, stamp, encoder)
            _require_space(path)
            stamp = replace(stamp, multilingual=multilingual)
            stamps.write(path, replace(stamp, snapshot=None))
            if (check or stamp.snapshot is None) and has_database(path):
                _rescue(path, stamp)
            return cls(path, encoder, connect(path, stamp, create=True))

    def unencoded(self) -> list[Paper]:
        """After a kill: papers of which vectors are missing; drops sentences without a paper."""
        rescued = records.load_unchecked(self.path, _RESCUED) or {}
        lost = [records.from_json(line) for line in rescued.values()]
        wanted = {name: paper for paper in self.all_papers() for name in paper.sentence_ids}
        with failures(self.path):
            present = set(self._now.sentences.ids())
            self._now.sentences.delete(sorted(present - wanted.keys()))
            whole = set(self._now.papers.ids())
        broken = {wanted[name].paper_id: wanted[name] for name in wanted.keys() - present}
        broken |= {
            paper.paper_id: paper for paper in self.all_papers() if paper.paper_id not in whole
        }
        return [*broken.values(), *(p for p in lost if p.paper_id not in self.records)]

    def without_multilingual(self) -> list[Paper]:
        """Papers that the multilingual encoder has still to see; none without one."""
        table = self._now.multilingual
        if table is None:
            return []
        with failures(self.path):
            present = set(table.ids())
            table.delete(sorted(present - self.records.keys()))
        return self.papers(name for name in self.paper_ids() if name not in present)

    def add_multilingual(self, papers: Sequence[Paper], vectors: Vectors) -> None:
        """Store papers' multilingual vectors, shape (papers, dimension)."""
        if self._now.multilingual is not None:
            with failures(self.path):
                self._now.multilingual.upsert([paper.paper_id for paper in papers], vectors)

    def upsert(
        self,
        papers: Sequence[Paper],
        paper_vectors: Vectors,
        sentence_vectors: Sequence[Vectors],
        multilingual_vectors: Vectors | None = None,
    ) -> None:
        """Store papers, replacing those of the same id; they are stored when this returns.

        Args:
            papers: at least one.
            paper_vectors: shape (papers, dimension).
            sentence_vectors: for each paper, shape (its sentences, dimension).
            multilingual_vectors: shape (papers, its dimension); None where the store keeps none.

        Raises:
            StoreFailed: the disk is full or read-only; what was stored before is kept.
        """
        names = [name for paper in papers for name in paper.sentence_ids]
        replaced = self.papers(paper.paper_id for paper in papers)
        stale = {name for paper in replaced for name in paper.sentence_ids} - set(names)
        lines = [records.to_json(paper) for paper in papers]
        with failures(self.path):
            _require_space(self.path)
            self._now.sentences.delete(sorted(stale))
            self._now.sentences.upsert(names, np.concatenate(sentence_vectors))
            if multilingual_vectors is not None:
                self.add_multilingual(papers, multilingual_vectors)
            self._now.papers.upsert([paper.paper_id for paper in papers], paper_vectors, lines)
        self._remember(papers, lines)

    def rewrite(self, papers: Sequence[Paper]) -> None:
        """Replace the records of stored papers whose search text, so whose vectors, stay."""
        lines = [records.to_json(paper) for paper in papers]
        with failures(self.path):
            self._now.papers.rewrite([paper.paper_id for paper in papers], lines)
        self._remember(papers, lines)

    def delete(self, ids: Iterable[str]) -> None:
        """Remove papers, then their sentences; ids without a paper are ignored."""
        papers = self.papers(ids)
        with failures(self.path):
            self._now.papers.delete([paper.paper_id for paper in papers])
            self._now.sentences.delete([name for paper in papers for name in paper.sentence_ids])
            if self._now.multilingual is not None:
                self._now.multilingual.delete([paper.paper_id for paper in papers])
        for paper in papers:
            self._now.records.pop(paper.paper_id)
            self._now.parsed.pop(paper.paper_id)

    def finish(self) -> None:
        """Close an ingest: save BM25 and the records, then the stamp that readers wait for."""
        name = records.snapshot(self.records)
        with failures(self.path):
            lexical.LexicalIndex.build(self.all_papers()).save(self.path, name)
            records.save(self.path, self.records)
            before = self._now.stamp
            stamp = replace(before, generation=before.generation + 1, snapshot=name)
            stamps.write(self.path, stamp)
            lexical.forget_others(self.path, name)
            records.forget_others(self.path, name)  # the rescued ones too

    def _remember(self, papers: Sequence[Paper], lines: Sequence[str]) -> None:
        for paper, line in zip(papers, lines, strict=True):
            self._now.records[paper.paper_id] = line
            self._now.parsed[paper.paper_id] = paper


def _require_space(path: Path) -> None:
    """Raise while the disk still has room for Chroma to write its files whole."""
    size = sum(file.stat().st_size for file in (path / "chroma").rglob("*") if file.is_file())
    free, needed = shutil.disk_usage(path).free, _SPARE + size // 4
    if free < needed:
        said = os.strerror(errno.ENOSPC)
        raise OSError(errno.ENOSPC, f"{said}: {free >> 20} MB free, {needed >> 20} MB needed")


def _rescue(path: Path, stamp: Stamp) -> None:
    """Begin a database anew when its vectors cannot be read; its records are kept aside.

    Chroma writes its vector files in place: a kill, or a full disk, in that instant damages
    them. The records are in SQLite, which that does not touch, and can be encoded again.
    """
    if is_sound(path):
        return
    for folder in (path / "chroma").iterdir():
        if folder.is_dir():
            shutil.rmtree(folder)  # without the damaged files the records can be read
    lines = connect(path, stamp, create=True).records
    kept = records.load_unchecked(path, _RESCUED) or {}
    records.save(path, kept | lines, _RESCUED)
    shutil.rmtree(path / "chroma")
