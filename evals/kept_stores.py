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
from index_store import stamps
from index_store.errors import StoreError
from index_store.ingest import Progress, ingest

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
) -> Path:
    """A store that holds these lists and no others, made unless there is one.

    It is found again by the content of the lists, by the encoders and by the code that ingests. A
    killed ingest goes on.

    Raises:
        InputError: a list cannot be read.
        StoreError: the store cannot be written.
    """
    files = list(_files(lists))
    family = (
        cache or default_cache()
    ) / f"{name}-{_digest(path.read_bytes() for path in files)}-{_named(given)}"
    folder = family / code_digest()
    if not _is_finished(folder):
        ingest(
            files,
            store=folder,
            encoder=given.main,
            multilingual=given.multilingual,
            on_progress=on_progress,
        )
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


def _files(lists: Iterable[Path]) -> Iterable[Path]:
    for path in lists:
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (one for one in inside if one.is_file() and not one.name.startswith("."))


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
