"""Whether to answer at all, and if not, which kind of not knowing it is.

Relevance is a logistic score of a handful of features. Its weights were fitted by
``evals/fit_relevance.py`` on ``evals/sets/icml2025_tuning.jsonl`` alone; see DECISIONS.md.
Whether an abstract answers is told by rules on the words of question and abstract: cosines
cannot tell the two apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from index_store.lexical import LexicalIndex, terms
from rag import roles
from rag.concepts import concepts_of, coverage
from rag.evidence import ClauseEvidence, PaperEvidence
from rag.expectations import lacks_own_limits, lacks_requirement
from rag.naming import name_like
from rag.question import Question
from rag.ranking import holds_number
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


RELEVANCE_WEIGHTS = RelevanceFeatures(2.35, 2.66, 3.57, 3.13, 3.0, 1.38, -1.48, 2.01)
RELEVANCE_BIAS = -5.63
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


def relevance(features: RelevanceFeatures) -> float:
    """How sure it is, 0..1, that the nearest paper is about what was asked."""
    total = RELEVANCE_BIAS + sum(
        getattr(RELEVANCE_WEIGHTS, name) * getattr(features, name)
        for name in RelevanceFeatures.__dataclass_fields__
    )
    return 1.0 / (1.0 + math.exp(-total))


def confidence(question: Question, candidates: Sequence[Candidate], lexical: LexicalIndex) -> float:
    """`relevance` of the nearest paper; 1 where the question itself points at one."""
    acronym = question.form.acronym
    if question.form.seeks_similar or (acronym and _known(acronym, lexical)):
        return 1.0
    return relevance(relevance_features(question, candidates, lexical))


def names_no_topic(question: Question, candidates: Sequence[Candidate]) -> bool:
    """Whether a question says nothing of what paper it is about ("and its limitations?")."""
    if question.kind in ("list", "summary") or any(
        candidate.signals.named for candidate in candidates
    ):
        return False
    content = concepts_of(question.plain)
    return not content or (len(content) <= POINTING and question.form.points_back)


POINTING = 2
"""A question of no more content terms than this, with a pronoun, only points back."""


def unanswered(evidence: PaperEvidence) -> tuple[ClauseEvidence, ...]:
    """The clauses that the abstract does not answer, as far as can be told from its words."""
    return tuple(clause for clause in evidence.clauses if not _answered(clause, evidence))


def _place(candidate: Candidate, text: str) -> int:
    """Where a text first names a paper, so that papers come in the order they were named."""
    folded = text.casefold()
    return min(folded.find(name.casefold()) for name in candidate.signals.named)


def _answered(clause: ClauseEvidence, evidence: PaperEvidence) -> bool:
    paper = evidence.paper
    if not clause.ranked:
        return False
    if lacks_requirement(clause.clause.reading, paper.search_text):
        return False
    own = paper.sentences[roles.own_work_begins(paper) :]
    if lacks_own_limits(clause.masked, [sentence.plain for sentence in own]):
        return False
    if clause.unmentioned and (clause.clause.yes_no or not clause.content):
        return False
    if clause.clause.wants_number and not clause.is_open:
        near = [paper.sentences[sentence.index] for sentence in clause.ranked[:NUMBER_DEPTH]]
        return any(holds_number(sentence.plain) for sentence in near)
    return True


NUMBER_DEPTH = 3
"""How many of a clause's best sentences may hold the figure it asks for."""


def _known(name: str, lexical: LexicalIndex) -> bool:
    return any(lexical.document_frequency(term) for term in terms(name)[:1])


NEAR_FACT = 0.85
"""A question about one fact gets a second paper only from this share of the first's score."""
NEAR_BROAD = 0.5
"""A broad question gets every paper from this share of the first's score."""


def near(question: Question, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The papers that go into the answer, best first: those named, else those near the first."""
    named = [candidate for candidate in candidates if candidate.signals.named]
    if named and question.kind != "list":
        return sorted(named, key=lambda one: _place(one, question.plain))
    share = NEAR_BROAD if question.is_broad else NEAR_FACT
    floor = share * candidates[0].score if len(candidates) > 1 else candidates[0].score
    return [candidate for candidate in candidates if candidate.score >= floor]
