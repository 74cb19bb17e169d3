"""Stores that evaluations keep: a corpus is ingested once, until it or what ingests it changes."""

from __future__ import annotations

import ast
import functools
import hashlib
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import index_store
from evals.chain import Encoders
from index_store import readers, stamps
from index_store.errors import InputError, StoreError
from index_store.ingest import Progress, ingest
from index_store.papers import Fault

KEPT_VERSIONS = 2
"""Stores of one corpus, made by different code, that are kept."""


def default_cache() -> Path:
    """Where the stores are."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("askpapers", appauthor=False)) / "evals"


def kept_store(
    name: str,
    lists: Sequence[Path],
    given: Encoders,
    *,
    cache: Path | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    on_skipped: Callable[[Fault], None] = lambda _fault: None,
) -> Path:
    """A store that holds these lists and no others, made unless there is one.

    It is found again by the names and content of the lists, by the encoders and by the code that
    ingests. A killed ingest goes on.

    Args:
        name: opens the name of its folder.
        lists: files and folders, as ``askpapers ingest`` takes them.
        given: what encodes them.
        cache: where stores are kept.
        on_progress: told how far the ingest is.
        on_skipped: told of each record that could not be read, when the store is made.

    Raises:
        InputError: a list is not there or cannot be read, or they hold no papers.
        StoreError: the store cannot be written.
    """
    kind = f"{name}-{_content(lists)}-{_named(given)}"
    family = (cache or default_cache()) / kind
    folder = family / code_digest()
    if not _is_finished(folder):
        report = ingest(
            [str(path) for path in lists],
            store=folder,
            encoder=given.main,
            multilingual=given.multilingual,
            on_progress=on_progress,
        )
        for fault in report.skipped:
            on_skipped(fault)
        if not report.papers:
            raise InputError(f"there are no papers in {_listed(lists)}", path=None)
        _forget(family, but=folder)
    return folder


@functools.cache
def code_digest() -> str:
    """A hash of the code that ingests, comments and docstrings apart."""
    root = Path(index_store.__path__[0])
    sources = [path for path in sorted(root.rglob("*.py")) if path.parent.name != "checkups"]
    return _digest(_bare(path.read_text("utf-8")).encode() for path in sources)


def _bare(source: str) -> str:
    """A program's tree without the words for people in it."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [
                part
                for part in node.body
                if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
            ]
    return ast.dump(tree)


def _content(lists: Sequence[Path]) -> str:
    """A hash of the names and content of lists."""
    files, faults = readers.discover([str(path) for path in lists])
    if faults:
        raise InputError(f"{faults[0].path}: {faults[0].reason}", path=faults[0].path)
    try:
        return _digest(part for path in files for part in (path.name.encode(), path.read_bytes()))
    except OSError as error:
        raise InputError(f"cannot read {error.filename}: {error.strerror}", path=None) from error


def _listed(lists: Sequence[Path]) -> str:
    return ", ".join(map(str, lists)) or "no lists"


def _named(given: Encoders) -> str:
    return _digest(value.encode() for value in given.identities.values())


def _digest(parts: Iterable[bytes]) -> str:
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part).digest())
    return total.hexdigest()[:12]


def _is_finished(folder: Path) -> bool:
    try:
        return stamps.read(folder).snapshot is not None
    except StoreError:
        return False


def _forget(family: Path, *, but: Path) -> None:
    """Remove the oldest stores of a corpus, made by other code."""
    others = [path for path in family.iterdir() if path != but and path.is_dir()]
    others.sort(key=lambda path: path.stat().st_mtime)
    for path in others[: max(0, len(others) - KEPT_VERSIONS + 1)]:
        shutil.rmtree(path, ignore_errors=True)
