import numpy as np
import pytest

from index_store.checkups.vectors import census
from index_store.stamps import Identity

ROWS = dict(zip("abcd", np.eye(4, dtype=np.float32), strict=True))
ENCODER = Identity("stand-in", 4)


class Table:
    """A table in memory, which gives the vectors it is told to."""

    def __init__(self, rows, nearest=None, unread=()):
        self.rows, self.forced, self.unread = rows, nearest, unread

    def ids(self):
        return list(self.rows)

    def vectors(self, ids):
        return {name: self.rows[name] for name in ids if name not in self.unread}

    def nearest(self, vector, k):
        if self.forced is not None:
            return self.forced
        found = sorted(((name, float(row @ vector)) for name, row in self.rows.items()), key=last)
        return found[::-1][:k]


def last(pair):
    return pair[1]


def complaints(table, wanted="abcd", encoder=ENCODER):
    return census("papers", table, list(wanted), encoder).complaints()


def test_a_table_in_order_has_no_complaints():
    assert complaints(Table(ROWS)) == []
    assert census("papers", Table(ROWS), "abcd", ENCODER).sample == 4


def test_nothing_wanted_and_nothing_there_is_in_order():
    assert complaints(Table({}), "") == []
    assert complaints(None, "") == []


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        (None, "4 of 4 vectors of papers are missing"),
        (Table({name: ROWS[name] for name in "abc"}), "1 of 4 vectors of papers are missing"),
        (Table(ROWS, unread="d"), "1 of 4 vectors of papers are missing"),
        (Table(ROWS | {"e": ROWS["a"]}), "1 vectors of papers belong to nothing in the store"),
        (Table(ROWS | {"d": ROWS["d"] * 1.01}), "1 of 4 vectors of papers are damaged"),
        (Table(ROWS | {"d": ROWS["d"] * np.nan}), "1 of 4 vectors of papers are damaged"),
        (Table(ROWS | {"d": np.float32([1, 0])}, nearest=[("a", 1)]), "are damaged"),
        (Table(ROWS, nearest=[]), "4 of 4 vectors of papers tried are not found"),
        (Table(ROWS, nearest=[("a", 0.5)]), "4 of 4 vectors of papers tried are not found"),
    ],
)
def test_what_is_wrong_is_counted(table, complaint):
    assert any(complaint in each for each in complaints(table))


def test_an_unknown_dimension_fits_any():
    assert complaints(Table(ROWS), encoder=Identity("openai")) == []
