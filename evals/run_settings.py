"""The settings of a run, and what ``--set KEY=VALUE`` may change of it."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace

from evals import constants
from index_store.errors import SettingError

NONE = "none"


@dataclass(frozen=True, slots=True)
class RunSettings:
    """How a run asks.

    Attributes:
        encoder: as ``ASKPAPERS_ENCODER``.
        multilingual_encoder: as ``ASKPAPERS_MULTILINGUAL_ENCODER``.
        k: how many papers an answer is asked for.
        reranker: ``module:Class`` of a llama-index postprocessor for what retrieval found.
        judge: the model that grades answers, beside the local support check; see `rag.model`.
        judge_url: where it is served, for a server of one's own.
        citation_judge: "check" for the local one, "model" for `judge`.
        price_in: what a million prompt tokens cost.
        price_out: what a million completion tokens cost.
        constants: values by place, for constants of the chain (``rag.relevance.ANSWERED_FROM``).
    """

    encoder: str
    multilingual_encoder: str
    k: int = 10
    reranker: str = NONE
    judge: str = NONE
    judge_url: str = ""
    citation_judge: str = "check"
    price_in: float = 0.0
    price_out: float = 0.0
    constants: Mapping[str, constants.Value] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        """What a run's file says of them."""
        return asdict(self)

    def with_given(self, pairs: Iterable[str]) -> RunSettings:
        """These settings with what ``--set`` gave.

        Args:
            pairs: ``KEY=VALUE`` each; a later one goes before an earlier one.

        Raises:
            SettingError: a pair is none, there is no such setting, or its value cannot be used.
        """
        changed = self
        for pair in pairs:
            key, equals, value = pair.partition("=")
            if not equals:
                raise SettingError(f"--set {pair} is not KEY=VALUE", name="--set")
            changed = changed._with(key.strip(), value.strip())
        return changed._checked()

    def _with(self, key: str, value: str) -> RunSettings:
        if key.startswith(constants.PACKAGE):
            given = {**self.constants, key: constants.parse(key, value)}
            return replace(self, constants=given)
        kinds = {each.name: type(getattr(self, each.name)) for each in fields(self)}
        del kinds["constants"]
        if key not in kinds:
            raise SettingError(_unknown(key, kinds), name="--set")
        try:
            return replace(self, **{key: kinds[key](value)})
        except ValueError as error:
            raise SettingError(f"--set {key}={value}: {error}", name="--set") from error

    def _checked(self) -> RunSettings:
        if self.k < 1:
            raise SettingError("--set k: it must be 1 or more", name="--set")
        for name in ("price_in", "price_out"):
            price = getattr(self, name)
            if not (math.isfinite(price) and price >= 0):
                raise SettingError(f"--set {name}: {price} is no price", name="--set")
        if self.citation_judge not in ("check", "model"):
            raise SettingError("--set citation_judge: use check or model", name="--set")
        if self.citation_judge == "model" and self.judge == NONE:
            raise SettingError("--set citation_judge=model needs --set judge=…", name="--set")
        return self


def _unknown(key: str, known: Iterable[str]) -> str:
    nearest = difflib.get_close_matches(key, list(known), n=1)
    others = f"known are {', '.join(known)}, and constants like rag.relevance.ANSWERED_FROM"
    return f"--set: there is no {key!r}; " + (f"did you mean {nearest[0]}?" if nearest else others)
