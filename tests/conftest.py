"""What tests of several packages share: an encoder that is slow to load, and one that is none."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.bridge.pydantic import Field

from index_store import encoders
from index_store.settings import DEFAULT_MULTILINGUAL_ENCODER


@pytest.fixture(scope="session")
def multilingual() -> BaseEmbedding:
    """The encoder of questions that are not in Latin script."""
    return encoders.load(DEFAULT_MULTILINGUAL_ENCODER)


class StandInEmbedding(BaseEmbedding):
    """Gives each text a vector of its own, and keeps the texts of each call."""

    model_name: str = "stand-in"
    dimension: int = 8
    calls: list[Any] = Field(default_factory=list)

    def encode(self, texts):
        self.calls.append(list(texts))
        return np.stack([self.vector(text) for text in texts])

    def vector(self, text):
        seed = hashlib.sha256(f"{self.model_name}:{text}".encode()).digest()
        return np.random.default_rng(list(seed)).normal(size=self.dimension).astype(np.float32)

    def _get_text_embedding(self, text):
        return self.vector(text).tolist()

    def _get_query_embedding(self, query):
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query):
        return self._get_text_embedding(query)


@pytest.fixture(scope="session")
def stand_in() -> Callable[..., BaseEmbedding]:
    """Makes an encoder by name and dimension: each name has vectors of its own."""
    return lambda name="stand-in", dimension=8: StandInEmbedding(
        model_name=name, dimension=dimension
    )
