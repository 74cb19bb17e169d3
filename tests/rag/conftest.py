"""The sample corpus in a real store, asked through the real encoders; papers made by hand."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.base.embeddings.base import BaseEmbedding

from index_store import encoders, merging
from index_store.chroma import PaperStore
from index_store.ingest import ingest
from index_store.papers import Paper, Record, Source
from rag.answers import Answer
from rag.assistant import Assistant
from rag.retrieve import Candidate, Signals
from rag.spaces import Space, StoredSpace

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "evals" / "corpus"
SETS = ("icml2025", "icml2025_tuning")

Ask = Callable[[str], Answer]


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of the sample corpus."""
    return CORPUS


@pytest.fixture(scope="session")
def encoder() -> BaseEmbedding:
    """The encoder that ships with askpapers."""
    return encoders.load("minilm-l6-v2-int8")


@pytest.fixture(scope="session")
def open_store(
    tmp_path_factory: pytest.TempPathFactory, encoder: BaseEmbedding, multilingual: BaseEmbedding
) -> Iterator[Callable[..., PaperStore]]:
    """Ingest some files into a store of their own, with both encoders, and open it."""
    opened = []

    def open_new(*paths: Path) -> PaperStore:
        folder = tmp_path_factory.mktemp("store")
        ingest(paths, store=folder, encoder=encoder, multilingual=multilingual)
        opened.append(PaperStore.open(folder, encoder=encoder))
        return opened[-1]

    yield open_new
    for store in opened:
        store.close()


@pytest.fixture(scope="session")
def store(open_store: Callable[..., PaperStore]) -> PaperStore:
    """The sample corpus: 38 papers with their records."""
    return open_store(CORPUS)


@pytest.fixture(scope="session")
def space(store: PaperStore, encoder: BaseEmbedding) -> StoredSpace:
    """Where English questions about the sample corpus are asked."""
    return StoredSpace(store, encoder)


@pytest.fixture(scope="session")
def multilingual_space(assistant: Assistant) -> Space:
    """Where questions in other scripts are asked; the assistant's, so that sentences are kept."""
    return assistant._spaces.other


@pytest.fixture(scope="session")
def assistant(store: PaperStore, encoder: BaseEmbedding, multilingual: BaseEmbedding) -> Assistant:
    """Who answers about the sample corpus, in any script."""
    return Assistant(store, encoder, multilingual=multilingual)


@pytest.fixture(scope="session")
def ask(assistant: Assistant) -> Ask:
    """The answer to a question about the sample corpus; the same question is asked once."""
    return functools.cache(assistant.answer)


@pytest.fixture(scope="session")
def ask_untitled(
    open_store: Callable[..., PaperStore],
    encoder: BaseEmbedding,
    tmp_path_factory: pytest.TempPathFactory,
) -> Ask:
    """Some of the papers from a plain list alone: no title, no author, no link."""
    path = tmp_path_factory.mktemp("lists") / "list.txt"
    path.write_text("\n\n".join(_untitled_blocks()), "utf-8")
    return functools.cache(Assistant(open_store(path), encoder).answer)


def _untitled_blocks() -> list[str]:
    """A list's heading, and the abstracts that the questions about untitled papers need."""
    texts = [(CORPUS / f"icml2025_list_{one}.txt").read_text("utf-8-sig") for one in "ab"]
    heading, *blocks = [block for text in texts for block in text.split("\n\n")]
    wanted = ("**HarmoniCa**", "(G2PT)", "MERIT", "PEAKS", "DevAI")
    return [heading, *(block for block in blocks if any(name in block for name in wanted))]


@pytest.fixture(scope="session")
def open_records(
    open_store: Callable[..., PaperStore], tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., PaperStore]:
    """A store of records given as JSON objects."""

    def open_new(*records: Mapping[str, Any]) -> PaperStore:
        path = tmp_path_factory.mktemp("records") / "papers.jsonl"
        path.write_text("".join(f"{json.dumps(record)}\n" for record in records), "utf-8")
        return open_store(path)

    return open_new


@pytest.fixture(scope="session")
def ask_single(open_records: Callable[..., PaperStore], encoder: BaseEmbedding) -> Ask:
    """A corpus of one paper, which is about bees."""
    bees = {
        "title": "WaggleNet: Reading the Dance of Bees",
        "abstract": (
            "Honey bees tell each other where flowers are by dancing. "
            "We introduce WaggleNet, a recurrent network that reads the dance from video. "
            "It was tested on 12 hives and finds the flowers within 40 metres."
        ),
    }
    return functools.cache(Assistant(open_records(bees), encoder).answer)


@pytest.fixture(scope="session")
def paper_of(store: PaperStore) -> Callable[[str], Paper]:
    """The paper of the sample corpus whose title starts like this."""

    def find(title: str) -> Paper:
        (found,) = [one for one in store.all_papers() if (one.title or "").startswith(title)]
        return found

    return find


@pytest.fixture(scope="session")
def make_paper() -> Callable[..., Paper]:
    """A paper as ingest makes it of a record."""

    def make(abstract: str, **fields: Any) -> Paper:
        source = Source("/lists/made.jsonl", 1)
        return merging.build(Record(source=source, line=1, abstract=abstract, **fields))

    return make


@pytest.fixture(scope="session")
def found(make_paper: Callable[..., Paper]) -> Callable[..., list[Candidate]]:
    """Candidates of these scores; those under 0 are named in the question."""

    def found(*scores: float, named: Sequence[int] = ()) -> list[Candidate]:
        return [
            Candidate(
                make_paper(f"Paper {place} is here."),
                score,
                Signals(0.5, 0.5, 1.0, ("Paper",) if place in named else ()),
            )
            for place, score in enumerate(scores)
        ]

    return found


@pytest.fixture(scope="session")
def questions() -> dict[str, list[dict[str, Any]]]:
    """The questions that may be looked at, not those of the test half: by set, Chinese apart."""
    lines = {name: _lines(ROOT / "evals" / "sets" / f"{name}.jsonl") for name in SETS}
    seen = {
        name: [line for line in members if line.get("split") != "test"]
        for name, members in lines.items()
    }
    chinese = [line for line in seen["icml2025"] if line["language"] == "zh"]
    english = [line for line in seen["icml2025"] if line["language"] == "en"]
    return {**seen, "icml2025": english, "icml2025_zh": chinese}


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
