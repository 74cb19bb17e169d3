"""What the machine has: memory, and room on the disk of the store."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from index_store.checkups.findings import Finding, Topic

MEMORY_NEEDED = 600 * 10**6
"""Bytes that an ingest takes at its height, with both local encoders."""
PAPER_SIZE = 36_000
"""Bytes a paper takes in a store, its sentences with it."""
_FEW = 2_000  # papers: with room for fewer, it is time to say so
_SPARE = 16 * 2**20  # bytes; with these and a quarter of the store, `writers` still writes
_TOPIC = Topic("machine")


def findings(store: Path) -> Iterator[Finding]:
    """Memory, and the disk that a store is on or would be on."""
    yield _disk(store)
    yield _memory()


def amount(count: float) -> str:
    """Bytes for people."""
    return f"{count / 1e9:,.1f} GB" if count >= 1e9 else f"{count / 1e6:,.1f} MB"


def size_of(folder: Path) -> int:
    """Bytes in a folder's files, as far as they can be seen."""
    total = 0
    for parent, _, names in os.walk(folder):  # which passes over what it may not read
        for name in names:
            with contextlib.suppress(OSError):
                total += Path(parent, name).stat().st_size
    return total


def existing(path: Path) -> Path:
    """The folder itself, or the nearest one above it that is there."""
    return next((each for each in (path, *path.parents) if os.path.isdir(each)), Path("/"))  # noqa: PTH112  says no where Path.is_dir raises


def _disk(store: Path) -> Finding:
    folder = existing(store)
    usage = shutil.disk_usage(folder)
    needed = _SPARE + size_of(store / "chroma") // 4
    papers = max(0, usage.free - needed) // PAPER_SIZE
    data = {"path": str(folder), "free": usage.free, "total": usage.total, "needed": needed}
    text = f"{amount(usage.free)} free of {amount(usage.total)} at {folder}"
    remedy = "free some, or keep the store on another disk (--store)"
    if usage.free < needed:
        text = f"{text}; an ingest wants {amount(needed)} before it writes"
        return _TOPIC.fault("disk", text, remedy, data=data)
    if papers < _FEW:
        return _TOPIC.warning("disk", f"{text}: room for {papers:,} papers", remedy, data=data)
    return _TOPIC.ok("disk", f"{text}: room for {_rounded(papers)} papers", data=data)


def _memory() -> Finding:
    total, available = memory()
    data = {"total": total, "available": available, "needed": MEMORY_NEEDED}
    need = f"an ingest takes about {amount(MEMORY_NEEDED)}"
    if total is None:
        return _TOPIC.ok("memory", f"this system does not say how much there is; {need}", data=data)
    text = f"{amount(total)}, of which {amount(available or 0)} are available; {need}"
    if available is None:
        text = f"{amount(total)}; {need}"
    if (total if available is None else available) < MEMORY_NEEDED:
        remedy = "close what else is running, or allow the container more"
        return _TOPIC.warning("memory", text, remedy, data=data)
    return _TOPIC.ok("memory", text, data=data)


def memory() -> tuple[int | None, int | None]:
    """Bytes there are and bytes still to be had, None for what the system does not say."""
    total, available = _machine_memory()
    limit, left = _container_memory()
    return (
        min((each for each in (total, limit) if each is not None), default=None),
        min((each for each in (available, left) if each is not None), default=None),
    )


def _machine_memory() -> tuple[int | None, int | None]:
    """Of the whole machine: Linux says both, macOS the total, Windows neither."""
    told = Path("/proc/meminfo")
    if told.exists():
        parts = (line.partition(":") for line in told.read_text("ascii").splitlines())
        sizes = {name: int(size.split()[0]) * 1024 for name, _, size in parts}
        return sizes["MemTotal"], sizes["MemAvailable"]
    if hasattr(os, "sysconf"):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"), None
    return None, None


def _container_memory(root: Path = Path("/sys/fs/cgroup")) -> tuple[int | None, int | None]:
    """What a container may take and has left, under the second or first version of cgroups."""
    for limit, used in (
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ):
        try:
            allowed, taken = int((root / limit).read_text()), int((root / used).read_text())
        except (OSError, ValueError):  # not there, or "max": no limit
            continue
        return allowed, max(0, allowed - taken + _cached((root / limit).with_name("memory.stat")))
    return None, None


def _cached(statistics: Path) -> int:
    """Bytes of files that the system keeps in memory, and gives up when others want it."""
    try:
        pairs = (line.split() for line in statistics.read_text().splitlines())
        sizes = {name: int(value) for name, value in pairs}
    except (OSError, ValueError):
        return 0
    return sizes.get("total_inactive_file", sizes.get("inactive_file", 0))


def _rounded(count: int) -> str:
    """A count in two figures, as it is no more than a guess."""
    scale = 10 ** max(0, len(str(count)) - 2)
    return f"about {count // scale * scale:,}"
