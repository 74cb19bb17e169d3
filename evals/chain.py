"""The chain that is evaluated: a store, and an assistant over it."""

from __future__ import annotations

import functools
import hashlib
import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.postprocessor.types import BaseNodePostprocessor

from evals.usage import UNKNOWN, Prices
from index_store import encoders
from index_store.chroma import PaperStore
from index_store.errors import SettingError
from index_store.papers import Paper
from rag.assistant import Assistant


@dataclass(frozen=True, slots=True)
class Encoders:
    """What turns papers and questions into vectors.

    Attributes:
        main: encodes papers, their sentences, and questions in Latin script.
        multilingual: encodes papers once more, for questions in other scripts; None for none.
    """

    main: BaseEmbedding
    multilingual: BaseEmbedding | None

    @classmethod
    def named(cls, encoder: str, multilingual: str) -> Encoders:
        """The encoders of these names.

        Raises:
            SettingError: there is none of that name, or it cannot be used.
        """
        return cls(encoders.load(encoder), encoders.load_multilingual(multilingual))

    @property
    def identities(self) -> Mapping[str, str]:
        """What each is, by what it is for."""
        pairs = (("encoder", self.main), ("multilingual_encoder", self.multilingual))
        return {use: str(encoders.identity(one)) for use, one in pairs if one is not None}


@dataclass(frozen=True)
class Chain:
    """A store opened for questions, as the chat opens it.

    Attributes:
        k: how many papers an answer is asked for.
        prices: of a model's tokens.
    """

    store: PaperStore
    assistant: Assistant
    encoders: Encoders
    k: int = 10
    prices: Prices = UNKNOWN

    @classmethod
    def open(
        cls,
        folder: Path,
        given: Encoders,
        *,
        k: int = 10,
        reranker: BaseNodePostprocessor | None = None,
        prices: Prices = UNKNOWN,
    ) -> Chain:
        """The chain over a store.

        Raises:
            StoreError: the store is not there, cannot be read, or another encoder wrote it.
        """
        store = PaperStore.open(folder, encoder=given.main)
        assistant = Assistant(store, given.main, multilingual=given.multilingual, reranker=reranker)
        return cls(store, assistant, given, k, prices)

    @functools.cached_property
    def all_papers(self) -> tuple[Paper, ...]:
        """Every paper of the store."""
        return tuple(self.store.all_papers())

    @functools.cached_property
    def snapshot(self) -> str:
        """A hash of the papers as answers show them.

        Unlike the store's own it does not hang on the folder that the lists were read from, so
        that runs made in two places can be compared.
        """
        shown = sorted(
            repr((one.paper_id, one.title, one.abstract, one.authors, one.venue, one.year, one.url))
            for one in self.all_papers
        )
        return hashlib.sha256("\n".join(shown).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def load_reranker(name: str) -> BaseNodePostprocessor | None:
    """A reranker by ``module:Class``, made without arguments; None for "none".

    Raises:
        SettingError: there is no such class, or it is no llama-index postprocessor.
    """
    if name == "none":
        return None
    module, _, kind = name.partition(":")
    try:
        made = getattr(importlib.import_module(module), kind)()
    except (ImportError, AttributeError, TypeError, ValueError, SyntaxError) as error:
        message = f"cannot make the reranker {name}: {error}; write it as module:Class"
        raise SettingError(message, name="reranker") from error
    if not isinstance(made, BaseNodePostprocessor):
        raise SettingError(f"{name} is not a llama-index postprocessor", name="reranker")
    return made
