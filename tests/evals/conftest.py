"""Sets about three papers, and the chain that is asked of them: real encoders, real Chroma."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from evals.plan import Scope
from evals.run_settings import RunSettings
from index_store.settings import DEFAULT_ENCODER, DEFAULT_MULTILINGUAL_ENCODER

PAPERS = (
    {
        "title": "WaggleNet: Reading the Dance of Bees",
        "abstract": (
            "Honey bees tell each other where flowers are by dancing. "
            "We introduce WaggleNet, a recurrent network that reads the dance from video. "
            "It was tested on 12 hives and finds the flowers within 40 metres."
        ),
    },
    {
        "title": "Scent Trails of Ants",
        "abstract": (
            "Ants follow trails of scent to their food. We show that trails fade within 20 "
            "minutes, and that ants which lose a trail search in growing circles."
        ),
    },
    {
        "title": "How Owls Hunt by Ear",
        "abstract": (
            "Barn owls catch mice in the dark. We measure how they locate a sound, and find that "
            "the delay between both ears tells them its direction to within 2 degrees."
        ),
    },
)
QUESTIONS = (
    {
        "id": "q1",
        "question": "On how many hives was WaggleNet tested?",
        "papers": [PAPERS[0]["title"]],
        "facts": [["12 hives"]],
        "kind": "fact",
        "language": "en",
        "split": "dev",
    },
    {
        "id": "q2",
        "question": "What is the capital of Peru?",
        "answerable": False,
        "kind": "fact",
        "language": "en",
        "split": "test",
    },
    {
        "id": "q3",
        "question": "And on how many mice?",
        "conversation": ["On how many hives was WaggleNet tested?"],
        "papers": [PAPERS[2]["title"]],
        "answerable": False,
        "kind": "fact",
        "language": "en",
        "split": "test",
    },
    {"id": "q4", "question": "Thanks!", "answerable": False, "kind": "talk", "split": "test"},
)

Write = Callable[[Path, Iterable[Mapping[str, Any]]], Path]


def write_lines(path: Path, records: Iterable[Mapping[str, Any]]) -> Path:
    """A file of JSON Lines, packed where its name says so."""
    text = "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path


@pytest.fixture(scope="session")
def write() -> Write:
    """Writes a file of JSON Lines."""
    return write_lines


@pytest.fixture(scope="session")
def animals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a corpus, questions about it, and a benchmark with claims (`science`)."""
    folder = tmp_path_factory.mktemp("animals")
    write_lines(folder / "corpus.jsonl", PAPERS)
    write_lines(folder / "questions.jsonl", QUESTIONS)
    science = folder / "science"
    documents = [
        {
            "_id": f"d{number}",
            "title": paper["title"],
            "text": paper["abstract"],
            "sentences": [f"{part.rstrip('.')}." for part in paper["abstract"].split(". ")],
        }
        for number, paper in enumerate(PAPERS)
    ]
    write_lines(science / "corpus.jsonl.gz", documents)
    claims = [
        ("1", "WaggleNet was tested on 12 hives.", "d0", "SUPPORT", [2]),
        ("2", "Trails of ants never fade.", "d1", "CONTRADICT", [1]),
    ]
    write_lines(
        science / "claims_test.jsonl",
        [
            {
                "_id": name,
                "claim": claim,
                "cited_doc_ids": [document],
                "evidence": [{"doc_id": document, "label": label, "sentences": sentences}],
            }
            for name, claim, document, label, sentences in claims
        ]
        + [{"_id": "3", "claim": "Owls can swim.", "cited_doc_ids": ["d2"], "evidence": []}],
    )
    judged = "query-id\tcorpus-id\tscore\n1\td0\t1\n2\td1\t1\n"
    (science / "qrels_test.tsv").write_text(judged, "utf-8")
    return folder


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the stores of these tests are kept."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def settings() -> RunSettings:
    """The settings by default."""
    return RunSettings(DEFAULT_ENCODER, DEFAULT_MULTILINGUAL_ENCODER)


@pytest.fixture
def scope(animals: Path, cache: Path) -> Scope:
    """The questions, asked of the corpus."""
    return Scope(
        [animals / "questions.jsonl"],
        store=animals / "no store",
        corpus=[animals / "corpus.jsonl"],
        cache=cache,
    )
