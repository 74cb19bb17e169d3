"""From files to a store that answers: read, merge, compare, encode, write.

What to do is worked out from what the store holds (see `plans`), so that a run that was cut
short anywhere is completed by the next, and a run with nothing to do writes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from llama_index.core.base.embeddings.base import BaseEmbedding

from index_store import encoders, merging, plans, readers, records, stamps
from index_store.connection import failures, has_database
from index_store.encoder_pair import EncoderPair
from index_store.errors import StoreFailed, StoreMissing
from index_store.papers import Fault, Paper, Record
from index_store.plans import Plan
from index_store.stamps import Identity, Stamp
from index_store.writer_lock import writer_lock
from index_store.writers import PaperWriter

BATCH = 64
_STDIN = "-"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the encoding is, told after each batch.

    Attributes:
        done: papers stored in this run.
        total: papers this run has to store.
        papers_per_second: mean so far; 0 before the first batch.
        seconds_left: at that rate; None before the first batch.
    """

    done: int
    total: int
    papers_per_second: float = 0.0
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest did.

    Each record read is new, merged, changed, unchanged or skipped.

    Attributes:
        read: records read.
        new: papers the store did not hold.
        merged: records that are part of another's paper, in these files or in the store.
        changed: papers with other text or fields than before.
        unchanged: papers the store held like this.
        removed: papers pruned.
        skipped: what could not be read, and why.
        papers: papers in the store now.
        seconds: the time it took.
    """

    read: int
    new: int
    merged: int
    changed: int
    unchanged: int
    removed: int
    skipped: tuple[Fault, ...]
    papers: int
    seconds: float


@dataclass(slots=True)
class _Reading:
    """What the files gave."""

    records: list[Record] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    files: set[str] = field(default_factory=set)

    def compare(self, stored: Sequence[Paper], fresh: Sequence[Paper], **options: bool) -> Plan:
        """The plan for these files: a file that could not be read at all takes no part."""
        faulty = {fault.path for fault in self.faults}
        unread = {fault.path for fault in self.faults if fault.line is None}
        files = self.files - unread - {_STDIN}
        return plans.make(stored, fresh, files=files, faulty=faulty, **options)


def ingest(
    paths: Sequence[str | Path],
    *,
    store: Path,
    encoder: BaseEmbedding,
    multilingual: BaseEmbedding | None = None,
    prune: bool = False,
    check: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
) -> IngestReport:
    """Bring a store to hold the papers of some files.

    Args:
        paths: files and folders, as `readers.discover` takes them.
        store: the store's folder; made if need be.
        encoder: what encodes the papers, and later the questions.
        multilingual: what encodes the papers once more, for questions that are not in Latin
            script; None for none.
        prune: whether to remove papers that only these files held and no longer hold.
        check: whether to look at every vector of the store, and encode lost ones again; a run
            after one that was cut short always does.
        on_progress: told how far the encoding is.

    Raises:
        InputError: a path cannot be read.
        EncoderFailed: the encoder failed.
        StoreForeign: the folder is something else, or has another encoder's vectors.
        StoreLocked: another process is writing to the store.
        StoreFailed: the disk or the database failed; what was stored is kept.
    """
    started = time.perf_counter()
    pair = EncoderPair.of(encoder, multilingual)
    stamp = _stamp(store, pair.identity)
    reading = _read(paths)
    fresh, merged = merging.merge_all([merging.build(record) for record in reading.records])

    def report(plan: Plan, papers: int) -> IngestReport:
        seconds = time.perf_counter() - started
        skipped = (*reading.faults, *_not_pruned(reading, prune))
        counts = (plan.new, plan.merged + merged, plan.changed, plan.unchanged, plan.removed)
        return IngestReport(len(reading.records), *counts, skipped, papers, seconds)

    held = None if check else _finished(store, stamp, pair)
    if held is not None or (stamp is None and not fresh):
        plan = reading.compare(held or [], fresh, prune=prune)
        if plan.empty:
            return report(plan, len(held or []))
    with _writing(store, pair, stamp, check=check) as writer:
        resumed = stamp is not None and (check or stamp.snapshot is None)
        broken = {paper.paper_id: paper for paper in writer.unencoded()} if resumed else {}
        known = {paper.paper_id: paper for paper in writer.all_papers()} | broken
        plan = reading.compare(list(known.values()), fresh, prune=prune, resumed=resumed)
        _apply(plan.mending(broken), writer, pair, on_progress or _silent)
        return report(plan, writer.paper_count)


def remove(paper_ids: Sequence[str], *, store: Path, encoder: BaseEmbedding) -> None:
    """Take papers out of a store; ids that it does not hold are ignored.

    A later ingest of a list that holds them brings them back.

    Raises:
        StoreMissing: there is no store.
        StoreForeign, StoreLocked: as `ingest`.
        StoreFailed: the last ingest was cut short, so that what the store should hold is not
            known; or the disk or the database failed.
    """
    identity = encoders.identity(encoder)
    stamp = _stamp(store, identity)
    if stamp is None:
        raise StoreMissing(f"there is no store at {store}; ingest papers first", path=store)
    if stamp.snapshot is None:
        message = f"the last ingest into {store} was cut short; repeat it, then remove papers"
        raise StoreFailed(message, path=store)
    kept = EncoderPair(encoder, identity, None, stamp.multilingual)
    with _writing(store, kept, stamp) as writer:
        writer.delete(paper_ids)
        writer.finish()


def _silent(progress: Progress) -> None:
    """Tell nobody."""


def _stamp(store: Path, identity: Identity) -> Stamp | None:
    """The store's stamp, of the right encoder; None where there is no store yet."""
    try:
        stamp = stamps.read(store)
    except StoreMissing:
        return None
    stamps.require(store, stamp, identity)
    return stamp


def _read(paths: Sequence[str | Path]) -> _Reading:
    """All records of all files, each file once; faults aside."""
    reading = _Reading()
    found, faults = readers.discover([str(path) for path in paths])
    reading.faults += faults
    for path in found:
        reading.files.add(str(path))
        for item in readers.read(path):
            if isinstance(item, Fault):
                reading.faults.append(item)
            else:
                reading.records.append(item)
    return reading


def _finished(store: Path, stamp: Stamp | None, pair: EncoderPair) -> list[Paper] | None:
    """The papers of a store whose last ingest finished, read without opening the database.

    Opening it would write in it. None when only the database can tell, or when vectors of the
    multilingual encoder are to be added or dropped.
    """
    if stamp is None or stamp.snapshot is None or not has_database(store):
        return None
    if stamp.multilingual != pair.multilingual_identity:
        return None
    lines = records.load(store, stamp.snapshot)
    return None if lines is None else [records.from_json(line) for line in lines.values()]


def _not_pruned(reading: _Reading, prune: bool) -> Iterator[Fault]:
    """Files that were not pruned because part of them could not be read."""
    faulty = {fault.path for fault in reading.faults}
    for path in sorted(faulty & reading.files) if prune else ():
        yield Fault(path, None, "not pruned, as part of it could not be read; mend it first")


@contextmanager
def _writing(
    store: Path, pair: EncoderPair, stamp: Stamp | None, *, check: bool = False
) -> Iterator[PaperWriter]:
    """The store, locked and opened for writing."""
    identity = pair.identity
    if stamp is None and not identity.dimension:
        width = encoders.encode(pair.encoder, ["How long are the vectors?"]).shape[1]
        identity = replace(identity, dimension=width)
    with failures(store):
        store.mkdir(parents=True, exist_ok=True)
    with writer_lock(store):
        writer = PaperWriter.create(
            store, encoder=identity, multilingual=pair.multilingual_identity, check=check
        )
        try:
            yield writer
        finally:
            writer.close()


def _apply(
    plan: Plan, writer: PaperWriter, pair: EncoderPair, on_progress: Callable[[Progress], None]
) -> None:
    """Carry out a plan: new papers first, so that a kill leaves two rather than none."""
    _in_batches(plan.encode, lambda batch: writer.upsert(batch, *pair.vectors(batch)), on_progress)
    writer.rewrite(plan.rewrite)
    writer.delete(plan.delete)
    unseen = writer.without_multilingual()
    if unseen:
        _in_batches(
            unseen,
            lambda batch: writer.add_multilingual(batch, pair.multilingual_vectors(batch)),
            on_progress,
        )
    writer.finish()


def _in_batches(
    papers: Sequence[Paper],
    store: Callable[[Sequence[Paper]], None],
    on_progress: Callable[[Progress], None],
) -> None:
    """Encode and store papers, a batch at a time; each batch is kept whatever follows."""
    started = time.perf_counter()
    on_progress(Progress(0, len(papers)))
    for start in range(0, len(papers), BATCH):
        batch = papers[start : start + BATCH]
        store(batch)
        done = start + len(batch)
        rate = done / (time.perf_counter() - started)
        on_progress(Progress(done, len(papers), rate, (len(papers) - done) / rate))
