"""The files of the local models, and the processor they run on."""

from __future__ import annotations

import functools
import hashlib
import os
from pathlib import Path

from index_store.errors import EncoderFailed


def present(path: Path) -> Path:
    """The path of a model's file.

    Raises:
        EncoderFailed: it is not there.
    """
    if not path.is_file():
        message = f"the model file {path} is missing; install askpapers again"
        raise EncoderFailed(message, encoder=path.stem)
    return path


@functools.lru_cache(maxsize=8)
def sha256(path: Path) -> str:
    """Hash of a model's file.

    Raises:
        EncoderFailed: it is not there.
    """
    with present(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def cores() -> int:
    """How many cores this process may use, which in a container is not what the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
