"""Encodes texts for make_minilm.py's checks, with the ONNX file and with the float model.

transformers' `BertModel` gives the float vectors that every figure is measured against.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime as ort
from tokenizers import Tokenizer

MAX_LENGTH = 256

Vectors = npt.NDArray[np.float32]


def load_tokenizer(data: bytes) -> Tokenizer:
    """Load the tokenizer, cutting at 256 word pieces and padding to the longest of a batch.

    The upstream file asks for 128 word pieces always; both settings are replaced.
    """
    tokenizer: Tokenizer = Tokenizer.from_str(data.decode("utf-8"))
    tokenizer.enable_truncation(MAX_LENGTH)
    tokenizer.enable_padding(pad_id=0, pad_token="[PAD]")
    return tokenizer


def inputs_of(tokenizer: Tokenizer, texts: list[str]) -> dict[str, npt.NDArray[np.int64]]:
    """Return the model's inputs for a batch of texts."""
    encodings = tokenizer.encode_batch(texts)
    ids = np.array([encoding.ids for encoding in encodings], dtype=np.int64)
    mask = np.array([encoding.attention_mask for encoding in encodings], dtype=np.int64)
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}


def pool(hidden: Vectors, mask: npt.NDArray[np.int64]) -> Vectors:
    """Average the tokens that are not padding, and scale to length 1."""
    kept = mask[..., None].astype(np.float32)
    mean = (hidden * kept).sum(axis=1) / kept.sum(axis=1)
    return np.asarray(mean / np.linalg.norm(mean, axis=1, keepdims=True), dtype=np.float32)


def open_session(model: bytes) -> ort.InferenceSession:
    """Open a model on the CPU."""
    return ort.InferenceSession(model, providers=["CPUExecutionProvider"])


def int8_vectors(session: ort.InferenceSession, tokenizer: Tokenizer, texts: list[str]) -> Vectors:
    """Encode texts one by one with an ONNX model."""
    rows = []
    for text in texts:
        inputs = inputs_of(tokenizer, [text])
        rows.append(pool(session.run(None, inputs)[0], inputs["attention_mask"]))
    return np.concatenate(rows)


def float_vectors(files: dict[str, bytes], tokenizer: Tokenizer, texts: list[str]) -> Vectors:
    """Encode texts one by one with transformers' BertModel, from the official weights."""
    import torch
    from transformers import BertModel

    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            (Path(folder) / name).write_bytes(data)
        model: Any = BertModel.from_pretrained(folder)
    model.eval()
    rows = []
    with torch.no_grad():
        for text in texts:
            inputs = inputs_of(tokenizer, [text])
            tensors = {name: torch.from_numpy(array) for name, array in inputs.items()}
            hidden = model(**tensors).last_hidden_state.numpy()
            rows.append(pool(hidden, inputs["attention_mask"]))
    return np.concatenate(rows)
