"""Chroma by itself: the yardstick of the measurements, and where a quick start keeps its vectors.

`index_store` stays the one way to the papers for everything else.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chromadb
from chromadb import PersistentClient
from chromadb.config import Settings

from index_store.tables import Collection, Vectors


def collection(folder: Path, name: str) -> chromadb.Collection:
    """A collection of the database in a folder; both are made if need be."""
    client = PersistentClient(str(folder), Settings(anonymized_telemetry=False))
    return client.get_or_create_collection(name)


def existing(folder: Path, name: str) -> Collection:
    """A collection that is there, to be asked with vectors alone."""
    client = PersistentClient(str(folder), Settings(anonymized_telemetry=False))
    found: Collection = client.get_collection(name, embedding_function=None)
    return found


def nearest(table: Collection, vector: Vectors, count: int) -> Any:  # noqa: ANN401
    """The ids and distances of the records nearest to a vector, as Chroma gives them."""
    return table.query(query_embeddings=[vector], n_results=count, include=["distances"])
