"""A vector index as llama-index's documentation has it: the quick start.

Documents, `SentenceSplitter`, a `VectorStoreIndex` over a `ChromaVectorStore` on disk; the
encoder is the one that askpapers uses.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from evals.speed import raw_chroma, subject
from evals.speed.workbench import lines_of
from index_store import encoders

if TYPE_CHECKING:
    from llama_index.core.base.base_retriever import BaseRetriever
    from llama_index.core.schema import Document, NodeWithScore

COLLECTION = "quickstart"
CHUNKS = 20
"""Chunks asked for, so that they come from ten documents at least: few abstracts have two."""


def documents_of(corpus: Path) -> list[Document]:
    """Title and abstract of each record, under its own id."""
    from llama_index.core import Document

    records = [json.loads(line) for line in lines_of(corpus)]
    return [
        Document(text=f"{record['title']}\n\n{record['text']}", id_=str(record["_id"]))
        for record in records
    ]


def prepare_index(corpus: Path, folder: Path) -> Callable[[], int]:
    """Indexing a corpus, by an encoder that is loaded."""
    from llama_index.core import StorageContext, VectorStoreIndex
    from llama_index.core.node_parser import SentenceSplitter
    from llama_index.vector_stores.chroma import ChromaVectorStore

    encoder = subject.Encoders.default().main
    encoders.encode(encoder, ["Load the model."])

    def build() -> int:
        documents = documents_of(corpus)
        vectors = ChromaVectorStore(chroma_collection=raw_chroma.collection(folder, COLLECTION))
        VectorStoreIndex.from_documents(
            documents,
            storage_context=StorageContext.from_defaults(vector_store=vectors),
            transformations=[SentenceSplitter()],
            embed_model=encoder,
        )
        return len(documents)

    return build


def open_retriever(folder: Path, given: subject.Encoders) -> BaseRetriever:
    """The retriever of an index that is there."""
    from llama_index.core import VectorStoreIndex
    from llama_index.vector_stores.chroma import ChromaVectorStore

    vectors = ChromaVectorStore(chroma_collection=raw_chroma.collection(folder, COLLECTION))
    index = VectorStoreIndex.from_vector_store(vectors, embed_model=given.main)
    return index.as_retriever(similarity_top_k=CHUNKS)


def documents_found(nodes: Sequence[NodeWithScore]) -> dict[str, float]:
    """The score of each document's best chunk, nodes being the best first."""
    scores: dict[str, float] = {}
    for node in nodes:
        scores.setdefault(str(node.node.ref_doc_id), float(node.score or 0.0))
    return scores


def index_key() -> Mapping[str, object]:
    """What a kept index depends on, beside its papers."""
    packages = ("llama-index-core", "llama-index-vector-stores-chroma", "chromadb")
    encoder = encoders.identity(subject.Encoders.default().main)
    return {"encoder": asdict(encoder)} | {name: version(name) for name in packages}
