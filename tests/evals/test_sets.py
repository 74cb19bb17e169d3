"""Question files and benchmark folders are read, and faults in them named."""

import gzip
import json
from pathlib import Path

import pytest

from evals.sets import read_benchmark, read_questions
from index_store.errors import InputError

SETS = Path(__file__).parents[2] / "evals/sets"
CORPUS = Path(__file__).parents[2] / "evals/corpus/icml2025_metadata.jsonl"


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.mark.parametrize("name", ["icml2025.jsonl", "icml2025_tuning.jsonl"])
def test_the_shipped_sets_hold_together(name):
    papers = [json.loads(line) for line in CORPUS.read_text("utf-8").splitlines()]
    abstracts = {paper["title"]: paper["abstract"] for paper in papers}
    items = read_questions(SETS / name)
    assert len({item.item_id for item in items}) == len(items)
    for item in items:
        assert set(item.papers) <= set(abstracts)
        assert bool(item.papers) == (item.reason != "not_in_corpus")
        text = " ".join(abstracts[title] for title in item.papers)
        assert all(fact[0] in text for fact in item.facts), item.item_id


def test_every_paper_has_a_question():
    items = read_questions(SETS / "icml2025.jsonl")
    asked = {item.papers[0] for item in items if item.answerable and len(item.papers) == 1}
    assert len(asked) == 38
    assert sum(item.reason == "not_in_corpus" for item in items) == 12
    assert sum(item.reason == "not_in_abstract" for item in items) == 8


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (['{"question": "What?"}', '{"question": '], "line 2: not JSON"),
        (['["What?"]'], "line 1: not an object"),
        (['{"id": "a"}'], "line 1: `question` is"),
        (['{"question": "What?", "reason": "unknown"}'], "line 1: `reason` is 'unknown'"),
        (['{"question": "What?", "papers": "one"}'], "line 1: `papers` is not a list"),
        ([""], "holds no questions"),
    ],
)
def test_a_fault_is_named_with_its_line(tmp_path, lines, message):
    with pytest.raises(InputError, match=message):
        read_questions(write(tmp_path / "set.jsonl", *lines))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"cannot read .*nowhere\.jsonl"):
        read_questions(tmp_path / "nowhere.jsonl")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "qrels").mkdir()
    with gzip.open(tmp_path / "corpus.jsonl.gz", "wt", encoding="utf-8") as corpus:
        corpus.write('{"_id": "d1", "title": "Bees", "text": "Bees dance to tell the way."}\n')
    write(
        tmp_path / "queries.jsonl",
        '{"_id": "q1", "text": "how do bees tell the way"}',
        '{"_id": "q2", "text": "not judged"}',
    )
    write(tmp_path / "qrels/test.tsv", "query-id\tcorpus-id\tscore", "q1\td1\t1")
    return tmp_path


def test_a_folder_in_beirs_layout(folder):
    benchmark = read_benchmark(folder)
    assert benchmark.corpus == folder / "corpus.jsonl.gz"
    assert benchmark.queries == {"q1": "how do bees tell the way"}
    assert benchmark.relevant == {"q1": {"d1": 1}}


def test_a_folder_in_scifacts_layout(folder):
    write(folder / "claims_train.jsonl", '{"_id": "7", "claim": "Bees dance."}')
    write(folder / "qrels_train.tsv", "query-id\tcorpus-id\tscore", "7\td1\t1")
    assert read_benchmark(folder, "train").queries == {"7": "Bees dance."}


def test_a_judged_query_must_be_there(folder):
    write(folder / "qrels/test.tsv", "query-id\tcorpus-id\tscore", "q9\td1\t1")
    with pytest.raises(InputError, match="lacks query q9"):
        read_benchmark(folder)


def test_a_broken_relevance_line_is_named(folder):
    write(folder / "qrels/test.tsv", "query-id\tcorpus-id\tscore", "q1 d1 1")
    with pytest.raises(InputError, match="line 2: expected query, document and gain"):
        read_benchmark(folder)


def test_a_folder_that_is_no_benchmark(tmp_path):
    with pytest.raises(InputError, match=r"holds no corpus\.jsonl"):
        read_benchmark(tmp_path)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"answerable": False}, "not_in_corpus"),
        ({"answerable": False, "papers": ["Bees"]}, "not_in_abstract"),
        ({"answerable": False, "kind": "talk"}, None),
        ({"answerable": True}, None),
    ],
)
def test_what_cannot_be_answered_has_a_reason(tmp_path, fields, reason):
    path = tmp_path / "set.jsonl"
    path.write_text(json.dumps({"question": "What?", **fields}), "utf-8")
    assert read_questions(path)[0].reason == reason
