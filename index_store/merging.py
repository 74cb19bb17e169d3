"""Records to papers, and the same paper from two lists to one."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from index_store.cleaning import plain
from index_store.names import label, names, opening
from index_store.papers import Paper, Record
from index_store.sentences import split

_Item = TypeVar("_Item", bound=Hashable)
_ID = "paper id"
_ID_LENGTH = 16
# Identifiers given once to one paper; "id" and the like count within one list only.
_STRONG = frozenset({"doi", "openreview_id", "arxiv_id"})
_LEAST_TITLE_WORDS = 3
_LEAST_SHARED_WORDS = 0.6
# A text has to be this much longer to be a fuller abstract and no other wording of it.
_FULLER = 1.5
# A title that very many papers share names none of them: later ones are compared with these.
_MOST_COMPARED = 50
_WORD = re.compile(r"\w+")
_COMMON_WORDS = frozenset(
    ("a", "an", "and", "are", "as", "at", "be", "by", "can", "for", "from", "has", "have", "in",
     "is", "it", "its", "of", "on", "or", "our", "that", "the", "their", "these", "this", "to",
     "we", "which", "with")
)  # fmt: skip
_ADDRESS_PREFIX = re.compile(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*|arxiv:\s*)", re.IGNORECASE)
_VERSION = re.compile(r"v\d+$")


def build(record: Record) -> Paper:
    """Make a paper of a record: its id, label, names and sentences.

    Args:
        record: one with a title or an abstract.

    Returns:
        The paper.
    """
    abstract = record.abstract or ""
    return _described(
        Paper(
            paper_id=_paper_id(record.title or "", abstract),
            title=record.title,
            label="",
            abstract=abstract,
            authors=record.authors,
            venue=record.venue,
            year=record.year,
            url=record.url,
            links=record.links,
            identifiers=record.identifiers,
            sentences=split(abstract),
            sources=(record.source,),
        )
    )


def merge(first: Paper, second: Paper) -> Paper:
    """Make one paper of two records of it; the fuller field wins, and all sources are kept.

    Args:
        first: the one whose id is kept, and whose fields are where both are as full.
        second: the other.

    Returns:
        The merged paper; its first source is where its abstract came from.
    """
    kept, other = (second, first) if _is_fuller(second, first) else (first, second)
    merged = replace(
        first,
        title=first.title or second.title,
        abstract=kept.abstract,
        sentences=kept.sentences,
        authors=max(first.authors, second.authors, key=len),
        venue=first.venue or second.venue,
        year=first.year or second.year,
        url=first.url or second.url,
        links=_union(first.links, second.links),
        identifiers=_union(first.identifiers, second.identifiers),
        sources=_union(kept.sources, other.sources),
    )
    is_same = (merged.title, merged.abstract) == (first.title, first.abstract)
    return merged if is_same else _described(merged)


def merge_all(papers: Iterable[Paper]) -> tuple[list[Paper], int]:
    """Merge the papers that are one, in time that grows with their number.

    Two are one paper if they have the same id, the same DOI, OpenReview or arXiv identifier,
    or the same title of three words or more and abstracts that share most of their words. A
    paper without an abstract is the first one of its title.

    Args:
        papers: in the order of their lists.

    Returns:
        The papers in order of first appearance, and how many were merged into another.
    """
    given = list(papers)
    groups = _Groups(len(given))
    words = _Words(given)
    for key, members in _by_key(given).items():
        if len(members) == 1:
            continue
        if isinstance(key, str):
            _join_titled(given, members, groups, words)
        elif key[0] == _ID:
            _join_all(members, groups)
        else:
            alike = [index for index in members[1:] if _agree(given, members[0], index, words)]
            _join_all([members[0], *alike], groups)
    merged: dict[int, Paper] = {}
    for index, paper in enumerate(given):
        root = groups.root(index)
        merged[root] = merge(merged[root], paper) if root in merged else paper
    return list(merged.values()), len(given) - len(merged)


class _Words:
    """The content words of abstracts, each found when it is first asked for."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self._papers = papers
        self._known: dict[int, frozenset[str]] = {}

    def shared(self, one: int, other: int) -> float:
        """The share of the shorter abstract's words that the other has too, from 0 to 1."""
        first, second = self._of(one), self._of(other)
        return len(first & second) / max(min(len(first), len(second)), 1)

    def _of(self, index: int) -> frozenset[str]:
        if index not in self._known:
            found = _WORD.findall(plain(self._papers[index].abstract).casefold())
            self._known[index] = frozenset(found) - _COMMON_WORDS
        return self._known[index]


class _Groups:
    """Which papers are one: a union of sets, each known by its earliest member."""

    def __init__(self, size: int) -> None:
        self._parents = list(range(size))

    def root(self, index: int) -> int:
        while self._parents[index] != index:
            self._parents[index] = self._parents[self._parents[index]]
            index = self._parents[index]
        return index

    def join(self, one: int, other: int) -> None:
        earlier, later = sorted((self.root(one), self.root(other)))
        self._parents[later] = earlier


def _by_key(papers: Sequence[Paper]) -> dict[str | tuple[str, str], list[int]]:
    """Papers by what may make them one: a title by itself, or an identifier with its scheme."""
    keyed: dict[str | tuple[str, str], list[int]] = defaultdict(list)
    for index, paper in enumerate(papers):
        keyed[_ID, paper.paper_id].append(index)
        for scheme, value in paper.identifiers:
            if scheme in _STRONG:
                keyed[scheme, _identifier(value)].append(index)
        title = _folded(paper.plain_title)
        if len(title.split()) >= _LEAST_TITLE_WORDS or _is_long_chinese(title):
            keyed[title].append(index)
    return keyed


def _join_all(members: Sequence[int], groups: _Groups) -> None:
    for member in members[1:]:
        groups.join(members[0], member)


def _agree(papers: Sequence[Paper], one: int, other: int, words: _Words) -> bool:
    """Whether papers of one identifier are one: some lists give all papers the volume's DOI."""
    titles = {_folded(papers[index].plain_title) for index in (one, other)} - {""}
    return len(titles) <= 1 or words.shared(one, other) >= _LEAST_SHARED_WORDS


def _join_titled(
    papers: Sequence[Paper], members: Sequence[int], groups: _Groups, words: _Words
) -> None:
    """Join papers of one title whose abstracts agree, then those without an abstract."""
    full = [index for index in members if papers[index].abstract]
    for place, index in enumerate(full[:_MOST_COMPARED]):
        for earlier in full[:place]:
            same = groups.root(earlier) == groups.root(index)
            if not same and words.shared(earlier, index) >= _LEAST_SHARED_WORDS:
                groups.join(earlier, index)
    anchor = full[0] if full else members[0]
    for index in members:
        if not papers[index].abstract:
            groups.join(anchor, index)


def _described(paper: Paper) -> Paper:
    """Set what follows from title and abstract."""
    return replace(
        paper,
        plain_title=plain(paper.title or ""),
        label=label(paper.abstract) or opening(paper.title or ""),
        names=names(paper.title, paper.abstract),
    )


def _paper_id(title: str, abstract: str) -> str:
    normalised = plain(abstract or title).casefold()
    return hashlib.sha256(normalised.encode()).hexdigest()[:_ID_LENGTH]


def _is_fuller(paper: Paper, than: Paper) -> bool:
    return len(paper.abstract) > _FULLER * len(than.abstract)


def _union(first: Sequence[_Item], second: Sequence[_Item]) -> tuple[_Item, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def _folded(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


def _is_long_chinese(title: str) -> bool:
    return not title.isascii() and len(title) >= 4 * _LEAST_TITLE_WORDS


def _identifier(value: str) -> str:
    return _VERSION.sub("", _ADDRESS_PREFIX.sub("", value.strip().casefold()))
