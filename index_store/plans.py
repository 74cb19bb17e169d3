"""What an ingest would do: the papers the store holds beside the papers just read.

Pure: a plan is made from papers alone, so that a run after a kill makes the rest of the same
plan. A paper whose abstract was edited has another id; the old one goes when the new one is
recognisably its successor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path

from index_store import lexical, merging
from index_store.lexical import LexicalIndex
from index_store.papers import Paper, Source

# Share of common words (Jaccard) above which an untitled paper is an edit of another: in the
# same place of its file, or anywhere in that file. Different papers share under 0.2.
_ALIKE_HERE = 0.5
_ALIKE_ELSEWHERE = 0.75


@dataclass(frozen=True, slots=True)
class Plan:
    """Changes to a store, and how the papers read are counted.

    Attributes:
        encode: to store with new vectors.
        rewrite: to store with the vectors there are.
        delete: ids of papers that were replaced, merged away or pruned.
        new: papers the store did not hold.
        merged: papers that became part of another.
        changed: papers of which the text or a field is another than in the store.
        unchanged: papers the store holds like this; where they stand in a file may differ.
        removed: papers pruned.
    """

    encode: tuple[Paper, ...] = ()
    rewrite: tuple[Paper, ...] = ()
    delete: tuple[str, ...] = ()
    new: int = 0
    merged: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.encode or self.rewrite or self.delete)

    def mending(self, broken: Mapping[str, Paper]) -> Plan:
        """The plan with stored papers encoded again, by id, of which vectors are missing."""
        encode = {paper.paper_id: paper for paper in self.encode}
        again = dict(broken) | {p.paper_id: p for p in self.rewrite if p.paper_id in broken}
        again = {name: p for name, p in again.items() if name not in {*self.delete, *encode}}
        rewrite = tuple(paper for paper in self.rewrite if paper.paper_id not in broken)
        return replace(self, encode=(*self.encode, *again.values()), rewrite=rewrite)


@dataclass(frozen=True, slots=True)
class _Group:
    """Papers that are one: those the store holds, those just read, and what they come to."""

    stored: tuple[Paper, ...]
    fresh: tuple[Paper, ...]
    result: Paper | None
    joined: bool = False  # another list's paper in the store is part of it


def make(
    stored: Sequence[Paper],
    fresh: Sequence[Paper],
    *,
    files: Collection[str],
    faulty: Collection[str] = (),
    prune: bool = False,
    resumed: bool = False,
) -> Plan:
    """The plan that brings the store to hold what was read.

    Args:
        stored: the store's papers.
        fresh: the papers read.
        files: the files read; a paper they no longer hold may have been edited.
        faulty: those of them of which a part could not be read: what they seem not to hold
            may be in that part.
        prune: whether papers only these files held, and hold no more, are removed.
        resumed: whether an earlier run was cut short, so that a successor may be stored
            already beside the paper it replaces.
    """
    whole = set(files) - set(faulty)
    groups = [_settle(old, new, whole) for old, new in _groups(stored, fresh)]
    finals = {group.result.paper_id: group.result for group in groups if group.result}
    gone = [paper for group in groups if not group.result for paper in group.stored]
    held = {paper.paper_id for paper in stored}
    heirs = [paper for name, paper in finals.items() if resumed or name not in held]
    replaced = _successors([paper for paper in gone if _only_in(paper, files)], heirs)
    delete = {paper.paper_id for group in groups if group.result for paper in group.stored}
    delete = delete - finals.keys() | replaced.keys()
    plan = _count(groups, set(replaced.values()))
    if not prune:
        return replace(plan, delete=tuple(sorted(delete)))
    gone = [paper for paper in gone if paper.paper_id not in replaced]
    pruned = {paper.paper_id for paper in gone if _only_in(paper, whole)}
    kept = [paper for paper in gone if paper.paper_id not in pruned]
    moved = [paper for paper in kept if any(source.path in whole for source in paper.sources)]
    return replace(
        plan,
        rewrite=(*plan.rewrite, *(_elsewhere(paper, whole) for paper in moved)),
        delete=tuple(sorted(delete | pruned)),
        removed=len(pruned),
    )


def _only_in(paper: Paper, files: Collection[str]) -> bool:
    """Whether all places of a paper are in these files."""
    return all(source.path in files for source in paper.sources)


def _groups(
    stored: Sequence[Paper], fresh: Sequence[Paper]
) -> Iterator[tuple[tuple[Paper, ...], tuple[Paper, ...]]]:
    """Stored and fresh papers that merging takes for the same one, together.

    Merging keeps the sources of all it merges: each paper goes in with its number as source.
    """
    papers = [*stored, *fresh]
    tagged = [replace(paper, sources=(Source(str(i), 1),)) for i, paper in enumerate(papers)]
    for merged in merging.merge_all(tagged)[0]:
        numbers = sorted(int(source.path) for source in merged.sources)
        old = tuple(papers[number] for number in numbers if number < len(stored))
        yield old, tuple(papers[number] for number in numbers if number >= len(stored))


def _settle(stored: tuple[Paper, ...], fresh: tuple[Paper, ...], whole: Collection[str]) -> _Group:
    """What papers that are one come to.

    What was read takes the place of what the same files gave before; what other files gave
    is merged with it.
    """
    if not fresh:
        return _Group(stored, (), None)
    read = reduce(merging.merge, fresh)
    files = {*whole, *(source.path for source in read.sources)}
    texts = {paper.abstract for paper in fresh}
    result, others = read, []
    for paper in stored:
        if _superseded(paper, read, files):
            continue
        others.append(paper)
        if paper.sources[0].path in files and paper.abstract not in texts and read.abstract:
            # Its text came from a file that has another now.
            result = merging.merge(result, replace(paper, abstract="", sentences=()))
        else:
            result = merging.merge(paper, result)
    known = {paper.abstract: paper.paper_id for paper in stored if paper.abstract}
    first = read.sources if result.abstract and result.abstract not in known else ()
    sources = _sources([s for p in stored for s in p.sources], read.sources, files, first)
    joined = bool(others) and not set(read.sources) <= {s for p in others for s in p.sources}
    name = known.get(result.abstract, result.paper_id)
    return _Group(stored, fresh, replace(result, paper_id=name, sources=sources), joined)


def _superseded(paper: Paper, read: Paper, files: Collection[str]) -> bool:
    """Whether a stored paper came only from where the paper read comes from now."""
    labels = {source.label for source in read.sources}
    return all(s.path in files or (s.label in labels and _is_gone(s)) for s in paper.sources)


def _is_gone(source: Source) -> bool:
    """Whether a source's file is no longer there, because it was moved or deleted."""
    return not Path(source.path).exists()


def _sources(
    stored: Sequence[Source],
    read: Sequence[Source],
    files: Collection[str],
    first: Sequence[Source],
) -> tuple[Source, ...]:
    """Where a paper stands: the order the store has, with places brought up to date."""
    labels = {source.label for source in read}
    result = list(first)
    for source in stored:
        if source.path in files:
            result += [other for other in read if other.path == source.path]
        elif source.label not in labels or not _is_gone(source):
            result.append(source)  # else its file was moved to where it was read now
    return tuple(dict.fromkeys([*result, *read]))


def _elsewhere(paper: Paper, files: Collection[str]) -> Paper:
    """A paper without its places in files that no longer hold it."""
    return replace(paper, sources=tuple(s for s in paper.sources if s.path not in files))


def _count(groups: Iterable[_Group], heirs: set[str]) -> Plan:
    """What to encode and what to rewrite, with the counts."""
    encode: list[Paper] = []
    rewrite: list[Paper] = []
    kinds: Counter[str] = Counter()
    for group in groups:
        if group.result is None:
            continue
        before = {paper.paper_id: paper for paper in group.stored}.get(group.result.paper_id)
        if before is None or _text(before) != _text(group.result):
            encode.append(group.result)
        elif before != group.result:
            rewrite.append(group.result)
        kinds["merged"] += len(group.fresh) - 1
        kinds[_kind(group, group.result, before, heirs)] += 1
    return Plan(
        encode=tuple(encode),
        rewrite=tuple(rewrite),
        new=kinds["new"],
        merged=kinds["merged"],
        changed=kinds["changed"],
        unchanged=kinds["unchanged"],
    )


def _kind(group: _Group, result: Paper, before: Paper | None, heirs: set[str]) -> str:
    """How a paper that was read counts."""
    if before is not None and replace(before, sources=result.sources) == result:
        return "merged" if group.joined and before != result else "unchanged"
    if not group.stored:
        return "changed" if result.paper_id in heirs else "new"
    return "merged" if group.joined else "changed"


def _text(paper: Paper) -> tuple[str, ...]:
    """All that is encoded of a paper."""
    return paper.search_text, *(sentence.plain for sentence in paper.sentences)


def _successors(gone: Sequence[Paper], heirs: Sequence[Paper]) -> dict[str, str]:
    """For papers that are gone from their files, by id, the id of the one that replaces it."""
    places: Mapping[str, Paper] = {_place(s): paper for paper in heirs for s in paper.sources}
    marks = {mark: paper for paper in heirs for mark in _marks(paper)}
    untitled = LexicalIndex.build(heirs if any(not paper.title for paper in gone) else ())
    known = {paper.paper_id: paper for paper in heirs}
    found: dict[str, str] = {}
    for paper in gone:
        same = [marks[mark] for mark in _marks(paper) if mark in marks]
        if not paper.title:
            here = [places[_place(s)] for s in paper.sources if _place(s) in places]
            near = [known[hit.paper_id] for hit in untitled.search(paper.search_text, 3)]
            same += [heir for heir in here if _alike(paper, heir) >= _ALIKE_HERE]
            same += [heir for heir in near if _alike(paper, heir) >= _ALIKE_ELSEWHERE]
        same = [heir for heir in same if _share_file(paper, heir)]
        if same:
            found[paper.paper_id] = same[0].paper_id
    return found


def _marks(paper: Paper) -> set[tuple[str, str]]:
    """What names a paper: its title, however it is written, and its identifiers."""
    title = " ".join(lexical.terms(paper.plain_title))
    return {("title", title), *paper.identifiers} if title else set(paper.identifiers)


def _place(source: Source) -> str:
    return f"{source.ordinal} {source.path}"


def _share_file(one: Paper, other: Paper) -> bool:
    return not {s.path for s in one.sources}.isdisjoint(s.path for s in other.sources)


def _alike(one: Paper, other: Paper) -> float:
    """The share of the words of two papers that both have, 0 to 1."""
    first, second = (set(lexical.terms(paper.search_text)) for paper in (one, other))
    return len(first & second) / max(1, len(first | second))
