"""From the papers found to the sentences that bear on the question.

A paper's name chooses the paper, not the sentence: names are taken out of the question before
its sentences are ranked, or the best sentence would always be the one that introduces the name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index_store.lexical import LexicalIndex, terms
from index_store.papers import Paper
from rag import ranking
from rag.clauses import Clause
from rag.concepts import Concept, concepts_of, coverage, reading_of
from rag.naming import mask, others_mentioned, unmentioned_names
from rag.question import Question
from rag.retrieve import Candidate
from rag.spaces import Space


@dataclass(frozen=True, slots=True)
class RankedSentence:
    """A sentence of a paper as one clause ranks it.

    Attributes:
        index: which sentence of the paper.
        score: as `ranking.score` gives it.
        features: what the score is made of.
    """

    index: int
    score: float
    features: ranking.SentenceFeatures


@dataclass(frozen=True, slots=True)
class ClauseEvidence:
    """What one paper has to say to one clause.

    Attributes:
        masked: its reading with the names of papers replaced.
        content: its concepts without names and frame words; empty for "What is X?".
        unmentioned: names in the clause that the paper nowhere mentions, as written.
        others: names in the clause that it mentions and that are not its own.
        ranked: all sentences of the paper, best first.
    """

    clause: Clause
    masked: str
    content: tuple[Concept, ...]
    unmentioned: tuple[str, ...]
    others: tuple[str, ...]
    ranked: tuple[RankedSentence, ...]

    @property
    def is_open(self) -> bool:
        """Whether nothing is left that one sentence could match better than another."""
        return not self.content


@dataclass(frozen=True, slots=True)
class PaperEvidence:
    """What one paper has to say to a question."""

    candidate: Candidate
    clauses: tuple[ClauseEvidence, ...]

    @property
    def paper(self) -> Paper:
        """The paper."""
        return self.candidate.paper


def gather(
    space: Space, lexical: LexicalIndex, question: Question, candidates: Sequence[Candidate]
) -> list[PaperEvidence]:
    """Rank the sentences of each paper for each asking clause of the question."""
    papers = [candidate.paper for candidate in candidates]
    vectors = space.sentence_vectors(papers)
    names = tuple(name for candidate in candidates for name in candidate.signals.named)
    masks = {paper.paper_id: (*paper.names, *names) for paper in papers}
    encoded = _encode(space, question, masks.values())
    gathered = []
    for candidate in candidates:
        paper = candidate.paper
        rows = vectors[paper.paper_id]
        hidden = masks[paper.paper_id]
        context = rows @ encoded[mask(question.plain, hidden)] if len(rows) else rows
        clauses = [
            _clause_evidence(clause, paper, hidden, rows, context, encoded, lexical)
            for clause in question.asking
        ]
        gathered.append(PaperEvidence(candidate, tuple(clauses)))
    return gathered


def _encode(
    space: Space, question: Question, masks: Iterable[Sequence[str]]
) -> Mapping[str, NDArray[np.float32]]:
    """A vector for the question and each clause, as each set of names masks them."""
    wholes = (question.plain, *(clause.text for clause in question.asking))
    texts = sorted({mask(text, names) for names in masks for text in wholes})
    return {text: space.encode(text) for text in texts}


def _clause_evidence(
    clause: Clause,
    paper: Paper,
    names: Sequence[str],
    rows: NDArray[np.float32],
    context: NDArray[np.float32],
    encoded: Mapping[str, NDArray[np.float32]],
    lexical: LexicalIndex,
) -> ClauseEvidence:
    masked = mask(clause.text, names)
    content = concepts_of(masked)
    cosines = rows @ encoded[masked] if len(rows) else rows
    ranked = []
    for index, sentence in enumerate(paper.sentences):
        features = ranking.sentence_features(
            clause,
            paper,
            index,
            cosine=float(cosines[index]),
            context=float(context[index]),
            covered=coverage(content, frozenset(terms(sentence.plain)), lexical),
        )
        ranked.append(RankedSentence(index, ranking.score(features), features))
    ranked.sort(key=lambda sentence: (-sentence.score, sentence.index))
    return ClauseEvidence(
        clause,
        reading_of(masked),
        content,
        unmentioned_names(masked, paper),
        others_mentioned(masked, paper),
        tuple(ranked),
    )
