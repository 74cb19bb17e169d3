"""A paper as one line of JSON, and the snapshot: a name for what all of them say.

Two papers are equal exactly when their lines are. The lines of the last finished ingest are
kept in a file beside the database, so that a run that changes nothing opens no database (which
would write in it).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from index_store.papers import Paper, Sentence, Source

_AUTHORS = ',"authors":'  # within a text its quotation marks would have a backslash
_DECODER = json.JSONDecoder()


def to_json(paper: Paper) -> str:
    """A paper as one line, in ASCII, which survives any text a list may hold."""
    content = asdict(paper)
    content["sentences"] = [[s.start, s.end, s.plain] for s in paper.sentences]
    content["sources"] = [[source.path, source.ordinal] for source in paper.sources]
    return json.dumps(content, separators=(",", ":"))


def from_json(line: str) -> Paper:
    """The paper of a line, equal to the one it was made from."""
    content: dict[str, Any] = json.loads(line)
    for name in ("authors", "names"):
        content[name] = tuple(content[name])
    for name in ("links", "identifiers"):
        content[name] = tuple((key, value) for key, value in content[name])
    content["sentences"] = tuple(Sentence(*values) for values in content["sentences"])
    content["sources"] = tuple(Source(*values) for values in content["sources"])
    return Paper(**content)


def authors(line: str) -> list[str]:
    """The authors of a line's paper, read without the rest, which takes a hundred times as long."""
    start = line.index(_AUTHORS) + len(_AUTHORS)
    found: list[str] = _DECODER.raw_decode(line, start)[0]
    return found


def snapshot(records: Mapping[str, str]) -> str:
    """A hash over ids and records, 16 hexadecimal digits; the order does not matter."""
    total = hashlib.sha256()
    for paper_id in sorted(records):
        total.update(hashlib.sha256(f"{paper_id}\0{records[paper_id]}".encode()).digest())
    return total.hexdigest()[:16]


def save(folder: Path, records: Mapping[str, str], name: str | None = None) -> None:
    """Keep records, by default as their snapshot; the file appears whole or not at all."""
    path = _path(folder, name or snapshot(records))
    temporary = path.with_suffix(".new")
    with temporary.open("w", encoding="ascii") as file:
        file.writelines(f"{paper_id}\t{record}\n" for paper_id, record in records.items())
    temporary.replace(path)


def load(folder: Path, name: str) -> dict[str, str] | None:
    """The kept records of a snapshot by paper id; None when they are not there whole."""
    records = load_unchecked(folder, name)
    return records if records is not None and snapshot(records) == name else None


def load_unchecked(folder: Path, name: str) -> dict[str, str] | None:
    """Records kept under a name that is no snapshot; None when there are none."""
    try:
        with _path(folder, name).open(encoding="ascii") as file:
            parts = (line.rstrip("\n").partition("\t") for line in file)
            return {paper_id: record for paper_id, _, record in parts}
    except (OSError, ValueError):
        return None


def forget_others(folder: Path, name: str) -> None:
    """Remove the kept records of all snapshots but one."""
    for path in folder.glob("records-*"):
        if path != _path(folder, name):
            path.unlink(missing_ok=True)


def _path(folder: Path, name: str) -> Path:
    return folder / f"records-{name}.tsv"
