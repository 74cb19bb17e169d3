"""Text to vectors: the local models, OpenAI's, or any llama-index embedding.

`load` gives a llama-index `BaseEmbedding`, so that any of its integrations can take a place.
`encode` and `encode_query` are how the rest of askpapers calls one: arrays in float32, length
one, checked. The local models need no network: their files come with the packages.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding

from index_store.errors import EncoderFailed, SettingError
from index_store.local_embedding import LocalEmbedding
from index_store.minilm import MiniLMEmbedding
from index_store.model_files import sha256
from index_store.multilingual import MultilingualEmbedding
from index_store.settings import DEFAULT_ENCODER, DEFAULT_MULTILINGUAL_ENCODER, NO_ENCODER
from index_store.stamps import Identity
from index_store.tables import Vectors

SETTING = "ASKPAPERS_ENCODER"


@runtime_checkable
class ArrayEncoder(Protocol):
    """An encoder that gives arrays itself: far cheaper than lists of Python floats."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (texts, dimension), each of length one."""


def load(name: str) -> BaseEmbedding:
    """The encoder of that name.

    Args:
        name: ``minilm-l6-v2-int8`` or ``use-multilingual-v3`` (local), ``openai:<model>``, or
            ``module:Class`` for a llama-index embedding that needs no arguments.

    Raises:
        SettingError: no such encoder, or it cannot be used (no key, not installed).
    """
    kind, _, rest = name.partition(":")
    if name == DEFAULT_ENCODER:
        return MiniLMEmbedding()
    if name == DEFAULT_MULTILINGUAL_ENCODER:
        return MultilingualEmbedding()
    if kind == "openai" and rest:
        return _openai(rest)
    if rest:
        return _imported(kind, rest)
    local = f"{DEFAULT_ENCODER}, {DEFAULT_MULTILINGUAL_ENCODER}"
    known = f"{local}, openai:<model> or module:Class"
    raise SettingError(f"there is no encoder {name!r}; use {known}", name=SETTING)


def load_multilingual(name: str) -> BaseEmbedding | None:
    """The encoder of that name for questions that are not in Latin script; None for "none".

    Raises:
        SettingError: as `load`.
    """
    return None if name == NO_ENCODER else load(name)


def identity(encoder: BaseEmbedding) -> Identity:
    """What a store's stamp says of an encoder; calls no server (the dimension may be 0).

    Raises:
        EncoderFailed: the file of a local model is missing.
    """
    if isinstance(encoder, LocalEmbedding):
        return Identity(encoder.model_name, encoder.dimension, sha256(encoder.model_path))
    maker = "openai" if encoder.class_name() == "OpenAIEmbedding" else encoder.class_name()
    dimension = getattr(encoder, "dimensions", None) or getattr(encoder, "dimension", None)
    return Identity(f"{maker}:{encoder.model_name}", int(dimension or 0))


def encode(encoder: BaseEmbedding, texts: Sequence[str]) -> Vectors:
    """Vectors of texts: shape (texts, dimension), float32, each of length one.

    Raises:
        EncoderFailed: the encoder failed, or gave vectors that cannot be used.
    """
    if not texts:
        return np.zeros((0, identity(encoder).dimension), np.float32)
    try:
        if isinstance(encoder, ArrayEncoder):
            return _checked(encoder.encode(texts), len(texts), encoder)
        return _checked(encoder.get_text_embedding_batch(list(texts)), len(texts), encoder)
    except EncoderFailed:
        raise
    except Exception as error:  # a plug may raise anything, often its client's own
        raise EncoderFailed(_failed(encoder, error), encoder=encoder.model_name) from error


def encode_query(encoder: BaseEmbedding, question: str) -> Vectors:
    """The vector of a question, shape (dimension,), float32, of length one.

    Some models encode questions otherwise than texts; the local one does not.

    Raises:
        EncoderFailed: as `encode`.
    """
    try:
        return _checked([encoder.get_query_embedding(question)], 1, encoder).reshape(-1)
    except EncoderFailed:
        raise
    except Exception as error:  # as above
        raise EncoderFailed(_failed(encoder, error), encoder=encoder.model_name) from error


def _openai(model: str) -> BaseEmbedding:
    """OpenAI's embedding model, or a compatible server's (``OPENAI_API_BASE``)."""
    if not os.environ.get("OPENAI_API_KEY"):
        message = f"the encoder openai:{model} needs OPENAI_API_KEY; set it, or use"
        raise SettingError(f"{message} {DEFAULT_ENCODER}, which needs no key", name=SETTING)
    from llama_index.embeddings.openai import OpenAIEmbedding

    made: BaseEmbedding = OpenAIEmbedding(
        model_name=model, max_retries=1, timeout=30.0, embed_batch_size=100
    )
    return made


def _imported(module: str, name: str) -> BaseEmbedding:
    """An embedding class by module and name, made without arguments."""
    try:
        encoder = getattr(importlib.import_module(module), name)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        message = f"cannot make the encoder {module}:{name}: {error}"
        raise SettingError(message, name=SETTING) from error
    if not isinstance(encoder, BaseEmbedding):
        message = f"{module}:{name} is not a llama-index embedding"
        raise SettingError(message, name=SETTING)
    return encoder


def _checked(vectors: Any, count: int, encoder: BaseEmbedding) -> Vectors:  # noqa: ANN401
    """Vectors as the store takes them, or an error that says what is wrong with them."""
    try:
        array = np.asarray(vectors, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise EncoderFailed(
            _bad(encoder, "vectors of unequal length"), encoder=encoder.model_name
        ) from error
    dimension = identity(encoder).dimension
    if array.ndim != 2 or len(array) != count or (dimension and array.shape[1] != dimension):
        wanted = f"({count}, {dimension or 'any'})"
        fault = f"an array of shape {array.shape}, not {wanted}"
        raise EncoderFailed(_bad(encoder, fault), encoder=encoder.model_name)
    norms = np.linalg.norm(array, axis=1, keepdims=True)
    if not np.isfinite(norms).all() or not norms.all():
        raise EncoderFailed(
            _bad(encoder, "a vector that is not finite or is zero"), encoder=encoder.model_name
        )
    unit: Vectors = array / norms
    return unit


def _bad(encoder: BaseEmbedding, fault: str) -> str:
    return f"the encoder {encoder.model_name} gave {fault}; use another encoder"


def _failed(encoder: BaseEmbedding, error: Exception) -> str:
    reason = " ".join(str(error).split())[:200]
    return f"the encoder {encoder.model_name} failed: {type(error).__name__}: {reason}"
