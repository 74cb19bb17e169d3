"""Folders that are costly to make, kept from one run to the next with what making them took."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

FILE = "made.json"


@dataclass(frozen=True, slots=True)
class Making:
    """What making a folder took.

    Attributes:
        papers: how many papers it holds.
        seconds: the time, of the work alone.
        peak_bytes: the most memory that the process which made it has held.
        code: a hash of the code that made it, "" when it is not ours.
        date: the day, as in ISO 8601.
    """

    papers: int
    seconds: float
    peak_bytes: int
    code: str = ""
    date: str = ""


def kept(
    folder: Path, key: Mapping[str, object], make: Callable[[Path], Making], *, fresh: bool = False
) -> Making:
    """What a folder took to make; it is made when it is not there, or not with this key.

    Args:
        folder: is emptied before it is made anew; its record is written last, so that one cut
            short is made again.
        key: what it depends on, as JSON has it.
        make: fills an empty folder.
        fresh: whether to make it anew in any case.
    """
    record = folder / FILE
    if not fresh and record.is_file():
        content = json.loads(record.read_text("utf-8"))
        if content["key"] == key:
            return Making(**content["making"])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    making = make(folder)
    content = {"key": key, "making": asdict(making)}
    record.write_text(json.dumps(content, indent=1), "utf-8")
    return making


def disk_bytes(folder: Path) -> int:
    """The size of a folder's files."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def today() -> str:
    """The day, as in ISO 8601."""
    return datetime.now(UTC).date().isoformat()
