from pathlib import Path

import pytest

from index_store.papers import Fault, Record
from index_store.readers import read

FIXTURES = Path(__file__).parent / "fixtures"
CORPUS = Path(__file__).parents[3] / "evals" / "corpus"
ABSTRACT = " ".join(["This abstract has many words and says a lot about graphs."] * 6)


def read_text(tmp_path, text, name="list.txt"):
    path = tmp_path / name
    path.write_bytes(text.encode())
    items = list(read(path))
    return (
        [item for item in items if isinstance(item, Record)],
        [item for item in items if isinstance(item, Fault)],
    )


@pytest.mark.parametrize("letter", ["a", "b"])
def test_corpus_list(letter):
    path = CORPUS / f"icml2025_list_{letter}.txt"
    records = list(read(path))
    blocks = path.read_text(encoding="utf-8").strip().split("\n\n")
    assert [record.abstract for record in records] == blocks[1:]
    assert [record.source.ordinal for record in records] == list(range(1, 20))
    assert {(record.venue, record.year) for record in records} == {("ICML", 2025)}
    assert records[0].line == 3


@pytest.mark.parametrize("name", ["gbk.txt", "utf16le_bom.txt", "crlf.txt"])
def test_encodings_and_line_ends(name):
    records = list(read(FIXTURES / name))
    assert [record.source.label for record in records] == [f"{name}:{n}" for n in range(1, 5)]
    assert all(
        "\r" not in record.abstract and "\ufffd" not in record.abstract for record in records
    )
    assert {record.venue for record in records} == {"ICML"}


def test_wrapped_abstract_is_one():
    records = list(read(FIXTURES / "crlf.txt"))
    assert records[0].abstract.startswith("Model reprogramming adapts pretrained models")
    assert records[0].abstract.count("\n") > 10


def test_title_authors_and_abstract():
    record = next(read(FIXTURES / "title_then_abstract.txt"))
    assert record.title.startswith("A Unified Comparative Study")
    assert record.authors[0] == "Victor Dheur"
    assert record.abstract.startswith("Conformal prediction provides")


def test_headings_hold_until_the_next(tmp_path):
    text = "\n\n".join(
        ["ICML 2025 Papers", ABSTRACT + "1", "第三部分：优化", ABSTRACT + "2", "-----",
         "# NeurIPS 2024\n" + ABSTRACT + "3", "ACL 2023\n" + ABSTRACT + "4"]
    )  # fmt: skip
    records, faults = read_text(tmp_path, text)
    assert not faults
    assert [(r.venue, r.year, r.source.ordinal) for r in records] == [
        ("ICML", 2025, 1), ("ICML", 2025, 2), ("NeurIPS", 2024, 3), ("ACL", 2023, 4),
    ]  # fmt: skip
    assert [record.abstract[-1] for record in records] == ["1", "2", "3", "4"]


def test_abstract_that_ends_in_an_address_is_no_heading(tmp_path):
    lines = ["This wrapped abstract has lines that never end", "a sentence before they break"] * 4
    records, faults = read_text(tmp_path, "\n".join([*lines, "code at https://a.b/c"]))
    assert (len(records), faults) == (1, [])


def test_one_abstract_a_line(tmp_path):
    records, _ = read_text(tmp_path, f"ICML 2025\n\n{ABSTRACT}1\n{ABSTRACT}2\n{ABSTRACT}3")
    assert [record.line for record in records] == [3, 4, 5]


def test_title_above_a_long_line(tmp_path):
    records, _ = read_text(tmp_path, f"FooNet: Learning Graphs\n{ABSTRACT}")
    assert (records[0].title, records[0].abstract) == ("FooNet: Learning Graphs", ABSTRACT)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Regression.", "too few"),
        ("word " * 5000, "part the papers by blank lines"),
        ("| a | b |\n|---|---|\n| c | d |", "table"),
        ("", "empty"),
        ("\n \n", "empty"),
        ("Just a heading", "no papers found"),
        ("@article{a, title={b}}", "BibTeX"),
        ("<?xml version='1.0'?><feed/>", "XML"),
    ],
)
def test_faults(tmp_path, text, reason):
    records, faults = read_text(tmp_path, text)
    assert not records
    assert len(faults) == 1
    assert reason in faults[0].reason


def test_short_block_does_not_count(tmp_path):
    records, faults = read_text(tmp_path, f"{ABSTRACT}\n\nRegression.\n\n{ABSTRACT}2")
    assert [record.source.ordinal for record in records] == [1, 2]
    assert faults[0].line == 3
