"""Benchmark folders are read, and faults in them named."""

import gzip
from pathlib import Path

import pytest

from evals.benchmarks import read_benchmark
from index_store.errors import InputError

COLUMNS = "query-id\tcorpus-id\tscore"


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


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
    with pytest.raises(InputError, match="`query-id` 'q9' is not in queries"):
        read_benchmark(folder)


def test_a_broken_relevance_line_is_named(folder):
    write(folder / "qrels/test.tsv", "query-id\tcorpus-id\tscore", "q1 d1 1")
    with pytest.raises(InputError, match="line 2: `score` is no whole number"):
        read_benchmark(folder)


def test_a_folder_that_is_no_benchmark(tmp_path):
    with pytest.raises(InputError, match=r"holds no corpus\.jsonl"):
        read_benchmark(tmp_path)


def test_every_file_may_be_packed(folder):
    for name in ("queries.jsonl", "qrels/test.tsv"):
        path = folder / name
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()
    assert read_benchmark(folder).relevant == {"q1": {"d1": 1}}


def test_scifacts_claims_are_told_of(folder):
    claims = write(folder / "claims_test.jsonl", '{"_id": "q1", "claim": "Bees dance."}')
    assert read_benchmark(folder).claims == claims


@pytest.mark.parametrize(
    ("line", "field"), [('{"text": "no id"}', "_id"), ('{"_id": "q1", "text": " "}', "text")]
)
def test_a_query_that_is_none_is_named(folder, line, field):
    write(folder / "queries.jsonl", line)
    with pytest.raises(InputError, match=f"line 1: `{field}` is missing"):
        read_benchmark(folder)


def test_a_query_that_nothing_answers_is_not_asked(folder):
    write(folder / "qrels/test.tsv", COLUMNS, "q1\td1\t1", "q2\td1\t0")
    assert list(read_benchmark(folder).queries) == ["q1"]
    write(folder / "qrels/test.tsv", COLUMNS, "q2\td1\t0")
    with pytest.raises(InputError, match="judges no query"):
        read_benchmark(folder)
