"""Sets run through the real chain: real Chroma, real encoder."""

import shutil
from pathlib import Path

import pytest

from evals.run import question_figures, run_benchmark, run_questions
from evals.sets import QuestionItem, read_benchmark, read_questions
from index_store import encoders
from index_store.chroma import PaperStore
from index_store.ingest import ingest
from index_store.settings import DEFAULT_ENCODER
from rag.assistant import Assistant

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def encoder():
    return encoders.load(DEFAULT_ENCODER)


@pytest.fixture(scope="module")
def store(tmp_path_factory, encoder):
    path = tmp_path_factory.mktemp("store")
    ingest([ROOT / "evals/corpus"], store=path, encoder=encoder)
    return PaperStore.open(path, encoder=encoder)


def test_the_judging_set_reaches_what_was_promised(store, encoder):
    """The floors of the first release; the README states what was measured."""
    items = read_questions(ROOT / "evals/sets/icml2025.jsonl")
    outcomes = run_questions(items, Assistant(store, encoder))
    figures = question_figures(outcomes, store)

    def right(name):
        return int(figures[name].split("/")[0])

    assert figures["every quote exact"] == "68/68"
    assert right("right paper first") >= 45
    assert right("all facts quoted, one-paper questions") >= 32
    assert right("refused, of those not in the corpus") >= 11
    assert right("refused, of those the abstract does not say") >= 6
    assert right("answered, of those that can be") >= 46
    assert float(figures["median share of stems shared with the abstract"]) < 0.7


def test_figures_of_one_question(store, encoder):
    title = "Graph Generative Pre-trained Transformer"
    item = QuestionItem("q", "What is G2PT?", papers=(title,), facts=(("next-token prediction",),))
    figures = question_figures(run_questions([item], Assistant(store, encoder)), store)
    assert figures["right paper first"] == "1/1"
    assert figures["all facts quoted, one-paper questions"] == "1/1"
    assert figures["refused, of those not in the corpus"] == "0/0"


def test_a_benchmark_is_ingested_once(tmp_path, encoder):
    folder = tmp_path / "bees"
    folder.mkdir()
    texts = ["Bees dance to tell the way.", "Ants follow trails of scent.", "Owls hunt by ear."]
    (folder / "corpus.jsonl").write_text(
        "".join(
            f'{{"_id": "d{number}", "title": "Animal {number}", "text": "{text}"}}\n'
            for number, text in enumerate(texts)
        ),
        "utf-8",
    )
    (folder / "queries.jsonl").write_text(
        '{"_id": "q1", "text": "scent trails of ants"}\n{"_id": "q2", "text": "owl hearing"}\n',
        "utf-8",
    )
    (folder / "qrels_test.tsv").write_text("query\tdoc\tgain\nq1\td1\t1\nq2\td2\t1\n", "utf-8")
    benchmark = read_benchmark(folder)
    told = []
    figures = run_benchmark(benchmark, encoder, cache=tmp_path / "cache", on_progress=told.append)
    assert figures["R@1"] == 1.0
    assert told
    stores = list((tmp_path / "cache").iterdir())
    told.clear()
    assert (
        run_benchmark(benchmark, encoder, cache=tmp_path / "cache", on_progress=told.append)
        == figures
    )
    assert told == []
    shutil.rmtree(stores[0])
    assert run_benchmark(benchmark, encoder, cache=tmp_path / "cache") == figures
