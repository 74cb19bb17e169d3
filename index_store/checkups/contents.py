"""What a store holds, and whether its parts agree, looked at by a process of its own.

Chroma's engine may end the process over a damaged file of vectors. It also writes at every
opening, so the child is given a copy of the database; the other files it reads in place.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from index_store import records, stamps
from index_store.checkups import word_index
from index_store.checkups.children import Look, tell
from index_store.checkups.findings import Finding, Topic, guarded
from index_store.checkups.machine import amount
from index_store.errors import StoreError
from index_store.stamps import Identity, Stamp

if TYPE_CHECKING:
    from index_store.connection import Session

_TOPIC = Topic("store")
_NAMES = ("records", "BM25", "database", "papers", "vectors")
_OTHER = "papers for other scripts"
_FILL = "ingest some"
_AGAIN = "repeat the ingest: it goes on from there"
_CHECK = "repeat the ingest with --check"
_ANEW = "move the store away and ingest its lists anew"


def findings(store: Path, copy: Path, stamp: Stamp | None) -> Iterator[Finding]:
    """What a process of its own finds in a store, given a copy of its database."""
    remedy = _restoring(stamp)
    return Look(__name__, (str(store), str(copy)), _TOPIC, _NAMES, remedy).findings()


def look(store: Path, copy: Path) -> Iterator[Finding]:
    """Look at each part, the safest first, so that most is known when one ends the process."""
    try:
        stamp = stamps.read(store)
    except StoreError:  # told by the parent; the database can be looked at all the same
        stamp = Stamp(Identity(""))
    else:
        yield from guarded(_TOPIC, partial(_records, store, stamp), "records")
        yield from guarded(_TOPIC, partial(word_index.findings, _TOPIC, store, stamp), "BM25")
    database = copy / "chroma" / "chroma.sqlite3"
    if not database.exists():
        yield _no_database(stamp)
        return
    yield _database(database)
    yield from guarded(_TOPIC, partial(_papers_and_vectors, copy, stamp), "papers")


def _records(store: Path, stamp: Stamp) -> Iterator[Finding]:
    """The records kept beside the database, which spare opening it."""
    if stamp.snapshot is None:
        yield _TOPIC.ok("records", "none are kept until an ingest has finished")
        return
    kept = records.load(store, stamp.snapshot)
    if kept is None:
        text = "the kept ones are gone or damaged; they are read from the database instead"
        yield _TOPIC.warning("records", text, f"{_CHECK}, which keeps them anew")
        return
    yield _TOPIC.ok("records", f"{len(kept):,} kept, whole", data={"count": len(kept)})


def _no_database(stamp: Stamp) -> Finding:
    if stamp.snapshot is None:
        return _TOPIC.warning("database", "there is none yet", _AGAIN)
    return _TOPIC.fault("database", "it is gone", _ANEW)


def _database(file: Path) -> Finding:
    """The database as SQLite sees it, a page after the other."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        verdict = str(error)
    if verdict == "ok":
        return _TOPIC.ok("database", f"sound, {amount(file.stat().st_size)}")
    return _TOPIC.fault("database", f"damaged: {' '.join(verdict.split())}", _ANEW)


def _papers_and_vectors(copy: Path, stamp: Stamp) -> Iterator[Finding]:
    """The database as askpapers opens it, but from the database alone."""
    from index_store.connection import NotFoundError, connect

    try:
        session = connect(copy, replace(stamp, snapshot=None), create=False)
    except NotFoundError:
        yield _no_papers(stamp)
        return
    except Exception as error:  # noqa: BLE001  over a damaged file it may raise anything
        # The records are in SQLite; yet Chroma gives them only when it can open the vectors.
        mends = "hnsw" in str(error).lower()
        remedy = _restoring(stamp) if mends else _ANEW
        yield _TOPIC.fault("papers", f"cannot be read: {_reason(error)}", remedy)
        return
    wanted, unreadable = _sentences(session)
    yield _papers(session, stamp, unreadable)
    yield _vectors(session, stamp, wanted)


def _no_papers(stamp: Stamp) -> Finding:
    if stamp.snapshot is None:
        return _TOPIC.warning("papers", "there are none yet", _AGAIN)
    return _TOPIC.fault("papers", "they are gone", _ANEW)


def _sentences(session: Session) -> tuple[dict[str, list[str]], int]:
    """The ids of each paper's sentences by paper, and how many records cannot be read."""
    found: dict[str, list[str]] = {}
    for paper_id in session.records:
        try:
            found[paper_id] = session.paper(paper_id).sentence_ids
        except (ValueError, KeyError, TypeError):
            continue
    return found, len(session.records) - len(found)


def _papers(session: Session, stamp: Stamp, unreadable: int) -> Finding:
    """Whether the papers are those that the last ingest left."""
    count = len(session.records)
    data = {"count": count, "snapshot": session.snapshot}
    if unreadable:
        text = f"{unreadable:,} of {count:,} records cannot be read"
        return _TOPIC.fault("papers", text, _ANEW, data=data)
    if stamp.snapshot not in (None, session.snapshot):
        text = f"{count:,} in the database, which are not those the last ingest left there"
        return _TOPIC.fault("papers", text, _ANEW, data=data)
    if not count:
        return _TOPIC.warning("papers", "none", _FILL, data=data)
    kept = ", as the last ingest left them" if stamp.snapshot else ""
    return _TOPIC.ok("papers", f"{count:,}{kept}", data=data)


def _vectors(session: Session, stamp: Stamp, wanted: Mapping[str, list[str]]) -> Finding:
    """Whether each paper and sentence has its vectors, and nothing else has."""
    from index_store.checkups.vectors import census

    sentences = [name for names in wanted.values() for name in names]
    try:
        found = [
            census("papers", session.papers, wanted, stamp.encoder),
            census("sentences", session.sentences, sentences, stamp.encoder),
        ]
        if stamp.multilingual:
            found += [census(_OTHER, session.multilingual, wanted, stamp.multilingual)]
    except Exception as error:  # noqa: BLE001  over a damaged file it may raise anything
        return _TOPIC.fault("vectors", f"damaged: {_reason(error)}", _restoring(stamp))
    data = {each.kind: each.wanted for each in found}
    complaints = [phrase for each in found for phrase in each.complaints()]
    if not complaints:
        counted = ", ".join(f"{each.wanted:,} of {each.kind}" for each in found)
        return _TOPIC.ok("vectors", f"{counted}: each is there and whole", data=data)
    lost = any(each.broken or each.astray or (each.missing and stamp.snapshot) for each in found)
    make = _TOPIC.fault if lost else _TOPIC.warning
    remedy = _CHECK if stamp.snapshot else _AGAIN
    return make("vectors", ", ".join(complaints), remedy, data=data)


def _restoring(stamp: Stamp | None) -> str:
    """How to come by damaged vectors again; an ingest that was cut short looks by itself."""
    return f"{_CHECK if stamp and stamp.snapshot else _AGAIN}; if that fails, {_ANEW}"


def _reason(error: Exception) -> str:
    """What the database said, without the words around it, which speak of the copy."""
    cause = error.__cause__ or error
    return " ".join(str(cause).split())[:300]


if __name__ == "__main__":
    tell(look(Path(sys.argv[1]), Path(sys.argv[2])))
