"""The version stamp: what wrote a store, and which finished ingest it holds.

The stamp is written before anything else, so that a store cut short by a kill is known as
ours. It is marked unfinished before the first change of an ingest and finished after the
last; readers reopen when a finished generation appears that they have not seen.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from index_store.errors import StoreFailed, StoreForeign, StoreMissing

FILE = "askpapers.json"
FORMAT = 1
_WHAT = "askpapers store"
_TEMPORARY = f"{FILE}.new"
# What a writer killed before its first stamp may leave: not enough to call a folder foreign.
_HARMLESS = {_TEMPORARY, "writer.lock", "writer.json"}


@dataclass(frozen=True, slots=True)
class Identity:
    """Which encoder a store's vectors come from.

    Attributes:
        name: as in the settings.
        dimension: length of its vectors; 0 when only a call could tell.
        sha256: of the model's file; "" for a model that is not a file.
    """

    name: str
    dimension: int = 0
    sha256: str = ""

    def agrees(self, other: Identity) -> bool:
        """Whether vectors of both can be compared; an unknown dimension agrees with any."""
        dimensions = {self.dimension, other.dimension} - {0}
        return (self.name, self.sha256) == (other.name, other.sha256) and len(dimensions) < 2

    def __str__(self) -> str:
        details = [f"{self.dimension} dimensions"] if self.dimension else []
        details += [f"file {self.sha256[:8]}"] if self.sha256 else []
        return f"{self.name} ({', '.join(details)})" if details else self.name


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a store says of itself.

    Attributes:
        encoder: what encoded its vectors.
        generation: how many ingests finished.
        snapshot: hash of all records of the last finished one; None while one is under way
            or was cut short.
        multilingual: what encoded its papers for questions that are not in Latin script;
            None when nothing did.
    """

    encoder: Identity
    generation: int = 0
    snapshot: str | None = None
    multilingual: Identity | None = None


def read(folder: Path) -> Stamp:
    """The stamp of the store in a folder; nothing on disk is created or changed.

    Raises:
        StoreMissing: there is no folder, or it is empty.
        StoreForeign: the folder holds something else, or a store of another version.
        StoreFailed: the stamp cannot be read, or is damaged.
    """
    try:
        text = (folder / FILE).read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        raise _absent(folder) from None
    except (OSError, UnicodeDecodeError) as error:
        raise StoreFailed(f"cannot read {folder / FILE}: {error}", path=folder) from error
    return _parse(text, folder)


def write(folder: Path, stamp: Stamp) -> None:
    """Replace the stamp in one step, so that a kill leaves the old one or the new one."""
    content = {"what": _WHAT, "format": FORMAT, **asdict(stamp)}
    temporary = folder / _TEMPORARY
    with temporary.open("w", encoding="utf-8") as file:
        json.dump(content, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(folder / FILE)


def require(folder: Path, stamp: Stamp, encoder: Identity) -> None:
    """Raise `StoreForeign` unless the store's vectors come from that encoder."""
    if stamp.encoder.agrees(encoder):
        return
    choose = f"set ASKPAPERS_ENCODER={stamp.encoder.name}, or "
    remedy = choose if stamp.encoder.name != encoder.name else ""
    message = f"the store at {folder} was encoded with {stamp.encoder}, not with {encoder}; "
    raise StoreForeign(f"{message}{remedy}ingest into another folder", path=folder)


def _absent(folder: Path) -> StoreMissing | StoreForeign | StoreFailed:
    """The error for a folder without a stamp."""
    try:
        strangers = sorted({entry.name for entry in folder.iterdir()} - _HARMLESS)
    except FileNotFoundError:
        return StoreMissing(f"there is no store at {folder}; ingest papers first", path=folder)
    except NotADirectoryError:
        return StoreForeign(f"{folder} is a file, not a store; name a folder", path=folder)
    except OSError as error:
        return StoreFailed(f"cannot read {folder}: {error}", path=folder)
    if strangers:
        message = f"{folder} is not an askpapers store (it holds {strangers[0]}); name another"
        return StoreForeign(f"{message} or an empty folder", path=folder)
    return StoreMissing(f"the store at {folder} is empty; ingest papers first", path=folder)


def _parse(text: str, folder: Path) -> Stamp:
    """A stamp from its file's text."""
    try:
        content = json.loads(text)
        if content["what"] != _WHAT:
            raise StoreForeign(f"{folder} is not an askpapers store; name another", path=folder)
        if content["format"] != FORMAT:
            raise StoreForeign(_other_format(folder, content["format"]), path=folder)
        encoder = Identity(**content["encoder"])
        other = content.get("multilingual")
        multilingual = Identity(**other) if other else None
        return Stamp(encoder, int(content["generation"]), content["snapshot"], multilingual)
    except (KeyError, TypeError, ValueError) as error:
        message = f"{folder / FILE} is damaged; restore it, or ingest into a new folder"
        raise StoreFailed(message, path=folder) from error


def _other_format(folder: Path, number: object) -> str:
    """The message for a store of another version."""
    return (
        f"the store at {folder} has format {number}, this askpapers reads format {FORMAT}; "
        "use the version that wrote it, or ingest into a new folder"
    )
