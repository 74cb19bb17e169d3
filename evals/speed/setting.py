"""Where and with what a run was made, for whoever compares two."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path

from evals.speed import keeping
from index_store.model_files import cores

_PACKAGES = ("chromadb", "llama-index-core", "onnxruntime", "numpy")


def describe(benchmark: Path) -> dict[str, str]:
    """The benchmark, the day, the machine and the versions, by name."""
    load = os.getloadavg()[0]
    return {
        "benchmark": benchmark.resolve().name,
        "date": keeping.today(),
        "machine": f"{platform.system()} {platform.machine()}, {cores()} cores",
        "load at the end": f"{load:.2f}",
        "python": platform.python_version(),
        **{name: version(name) for name in _PACKAGES},
    }
