"""What a model's answer took: tokens, and what they cost where prices are set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evals.scores import Scores

PER = 1_000_000
"""Prices are of so many tokens."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What `PER` tokens cost, in any currency; 0 where that is not known.

    Attributes:
        prompt: of those that a model reads.
        completion: of those that it writes.
    """

    prompt: float = 0.0
    completion: float = 0.0


UNKNOWN = Prices()


def usage_scores(usage: Mapping[str, int] | None, prices: Prices) -> Scores:
    """Tokens of an answer and their cost; nothing where no model answered.

    Args:
        usage: ``prompt_tokens`` and ``completion_tokens``, as `Answer.usage` has them.
        prices: of both; without any there is no cost.
    """
    if usage is None:
        return {}
    read, written = usage.get("prompt_tokens", 0), usage.get("completion_tokens", 0)
    tokens = {"prompt tokens": float(read), "completion tokens": float(written)}
    if prices == UNKNOWN:
        return tokens
    return {**tokens, "cost": (read * prices.prompt + written * prices.completion) / PER}
