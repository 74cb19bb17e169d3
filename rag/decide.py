"""Which papers an answer is about, and whether their abstracts answer.

Told by rules on the words of question and abstract: cosines cannot tell an abstract that answers
from one that does not. Whether any paper is about the question at all is `rag.relevance`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rag import roles
from rag.concepts import concepts_of
from rag.evidence import ClauseEvidence, PaperEvidence
from rag.expectations import lacks_own_limits, lacks_requirement
from rag.question import Question
from rag.ranking import holds_number
from rag.retrieve import Candidate


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
    beside = clause.clause.yes_no or clause.clause.wants_number or not clause.content
    if clause.unmentioned and beside:
        return False
    if clause.clause.wants_number and not clause.is_open:
        near = [paper.sentences[sentence.index] for sentence in clause.ranked[:NUMBER_DEPTH]]
        return any(holds_number(sentence.plain) for sentence in near)
    return True


NUMBER_DEPTH = 3
"""How many of a clause's best sentences may hold the figure it asks for."""


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
