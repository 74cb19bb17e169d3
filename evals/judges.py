"""Who judges an answer, beside what can be counted: the support check, or a model."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evals.run_settings import NONE, RunSettings
from evals.scores import Scores, Supports
from evals.sets import QuestionItem
from rag import model
from rag.answers import Answer
from rag.assistant import Assistant

Grades = Callable[[QuestionItem, Answer], Scores]


def no_grades(_item: QuestionItem, _answer: Answer) -> Scores:
    """What nobody says of an answer."""
    return {}


@dataclass(frozen=True, slots=True)
class Judges:
    """Who judges.

    Attributes:
        supports: whether what is cited supports a sentence.
        grades: a model's grades of an answer; nothing without a model.
    """

    supports: Supports
    grades: Grades = no_grades

    @classmethod
    def of(cls, settings: RunSettings, assistant: Assistant) -> Judges:
        """The judges that the settings name; an assistant's support check judges by default.

        Raises:
            SettingError: the model cannot be used.
        """

        def checked(sentence: str, cited: Sequence[str], names: Sequence[str]) -> bool:
            return assistant.check(sentence, cited, names=names).support == "supported"

        if settings.judge == NONE:
            return cls(checked)
        from evals.model_judge import ModelJudge

        llm = model.load(settings.judge, url=settings.judge_url, environ=os.environ)
        judge = ModelJudge(settings.judge, llm)
        by_model = settings.citation_judge == "model"
        return cls(judge.supports if by_model else checked, judge.grades)
