"""A model that grades answers, through llama-index's evaluators, each with its own prompt.

Faithfulness: is the answer in the quotes? Relevancy: do answer and quotes fit the question?
Correctness: how near is it to the reference answer, 1 to 5?
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from llama_index.core.evaluation import (
    BaseEvaluator,
    CorrectnessEvaluator,
    EvaluationResult,
    FaithfulnessEvaluator,
    RelevancyEvaluator,
)
from llama_index.core.llms import LLM

from evals.scores import Scores
from evals.sets import QuestionItem
from rag import model
from rag.answers import Answer


@dataclass(frozen=True, slots=True)
class ModelJudge:
    """A model that grades answers."""

    name: str
    llm: LLM

    def supports(self, sentence: str, cited: Sequence[str], _names: Sequence[str]) -> bool:
        """Whether the model finds a sentence in what it cites; see `evals.scores.Supports`.

        Raises:
            ModelFailed: the model's server failed.
        """
        judge = FaithfulnessEvaluator(llm=self.llm)
        return bool(self._ask(judge, response=sentence, contexts=list(cited)).passing)

    def grades(self, item: QuestionItem, answer: Answer) -> Scores:
        """What the model says of an answer; a refusal is not graded.

        Raises:
            ModelFailed: the model's server failed.
        """
        quotes = [quote.text for one in answer.citations for quote in one.quotes]
        if answer.refused or not quotes:
            return {}
        given = {"query": item.question, "response": answer.answer, "contexts": quotes}
        faithful = self._ask(FaithfulnessEvaluator(llm=self.llm), **given)
        relevant = self._ask(RelevancyEvaluator(llm=self.llm), **given)
        grades = {
            "judged faithful": float(bool(faithful.passing)),
            "judged relevant": float(bool(relevant.passing)),
        }
        return grades | (self._correctness(item, answer) if item.reference else {})

    def _correctness(self, item: QuestionItem, answer: Answer) -> Scores:
        judge = CorrectnessEvaluator(llm=self.llm, parser_function=read_grade)
        result = self._ask(
            judge, query=item.question, response=answer.answer, reference=item.reference
        )
        return {} if result.score is None else {"judged correct": float(result.score)}

    def _ask(self, judge: BaseEvaluator, **given: str | Sequence[str]) -> EvaluationResult:
        with model.failures(self.name):
            return judge.evaluate(**given)  # type: ignore[arg-type]


def read_grade(said: str) -> tuple[float | None, str]:
    """The grade that a model gave, 1..5, and what it said; None where it gave none.

    llama-index's own parser fails on a grade without a reason.
    """
    found = re.search(r"(?<![\d.])[1-5](?:\.\d+)?(?![\d.]*\d)", said)
    return (min(float(found.group()), 5.0) if found else None), said
