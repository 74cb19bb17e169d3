"""How well a sentence answers a clause: a handful of features, and their fitted weights.

The weights are those of a log-linear model over the sentences of one abstract, fitted on the
shipped question sets by ``evals/fit_ranking.py``, which also gives the cross-validated figures;
see DECISIONS.md. Cosine alone picks the background sentence that shares the question's topic.
"""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass

from index_store.papers import Paper
from rag import roles
from rag.clauses import Clause
from rag.expectations import allows_background, asks_for_background, meets_expectation

_NUMBER = re.compile(
    r"(?<![\w-])\d|(?<=\^)\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen"
    r"|hundred|thousand"
    r"|half|twice|double|triple|linear(?:ly)?|sublinear|logarithmic)\b",
    re.I,
)
LONG = 300
"""Characters of a sentence whose length counts as 1."""


@dataclass(frozen=True, slots=True)
class SentenceFeatures:
    """What speaks for a sentence as the answer to a clause, each about 0..1.

    Attributes:
        cosine: of the clause, its paper's names masked, and the sentence.
        context: of the whole question, masked, and the sentence.
        covered: share by idf of the clause's content terms that the sentence holds.
        number: 1 when a figure is asked for and the sentence holds one.
        expected: 1 when the sentence is of the kind that the clause asks for.
        before: 1 when the paper's own work is still to come, unless the answer may be there.
        background: the same where background is asked for: a problem, or a term.
        position: 0 for the first sentence, 1 for the last.
        length: share of `LONG`.
        own_name: 1 when the sentence names what the paper introduces.
    """

    cosine: float
    context: float
    covered: float
    number: float
    expected: float
    before: float
    background: float
    position: float
    length: float
    own_name: float


WEIGHTS = SentenceFeatures(1.22, 0.83, 1.7, 1.34, 1.63, -1.4, 0.38, 0.72, 0.42, 0.5)


def sentence_features(
    clause: Clause, paper: Paper, index: int, *, cosine: float, context: float, covered: float
) -> SentenceFeatures:
    """Features of one sentence of a paper for one clause."""
    plain = paper.sentences[index].plain
    early = index < roles.own_work_begins(paper)
    return SentenceFeatures(
        cosine=cosine,
        context=context,
        covered=covered,
        number=float(clause.wants_number and holds_number(plain)),
        expected=float(meets_expectation(clause.reading, plain)),
        before=float(early and not allows_background(clause.reading)),
        background=float(early and asks_for_background(clause.reading)),
        position=index / max(len(paper.sentences) - 1, 1),
        length=len(plain) / LONG,
        own_name=float(any(name in plain for name in paper.names)),
    )


def score(features: SentenceFeatures) -> float:
    """The log-linear score; compare within one clause and one paper only."""
    pairs = zip(astuple(WEIGHTS), astuple(features), strict=True)
    return float(sum(weight * value for weight, value in pairs))


def holds_number(plain: str) -> bool:
    """Whether a sentence states a figure, in digits or in words."""
    return bool(_NUMBER.search(plain))
