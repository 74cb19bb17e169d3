"""Every vector of a store: there, whole, and found when it is searched for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from index_store.stamps import Identity

if TYPE_CHECKING:
    from index_store.tables import Table, Vectors

_BATCH = 5_000
_SAMPLE = 20
_LENGTH = 1e-3  # by so much a vector's length may differ from one
_ITSELF = 0.99  # cosine of what a vector finds first, which should be itself


@dataclass(slots=True)
class Census:
    """What a table of vectors was found to hold.

    Attributes:
        kind: what the vectors are of ("papers").
        wanted: how many there should be.
        missing: ids that have none.
        strangers: vectors of what is not, or no longer, in the store.
        broken: vectors of a wrong dimension or length.
        sample: how many were searched for.
        astray: those among them that do not find themselves.
    """

    kind: str
    wanted: int
    missing: int = 0
    strangers: int = 0
    broken: int = 0
    sample: int = 0
    astray: int = 0

    def complaints(self) -> list[str]:
        """What is wrong, a phrase each."""
        of = f"vectors of {self.kind}"
        counted = (
            (self.missing, f"of {self.wanted:,} {of} are missing"),
            (self.broken, f"of {self.wanted:,} {of} are damaged"),
            (self.astray, f"of {self.sample:,} {of} tried are not found by a search"),
            (self.strangers, f"{of} belong to nothing in the store"),
        )
        return [f"{count:,} {phrase}" for count, phrase in counted if count]


def census(kind: str, table: Table | None, wanted: Collection[str], encoder: Identity) -> Census:
    """Read every vector of a table that should hold one for each wanted id.

    Raises:
        Whatever the database does over a damaged file.
    """
    found = Census(kind, len(wanted))
    present = set() if table is None else set(table.ids())
    found.strangers = len(present.difference(wanted))
    found.missing = len(set(wanted) - present)
    if table is None:
        return found
    ids = sorted(present.intersection(wanted))
    for batch in (ids[start : start + _BATCH] for start in range(0, len(ids), _BATCH)):
        vectors = table.vectors(batch)
        found.missing += len(batch) - len(vectors)
        found.broken += sum(not _whole(each, encoder.dimension) for each in vectors.values())
    sample = table.vectors(ids[:: max(1, len(ids) // _SAMPLE)])
    found.sample = len(sample)
    found.astray = sum(not _finds_itself(table, each) for each in sample.values())
    return found


def _whole(vector: Vectors, dimension: int) -> bool:
    """Whether a vector is as an encoder gave it: of its dimension, and of length one."""
    return dimension in (0, len(vector)) and abs(float(np.linalg.norm(vector)) - 1) < _LENGTH


def _finds_itself(table: Table, vector: Vectors) -> bool:
    nearest = table.nearest(vector, 1)
    return bool(nearest) and nearest[0][1] > _ITSELF
