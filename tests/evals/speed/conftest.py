"""A benchmark of a few papers, and its store through the real encoders."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from evals.benchmarks import Benchmark, read_benchmark
from evals.speed import subject
from evals.speed.stores import prepare_ingest
from evals.speed.vector_index import prepare_index
from evals.speed.workbench import Workbench

TOPICS = ("Bees", "Ants", "Owls", "Bats", "Eels", "Foxes")
BODY = "{0} are studied in the field. We show that {0} find their food by smell in most seasons."


@pytest.fixture(scope="session")
def benchmark(tmp_path_factory: pytest.TempPathFactory) -> Benchmark:
    """Six papers, and five queries each of which one paper answers."""
    folder = tmp_path_factory.mktemp("animals")
    papers = [
        {"_id": f"d{number}", "title": f"How {topic} eat", "text": BODY.format(topic)}
        for number, topic in enumerate(TOPICS)
    ]
    queries = [
        {"_id": f"q{number}", "text": f"How do {topic.lower()} find their food?"}
        for number, topic in enumerate(TOPICS[:5])
    ]
    for name, records in (("corpus", papers), ("queries", queries)):
        lines = "".join(f"{json.dumps(record)}\n" for record in records)
        (folder / f"{name}.jsonl").write_text(lines, "utf-8")
    judged = "".join(f"q{number}\td{number}\t1\n" for number in range(5))
    (folder / "qrels_test.tsv").write_text(f"query\tdoc\tgain\n{judged}", "utf-8")
    return read_benchmark(folder)


@pytest.fixture(scope="session")
def store(benchmark: Benchmark, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of the benchmark's papers."""
    folder = tmp_path_factory.mktemp("speed") / "store"
    assert prepare_ingest(benchmark.corpus, folder)() == len(TOPICS)
    return folder


@pytest.fixture(scope="session")
def index(benchmark: Benchmark, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The quick start's index of the benchmark's papers."""
    folder = tmp_path_factory.mktemp("quick-start")
    assert prepare_index(benchmark.corpus, folder)() == len(TOPICS)
    return folder


@pytest.fixture(scope="session")
def encoders() -> subject.Encoders:
    """The encoders, loaded at their first text."""
    return subject.Encoders.default()


@pytest.fixture
def make_workbench(benchmark: Benchmark, tmp_path: Path) -> Callable[..., Workbench]:
    """A workbench over the benchmark, with a cache of its own."""

    def make(**options: int) -> Workbench:
        scratch = tmp_path / "scratch"
        scratch.mkdir(exist_ok=True)
        return Workbench(benchmark, cache=tmp_path / "cache", scratch=scratch, **options)

    return make
