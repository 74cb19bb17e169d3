"""What goes wrong between a question and its answer.

::

    AskpapersError
    ├── QuestionError    a question that cannot be asked
    └── ModelFailed      a model's server failed, or gave what cannot be used
"""

from __future__ import annotations

from index_store.errors import AskpapersError


class QuestionError(AskpapersError):
    """The question is empty or too long; the message says what to do."""


class ModelFailed(AskpapersError):
    """A language model did not answer.

    Attributes:
        model: its name.
    """

    def __init__(self, message: str, *, model: str) -> None:
        super().__init__(message)
        self.model = model
