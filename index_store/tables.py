"""A table of vectors by id: the few things the store asks of a database.

It wraps a Chroma collection, embedded or another, without importing Chroma; its errors pass
through as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

_BATCH = 5_000  # Chroma takes at most 5,461 at once
_RECORD = "record"


class Collection(Protocol):
    """What is used of a Chroma collection."""

    def get(self, *, ids: Any = ..., include: Any = ...) -> Any: ...  # noqa: ANN401, D102
    def query(self, *, query_embeddings: Any, n_results: int, include: Any) -> Any: ...  # noqa: ANN401, D102
    def upsert(self, *, ids: Any, embeddings: Any, metadatas: Any = ...) -> Any: ...  # noqa: ANN401, D102
    def update(self, *, ids: Any, metadatas: Any) -> Any: ...  # noqa: ANN401, D102
    def delete(self, *, ids: Any) -> Any: ...  # noqa: ANN401, D102


class Table:
    """Vectors with ids, compared by cosine, and a line of text beside each if given."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection

    def ids(self) -> list[str]:
        """Every id."""
        return list(self._collection.get(include=[])["ids"])

    def lines(self) -> dict[str, str]:
        """Every line by id."""
        found = self._collection.get(include=["metadatas"])
        pairs = zip(found["ids"], found["metadatas"], strict=True)
        return {name: str(metadata[_RECORD]) for name, metadata in pairs}

    def nearest(self, vector: Vectors, k: int) -> list[tuple[str, float]]:
        """The k nearest ids with their cosines, nearest first; fewer when there are fewer."""
        found = self._collection.query(
            query_embeddings=[np.asarray(vector, np.float32)], n_results=k, include=["distances"]
        )
        pairs = zip(found["ids"][0], found["distances"][0], strict=True)
        return [(name, 1.0 - float(distance)) for name, distance in pairs]

    def vectors(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """The vectors of ids, each of shape (dimension,); unknown ids are left out."""
        found: dict[str, Vectors] = {}
        wanted = list(dict.fromkeys(ids))  # Chroma refuses an id given twice
        for part in _slices(len(wanted)):
            got = self._collection.get(ids=wanted[part], include=["embeddings"])
            found |= zip(got["ids"], np.asarray(got["embeddings"], np.float32), strict=True)
        return found

    def upsert(self, ids: Sequence[str], vectors: Vectors, lines: Sequence[str] = ()) -> None:
        """Add or replace; ``vectors`` of shape (ids, dimension), ``lines`` one an id or none."""
        for part in _slices(len(ids)):
            metadata = [{_RECORD: line} for line in lines[part]] or None
            self._collection.upsert(
                ids=list(ids[part]), embeddings=vectors[part], metadatas=metadata
            )

    def rewrite(self, ids: Sequence[str], lines: Sequence[str]) -> None:
        """Replace the lines of ids that are there; their vectors stay."""
        for part in _slices(len(ids)):
            metadata = [{_RECORD: line} for line in lines[part]]
            self._collection.update(ids=list(ids[part]), metadatas=metadata)

    def delete(self, ids: Sequence[str]) -> None:
        """Remove ids; unknown ones are ignored."""
        for part in _slices(len(ids)):
            self._collection.delete(ids=list(ids[part]))


def _slices(count: int) -> Iterator[slice]:
    return (slice(start, start + _BATCH) for start in range(0, count, _BATCH))
