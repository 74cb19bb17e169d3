"""Whether the nearest paper is about what was asked: a logistic score of a handful of features.

The weights were fitted by ``evals/fit_relevance.py``, those for English questions on
``evals/sets/icml2025_tuning.jsonl``, the others on ``icml2025_zh_tuning.jsonl``; see DECISIONS.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from statistics import fmean

from index_store.lexical import LexicalIndex, terms
from rag.concepts import concepts_of, coverage
from rag.languages import CHINESE, ENGLISH
from rag.naming import name_like
from rag.question import Question
from rag.retrieve import Candidate

NEIGHBOURS = 5
"""How many of the next papers the first is compared with."""
BROAD_GAP = 0.4
"""What the gap counts as when several papers are asked for, so that none need stand out."""
FULL_GAP = 6.0
"""A gap of this many z-scores, or more, counts as 1."""
FULL_QUESTION = 12
"""A question of this many content terms, or more, counts as 1."""


@dataclass(frozen=True, slots=True)
class RelevanceFeatures:
    """What tells a question about a paper here from one about none, each about 0..1.

    Attributes:
        paper_cosine: of the question and the nearest paper.
        sentence_cosine: of the question and that paper's best sentence.
        covered: share by idf of the question's content terms that the paper holds.
        named: 1 when the question names the paper.
        gap: how far the paper's score is above the next one's.
        length: how many content terms the question has.
        unknown_name: 1 when the question holds a proper name that no paper here holds.
        distinct: how much nearer the paper's vector is than the next papers'.
    """

    paper_cosine: float
    sentence_cosine: float
    covered: float
    named: float
    gap: float
    length: float
    unknown_name: float
    distinct: float


@dataclass(frozen=True, slots=True)
class RelevanceModel:
    """Weights and bias of a logistic regression."""

    weights: RelevanceFeatures
    bias: float


ENGLISH_RELEVANCE = RelevanceModel(
    RelevanceFeatures(2.35, 2.66, 3.57, 3.13, 3.0, 1.38, -1.48, 2.01), -5.63
)
CHINESE_RELEVANCE = RelevanceModel(
    RelevanceFeatures(1.17, 1.32, 6.93, 1.12, 3.64, 2.64, -0.53, 0.98), -6.99
)
OTHER_RELEVANCE = RelevanceModel(
    RelevanceFeatures(3.63, 3.7, 0.0, 1.8, 2.54, 0.0, -2.01, 2.15), -2.98
)
"""For languages whose words are not known: fitted on Chinese questions as if theirs were not."""
NAMED_IN_ANOTHER_SCRIPT = 0.5
ANSWERED_FROM = 0.34
"""The relevance from which a question is answered: a wrong refusal hides what is there, a wrong
answer shows at once, by its quotes, that it is none."""


def relevance_features(
    question: Question, candidates: Sequence[Candidate], lexical: LexicalIndex
) -> RelevanceFeatures:
    """Features of a question and what was found for it; `candidates` must not be empty."""
    best, rest = candidates[0], candidates[1 : 1 + NEIGHBOURS]
    content = concepts_of(question.topic)
    held = frozenset(terms(best.paper.search_text))
    names = [name for name in name_like(question.topic) if not _known(name, lexical)]
    gap = min(best.score - rest[0].score, FULL_GAP) / FULL_GAP if rest else BROAD_GAP
    others = fmean([other.signals.paper_cosine for other in rest]) if rest else 0.0
    return RelevanceFeatures(
        paper_cosine=best.signals.paper_cosine,
        sentence_cosine=best.signals.sentence_cosine,
        covered=coverage(content, held, lexical),
        named=float(bool(best.signals.named)),
        gap=BROAD_GAP if question.is_broad else gap,
        length=min(len(content), FULL_QUESTION) / FULL_QUESTION,
        unknown_name=float(bool(names)),
        distinct=best.signals.paper_cosine - others,
    )


def model_for(language: str) -> RelevanceModel:
    """The model for questions in a language."""
    known = {ENGLISH: ENGLISH_RELEVANCE, CHINESE: CHINESE_RELEVANCE}
    return known.get(language, OTHER_RELEVANCE)


def relevance(features: RelevanceFeatures, model: RelevanceModel = ENGLISH_RELEVANCE) -> float:
    """How sure it is, 0..1, that the nearest paper is about what was asked."""
    pairs = zip(astuple(model.weights), astuple(features), strict=True)
    total = model.bias + sum(weight * value for weight, value in pairs)
    return 1.0 / (1.0 + math.exp(-total))


def confidence(question: Question, candidates: Sequence[Candidate], lexical: LexicalIndex) -> float:
    """`relevance` of the nearest paper; 1 where the question itself points at one."""
    acronym = question.form.acronym
    if question.form.seeks_similar or (acronym and _known(acronym, lexical)):
        return 1.0
    features = relevance_features(question, candidates, lexical)
    sure = relevance(features, model_for(question.language))
    # A Latin name within another script is there to name the paper, whatever else is asked.
    meant = question.language != ENGLISH and features.named
    return max(sure, NAMED_IN_ANOTHER_SCRIPT) if meant else sure


def _known(name: str, lexical: LexicalIndex) -> bool:
    return any(lexical.document_frequency(term) for term in terms(name)[:1])
