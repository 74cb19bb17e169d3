"""What a store holds, counted: as data and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from index_store.papers import Paper
from ui.characters import one_line
from ui.terminal import published

if TYPE_CHECKING:
    from index_store.chroma import PaperStore

NAMED_VENUES = 20


def inventory(store: PaperStore) -> dict[str, Any]:
    """The contract's object of ``stats --json``."""
    papers = store.all_papers()
    return {
        "papers": len(papers),
        "sentences": sum(len(paper.sentences) for paper in papers),
        "snapshot": store.snapshot,
        "encoders": store.encoder_names,
        "store": str(store.path),
        "bytes": size_on_disk(store.path),
        "titled": sum(paper.title is not None for paper in papers),
        "venues": _venues(papers),
    }


def inventory_text(found: dict[str, Any]) -> str:
    """The same for people."""
    lines = [
        ("papers", f"{found['papers']:,} ({found['titled']:,} with a title)"),
        ("sentences", f"{found['sentences']:,}"),
        ("snapshot", str(found["snapshot"])),
        ("encoders", ", ".join(found["encoders"])),
        ("store", found["store"]),
        ("on disk", _size(found["bytes"])),
    ]
    lines += [
        ("venue" if place == 0 else "", f"{name or 'not given'}: {count:,}")
        for place, (name, count) in enumerate(list(found["venues"].items())[:NAMED_VENUES])
    ]
    if len(found["venues"]) > NAMED_VENUES:
        lines += [("", f"and {len(found['venues']) - NAMED_VENUES} more")]
    return "\n".join(f"{name:<11}{one_line(value)}" for name, value in lines)


def size_on_disk(folder: Path) -> int:
    """Bytes in the folder's files; a file that goes away while it is counted does not count."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except OSError:
            continue
    return total


def _venues(papers: Sequence[Paper]) -> dict[str, int]:
    """Papers a venue and year, the most first."""
    return dict(Counter(published(paper) for paper in papers).most_common())


def _size(count: int) -> str:
    return f"{count / 1e6:,.1f} MB"
