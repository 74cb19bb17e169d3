"""all-MiniLM-L6-v2, the local encoder of English: its files come with the package.

See ``models/MODEL.md`` for what the files are and how they were made.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from llama_index.core.bridge.pydantic import PrivateAttr

from index_store.local_embedding import LocalEmbedding, plain_texts
from index_store.model_files import cores, present
from index_store.settings import DEFAULT_ENCODER
from index_store.tables import Vectors

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

MODELS = Path(__file__).parent / "models"
WORD_PIECES = 256
# A batch is bounded by its padded size, so 8 abstracts or 32 sentences: larger ones fall out
# of the processor's cache, smaller ones leave it idle.
_BATCH_TEXTS = 32
_BATCH_PIECES = 8 * WORD_PIECES


class MiniLMEmbedding(LocalEmbedding):
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

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (texts, 384); texts of like length share a batch."""
        tokenizer, session = self._model()
        encodings = tokenizer.encode_batch(plain_texts(texts))
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


def _tokenizer(path: Path) -> Tokenizer:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(present(path)))
    tokenizer.no_padding()
    tokenizer.enable_truncation(WORD_PIECES)
    return tokenizer


def _session(path: Path) -> InferenceSession:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = cores()
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that wait busily cost two fifths more, and on a shared machine more time too.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    providers = ["CPUExecutionProvider"]
    return onnxruntime.InferenceSession(str(present(path)), options, providers=providers)


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
