"""Which of the ranked sentences are quoted."""

from __future__ import annotations

from collections.abc import Sequence

from index_store.papers import Paper
from rag import roles
from rag.evidence import ClauseEvidence, PaperEvidence, RankedSentence
from rag.expectations import asks_for_code, asks_for_definition
from rag.quoting import refers_back

MAX_SENTENCES = 4
"""Most sentences quoted from one paper in one answer."""
ENOUGH = 0.8
"""A best sentence that holds this share of a clause's terms needs no other beside it."""
SHORT = 2
"""A clause of no more content terms than this is short."""
ENOUGH_WITH_FIGURE = 0.6
"""The same where a figure is asked for and the sentence holds one."""
MARGIN = 2.0
"""A sentence this much (in log-odds) below its clause's best one is not quoted."""


def for_clauses(evidence: PaperEvidence, limit: int | None = None) -> tuple[int, ...]:
    """Indices of the sentences that answer the question's clauses, in order; at most `limit`.

    Without a limit they are `MAX_SENTENCES` at most.

    Each clause gets its best sentence before any gets its second. One that refers back brings
    its predecessor; a definition also the next one, where that goes on about the term. "What is
    X?" gets the sentence that says so, and the next.
    """
    if all(clause.is_open for clause in evidence.clauses):
        return introduction(evidence.paper, evidence.candidate.signals.named)
    limit = MAX_SENTENCES if limit is None else limit
    chosen: list[int] = []
    defining = {
        clause.ranked[0].index
        for clause in evidence.clauses
        if clause.ranked and asks_for_definition(clause.clause.reading)
    }
    for index in _in_turn(evidence.paper, evidence.clauses):
        wanted = with_predecessors(evidence.paper, index)
        if index in defining:
            wanted = (*wanted, *_elaboration(evidence.paper, index))
        fresh = [one for one in wanted if one not in chosen]
        if index not in chosen and len(chosen) + len(fresh) <= limit:
            chosen += fresh
    return tuple(sorted(chosen))


def _elaboration(paper: Paper, index: int) -> tuple[int, ...]:
    """The next sentence, where it goes on about what this one says."""
    following = paper.sentences[index + 1 : index + 2]
    return (index + 1,) if following and refers_back(following[0].plain) else ()


def introduction(paper: Paper, named: Sequence[str] = ()) -> tuple[int, ...]:
    """The sentence that introduces what is named, else states the contribution, and the next."""
    holding = [
        index
        for index, sentence in enumerate(paper.sentences)
        if any(name.casefold() in sentence.plain.casefold() for name in named)
    ]
    first = max(
        holding,
        key=lambda index: (roles.contribution_score(paper.sentences[index], named), -index),
        default=roles.contribution(paper),
    )
    if first is None:
        return ()
    chosen = (*with_predecessors(paper, first), first + 1)
    return tuple(index for index in sorted(set(chosen)) if index < len(paper.sentences))


def headline(paper: Paper) -> tuple[int, ...]:
    """The sentence that states the contribution, and what it refers to; none of no abstract."""
    first = roles.contribution(paper)
    return () if first is None else with_predecessors(paper, first)


def highlights(paper: Paper) -> tuple[int, ...]:
    """The contribution and the main result, for a summary."""
    first = roles.contribution(paper)
    result = roles.main_result(paper, apart_from=first)
    found = [index for index in (first, result) if index is not None]
    return tuple(sorted({one for index in found for one in with_predecessors(paper, index)}))


def _in_turn(paper: Paper, clauses: Sequence[ClauseEvidence]) -> list[int]:
    """Sentences near the best of their clause: every clause's best first, then the seconds."""
    near = [
        [
            *_speaking_of_others(clause, paper),
            *(one.index for one in clause.ranked if _wanted(one, clause, paper)),
        ]
        for clause in clauses
        if clause.ranked
    ]
    deepest = max((len(column) for column in near), default=0)
    turns = [column[place] for place in range(deepest) for column in near if place < len(column)]
    return list(dict.fromkeys(turns))


def _speaking_of_others(clause: ClauseEvidence, paper: Paper) -> list[int]:
    """The best sentence that names something else the clause names: "better than AdamW?"."""
    holding = [
        one.index
        for one in clause.ranked
        if any(
            name.casefold() in paper.sentences[one.index].plain.casefold() for name in clause.others
        )
    ]
    return holding[:1]


def _wanted(one: RankedSentence, clause: ClauseEvidence, paper: Paper) -> bool:
    """Whether a sentence is near enough to its clause's best one to be quoted beside it.

    Where the best one states the figure asked for, the others must too; in a short clause
    ("What problem does it solve?") they must be of the kind asked for as well. Where the code
    is, is said only when it is asked.
    """
    if roles.states_code(paper.sentences[one.index]) and not asks_for_code(clause.clause.reading):
        return False
    best = clause.ranked[0]
    if one.index == best.index:
        return True
    enough = ENOUGH_WITH_FIGURE if best.features.number else ENOUGH
    if best.features.covered >= enough and len(clause.content) > 1:
        return one.features.covered >= best.features.covered and one.score >= best.score - MARGIN
    if one.features.number < best.features.number:
        return False
    if len(clause.content) <= SHORT and one.features.expected < best.features.expected:
        return False
    return one.score >= best.score - MARGIN


def with_predecessors(paper: Paper, index: int) -> tuple[int, ...]:
    """A sentence, after those before it that it, and they in turn, refer back to."""
    first = index
    while first > 0 and refers_back(paper.sentences[first].plain):
        first -= 1
    return tuple(range(max(first, index - MAX_SENTENCES + 1), index + 1))
