"""Authors of a corpus by name, however it is spelt."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from index_store import records


def folded(name: str) -> str:
    """A name without capitals and accents: "Aapo Hyvärinen" is "aapo hyvarinen"."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(character for character in parts if not unicodedata.combining(character))


def names_by_folded(lines: Iterable[str]) -> dict[str, list[str]]:
    """The spellings of each author of some papers' records by the folded name."""
    spellings = dict.fromkeys(name for line in lines for name in records.authors(line))
    found: dict[str, list[str]] = {}
    for name in spellings:
        found.setdefault(folded(name), []).append(name)
    return found
