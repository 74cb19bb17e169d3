"""What the local models have in common: a file, and vectors that come as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from llama_index.core.base.embeddings.base import BaseEmbedding

from index_store.tables import Vectors


class LocalEmbedding(BaseEmbedding):
    """A llama-index embedding over an `encode` of our own; questions are encoded as texts are.

    Attributes:
        model_path: the file of its weights, whose hash a store remembers.
        dimension: length of its vectors.
    """

    model_path: Path
    dimension: int

    @classmethod
    def class_name(cls) -> str:
        """The name llama-index stores it under."""
        return cls.__name__

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (texts, dimension), each of length one."""
        raise NotImplementedError

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._get_text_embeddings([text])[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        rows: list[list[float]] = self.encode(texts).tolist()
        return rows

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


def plain_texts(texts: Sequence[str]) -> list[str]:
    """The texts as a tokenizer takes them: a lone surrogate, which JSON can hold, is none."""
    return [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
