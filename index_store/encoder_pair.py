"""The two encoders of a store: one for questions in Latin script, one for all the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding

from index_store import encoders
from index_store.papers import Paper
from index_store.stamps import Identity
from index_store.tables import Vectors


@dataclass(frozen=True, slots=True)
class EncoderPair:
    """What encodes the papers, with what the store's stamp says of each.

    Attributes:
        multilingual: None when there is none, or when nothing is going to be encoded.
    """

    encoder: BaseEmbedding
    identity: Identity
    multilingual: BaseEmbedding | None
    multilingual_identity: Identity | None

    @classmethod
    def of(cls, encoder: BaseEmbedding, multilingual: BaseEmbedding | None) -> EncoderPair:
        """The pair with its identities.

        Raises:
            EncoderFailed: the file of a local model is missing.
        """
        other = None if multilingual is None else encoders.identity(multilingual)
        return cls(encoder, encoders.identity(encoder), multilingual, other)

    def vectors(self, papers: Sequence[Paper]) -> tuple[Vectors, list[Vectors], Vectors | None]:
        """Vectors of papers, of the sentences of each, and the papers' multilingual ones.

        Sentences share batches across papers.

        Raises:
            EncoderFailed: an encoder failed.
        """
        whole = encoders.encode(self.encoder, [paper.search_text for paper in papers])
        plain = [sentence.plain for paper in papers for sentence in paper.sentences]
        rows = encoders.encode(self.encoder, plain)
        ends = np.cumsum([len(paper.sentences) for paper in papers])
        others = None if self.multilingual is None else self.multilingual_vectors(papers)
        return whole, np.split(rows, ends[:-1]), others

    def multilingual_vectors(self, papers: Sequence[Paper]) -> Vectors:
        """The papers as the multilingual encoder sees them; only where there is one."""
        if self.multilingual is None:
            raise ValueError("there is no multilingual encoder")
        return encoders.encode(self.multilingual, [paper.search_text for paper in papers])
