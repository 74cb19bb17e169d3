"""A small store without a real encoder; tests that damage it have a copy of their own."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from index_store import merging
from index_store.papers import Record, Source
from index_store.settings import Settings
from index_store.stamps import Identity
from index_store.writers import PaperWriter

ENCODER = Identity("stand-in", 4)
OTHER = Identity("other", 3)
TEXTS = (
    "Sheep graze on hills. We count the lambs of each ewe.",
    "Bees dance to tell where flowers grow. A camera reads the dance. It is quick.",
    "Stars of low mass burn slowly.",
)


def units(count: int, dimension: int) -> np.ndarray:
    """Distinct vectors of length one."""
    rows = np.random.default_rng(count).normal(size=(count, dimension)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def fill(path: Path, texts: tuple[str, ...]) -> None:
    """A finished store of some abstracts."""
    papers = [
        merging.build(Record(Source("/lists/a.txt", number), number, None, text))
        for number, text in enumerate(texts, 1)
    ]
    counts = [len(paper.sentences) for paper in papers]
    sentences = np.split(units(sum(counts), 4), np.cumsum(counts)[:-1])
    writer = PaperWriter.create(path, encoder=ENCODER, multilingual=OTHER)
    writer.upsert(papers, units(len(papers), 4), sentences, units(len(papers), 3))
    writer.finish()
    writer.close()


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("made") / "store"
    path.mkdir()
    fill(path, TEXTS)
    return path


@pytest.fixture
def store(made, tmp_path):
    return shutil.copytree(made, tmp_path / "store")


@pytest.fixture
def settings(store):
    """Settings that name the store on the command line, and its encoders."""
    environ = {"ASKPAPERS_ENCODER": "stand-in", "ASKPAPERS_MULTILINGUAL_ENCODER": "other"}
    return Settings.load(environ, store=store)


@pytest.fixture(scope="session")
def identities():
    return {"stand-in": ENCODER, "other": OTHER}


@pytest.fixture(scope="session")
def large(tmp_path_factory):
    """A store with so many vectors that Chroma has written them to files."""
    path = tmp_path_factory.mktemp("large") / "store"
    path.mkdir()
    fill(path, tuple(f"Abstract number {number} is short." for number in range(1100)))
    return path
