"""Text to vectors: the local model, OpenAI's, or any llama-index embedding.

`load` gives a llama-index `BaseEmbedding`, so that any of its integrations can take a place.
`encode` and `encode_query` are how the rest of askpapers calls one: arrays in float32, length
one, checked. The local model needs no network: its files come with the package.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.bridge.pydantic import PrivateAttr
from numpy.typing import NDArray

from index_store.errors import EncoderFailed, SettingError
from index_store.settings import DEFAULT_ENCODER
from index_store.stamps import Identity

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

SETTING = "ASKPAPERS_ENCODER"
MODELS = Path(__file__).parent / "models"
WORD_PIECES = 256
# A batch is bounded by its padded size, so 8 abstracts or 32 sentences: larger ones fall out
# of the processor's cache, smaller ones leave it idle.
_BATCH_TEXTS = 32
_BATCH_PIECES = 8 * WORD_PIECES

Vectors = NDArray[np.float32]


@runtime_checkable
class ArrayEncoder(Protocol):
    """An encoder that gives arrays itself: far cheaper than lists of Python floats."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (texts, dimension), each of length one."""


class MiniLMEmbedding(BaseEmbedding):
    """all-MiniLM-L6-v2 through ONNX Runtime: mean of the word pieces, length one, 384 numbers.

    Threads may share one. The model is loaded at the first text. Longer texts are cut at 256
    word pieces, as the model was trained. A vector does not depend on the texts encoded beside
    it, but for rounding (cosine at least 0.9999999).
    """

    model_name: str = DEFAULT_ENCODER
    model_path: Path = MODELS / "minilm-l6-v2-int8.onnx"
    tokenizer_path: Path = MODELS / "minilm-l6-v2-tokenizer.json"
    dimension: int = 384
    _lock: threading.Lock = PrivateAttr(default_factory=threading.Lock)
    _loaded: tuple[Tokenizer, InferenceSession] | None = PrivateAttr(default=None)

    @classmethod
    def class_name(cls) -> str:
        """The name llama-index stores it under."""
        return "MiniLMEmbedding"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (texts, 384); texts of like length share a batch."""
        tokenizer, session = self._model()
        # A lone surrogate, which JSON can hold, is no text to a tokenizer.
        clean = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        encodings = tokenizer.encode_batch(clean)
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for batch in _batches([len(encoding) for encoding in encodings]):
            vectors[batch] = _forward(session, [encodings[index] for index in batch])
        return vectors

    def _model(self) -> tuple[Tokenizer, InferenceSession]:
        """Tokenizer and session, loaded once."""
        with self._lock:
            if self._loaded is None:
                self._loaded = (_tokenizer(self.tokenizer_path), _session(self.model_path))
            return self._loaded

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._get_text_embeddings([text])[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        rows: list[list[float]] = self.encode(texts).tolist()
        return rows

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


def load(name: str) -> BaseEmbedding:
    """The encoder of that name.

    Args:
        name: ``minilm-l6-v2-int8`` (local), ``openai:<model>``, or ``module:Class`` for a
            llama-index embedding that needs no arguments.

    Raises:
        SettingError: no such encoder, or it cannot be used (no key, not installed).
    """
    kind, _, rest = name.partition(":")
    if name == DEFAULT_ENCODER:
        return MiniLMEmbedding()
    if kind == "openai" and rest:
        return _openai(rest)
    if rest:
        return _imported(kind, rest)
    known = f"{DEFAULT_ENCODER}, openai:<model> or module:Class"
    raise SettingError(f"there is no encoder {name!r}; use {known}", name=SETTING)


def identity(encoder: BaseEmbedding) -> Identity:
    """What a store's stamp says of an encoder; calls no server (the dimension may be 0)."""
    if isinstance(encoder, MiniLMEmbedding):
        return Identity(encoder.model_name, encoder.dimension, _sha256(encoder.model_path))
    dimension = getattr(encoder, "dimensions", None) or getattr(encoder, "dimension", None)
    return Identity(f"{encoder.class_name()}:{encoder.model_name}", int(dimension or 0))


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


def _tokenizer(path: Path) -> Tokenizer:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(_present(path)))
    tokenizer.no_padding()
    tokenizer.enable_truncation(WORD_PIECES)
    return tokenizer


def _session(path: Path) -> InferenceSession:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = _cores()
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that wait busily cost two fifths more, and on a shared machine more time too.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    providers = ["CPUExecutionProvider"]
    return onnxruntime.InferenceSession(str(_present(path)), options, providers=providers)


def _present(path: Path) -> Path:
    if not path.is_file():
        message = f"the model file {path} is missing; install askpapers again"
        raise EncoderFailed(message, encoder=path.stem)
    return path


def _cores() -> int:
    """How many cores this process may use, which in a container is not what the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Indices grouped by length, longest first, so that little padding is computed."""
    batch: list[int] = []
    longest = 0
    for index in sorted(range(len(lengths)), key=lambda index: -lengths[index]):
        longest = longest or lengths[index]
        batch.append(index)
        if len(batch) == _BATCH_TEXTS or (len(batch) + 1) * longest > _BATCH_PIECES:
            yield batch
            batch, longest = [], 0
    if batch:
        yield batch


def _forward(session: InferenceSession, encodings: Sequence[Encoding]) -> Vectors:
    """One batch through the model: mean over each text's word pieces, then length one."""
    shape = (len(encodings), max(len(encoding) for encoding in encodings))
    pieces, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for row, encoding in enumerate(encodings):
        pieces[row, : len(encoding)] = encoding.ids
        mask[row, : len(encoding)] = 1
    feed = {"input_ids": pieces, "attention_mask": mask, "token_type_ids": np.zeros_like(pieces)}
    states = session.run(["last_hidden_state"], feed)[0]
    weights = mask[:, None, :].astype(np.float32)
    sums: Vectors = np.matmul(weights, states)[:, 0, :]
    sums /= np.linalg.norm(sums, axis=1, keepdims=True)
    return sums


@functools.lru_cache(maxsize=8)
def _sha256(path: Path) -> str:
    """Hash of a model's file."""
    with _present(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
