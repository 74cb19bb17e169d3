"""What goes wrong between a question and its answer.

::

    AskpapersError
    └── QuestionError    a question that cannot be asked
"""

from __future__ import annotations

from index_store.errors import AskpapersError


class QuestionError(AskpapersError):
    """The question is empty or too long; the message says what to do."""
