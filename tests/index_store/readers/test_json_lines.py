import gzip
import json
from pathlib import Path

import pytest

from index_store.papers import Fault, Record
from index_store.readers import read

FIXTURES = Path(__file__).parent / "fixtures"
CORPUS = Path(__file__).parents[3] / "evals" / "corpus" / "icml2025_metadata.jsonl"


def parted(path):
    items = list(read(path))
    return (
        [item for item in items if isinstance(item, Record)],
        [item for item in items if isinstance(item, Fault)],
    )


def record_of(tmp_path, **fields):
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps({"title": "A title", **fields}), encoding="utf-8")
    return next(read(path))


def test_corpus_metadata():
    records, faults = parted(CORPUS)
    rows = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    assert not faults
    assert [record.abstract for record in records] == [row["abstract"] for row in rows]
    first = records[0]
    assert first.identifiers == (("openreview_id", "NngoETL9IK"),)
    assert first.links == (("proceedings_url", "https://proceedings.mlr.press/v267/anani25a.html"),)
    assert (first.venue, first.year, first.authors[0]) == ("ICML", 2025, "Alaa Anani")


def test_messy_lines_are_all_read():
    records, faults = parted(FIXTURES / "messy.jsonl")
    lines = (FIXTURES / "messy.jsonl").read_text(encoding="utf-8").split("\n")
    traits = [json.loads(line)["trait"] for line in lines if line]
    assert not faults
    by_trait = dict(zip(traits, records, strict=True))
    assert sum(record.abstract is None for record in records) == 3
    assert by_trait["abstract_na"].abstract is None
    assert [by_trait[trait].title for trait in ("title_missing", "title_null")] == [None, None]
    assert len(by_trait["authors_semicolon_year_string"].authors) == 5
    assert by_trait["authors_comma_year_float"].authors[0] == "Ya-Chi Chu"
    assert by_trait["authors_comma_year_float"].year == 2025
    assert len(by_trait["authors_dicts_year_missing"].authors) == 7
    assert by_trait["authors_given_family_year_date"].year == 2025
    assert by_trait["nested_null"].authors == ("Yishay Mansour",)
    assert by_trait["nested_null"].venue is None
    assert any("Jürgen" in author for author in by_trait["mojibake_authors"].authors)
    assert "\u2028" in by_trait["unicode_line_breaks"].abstract


def test_bad_lines_are_faults_with_their_number():
    records, faults = parted(FIXTURES / "bad_line.jsonl")
    assert [record.source.ordinal for record in records] == [1, 2, 3]
    assert [record.line for record in records] == [1, 3, 5]
    assert [fault.line for fault in faults] == [2, 4]


def test_complete_elements_of_a_cut_array_are_kept():
    records, faults = parted(FIXTURES / "truncated.json")
    assert len(records) == 2
    assert len(faults) == 1
    assert faults[0].line > records[1].line > records[0].line == 2


def test_openreview_wrapping():
    records, faults = parted(FIXTURES / "openreview_api_v2.json")
    assert (len(records), faults) == (4, [])
    assert (records[0].venue, records[0].year) == ("ICML", 2025)
    assert ("openreview_id", "NngoETL9IK") in records[0].identifiers
    assert records[0].url == "https://openreview.net/forum?id=NngoETL9IK"


def test_openalex_inverted_abstract():
    records, _ = parted(FIXTURES / "openalex.jsonl")
    assert records[0].abstract.startswith("Using deep neural networks as computational models")
    assert sum(record.abstract is None for record in records) == 1


def test_beir_corpus_in_gzip(tmp_path):
    path = tmp_path / "corpus.jsonl.gz"
    rows = [
        {"_id": str(n), "title": f"T{n}", "text": f"Text {n}.", "sentences": []} for n in range(9)
    ]
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    records, _ = parted(path)
    assert [record.abstract for record in records] == [row["text"] for row in rows]
    assert records[3].identifiers == (("_id", "3"),)


@pytest.mark.parametrize("name", ["list.txt", "list", "list.md", "list.json"])
def test_content_is_looked_at(tmp_path, name):
    path = tmp_path / name
    path.write_text('{"title": "One"}\n{"title": "Two"}\n', encoding="utf-8")
    assert [record.title for record in read(path)] == ["One", "Two"]


def test_object_printed_over_lines(tmp_path):
    path = tmp_path / "one.json"
    path.write_text(json.dumps({"title": "One", "abstract": "a\nb"}, indent=2), encoding="utf-8")
    assert next(read(path)).abstract == "a\nb"


@pytest.mark.parametrize(
    "line",
    ["[]", "1", '"text"', "null", "{}", '{"title": "N/A", "abstract": "[No abstract available]"}',
     '{"title": NaN}', '{"title": ["x"]}', "{'title': 'x'}", '{"a": ' + "[" * 100_000],
    ids=lambda line: line[:20],
)  # fmt: skip
def test_a_line_that_is_no_paper_is_one_fault(tmp_path, line):
    path = tmp_path / "list.jsonl"
    path.write_text('{"title": "Good"}\n' + line + '\n{"title": "Also good"}', encoding="utf-8")
    records, faults = parted(path)
    assert [record.title for record in records] == ["Good", "Also good"]
    assert [fault.line for fault in faults] == [2]


def test_deep_nesting_is_a_fault(tmp_path):
    path = tmp_path / "deep.json"
    path.write_text('{"notes":' + "[" * 100_000 + "]" * 100_000 + "}", encoding="utf-8")
    assert "nested too deeply" in next(read(path)).reason


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"Abstract": " Text.\r\nMore. "}, {"abstract": "Text.\nMore."}),
        ({"summary": "Text."}, {"abstract": "Text."}),
        ({"abstract": "a \ud800 b"}, {"abstract": "a \ufffd b"}),
        ({"authors": "A B, C D and E F"}, {"authors": ("A B", "C D", "E F")}),
        ({"authors": [{"given": "A", "family": "B"}, None, ""]}, {"authors": ("A B",)}),
        ({"year": "2025-07-13"}, {"year": 2025}),
        ({"year": 10**30}, {"year": None}),
        ({"year": -1, "date": "13 July 2024"}, {"year": 2024}),
        ({"venue": {"name": "ICML"}}, {"venue": "ICML"}),
        ({"booktitle": "ICML &amp; PMLR"}, {"venue": "ICML & PMLR"}),
        ({"conference": "icml"}, {"venue": "ICML"}),
        ({"pdf": "https://a.b/c.pdf", "url": "https://a.b"},
         {"url": "https://a.b", "links": (("pdf", "https://a.b/c.pdf"),)}),
        ({"id": 7, "DOI": "10.1/x", "externalIds": {"ArXiv": "2401.1"}},
         {"identifiers": (("id", "7"), ("doi", "10.1/x"), ("arxiv_id", "2401.1"))}),
        ({"authors": {"x": 1}, "venue": [[]], "year": [[[]]], "url": {"url": {}}},
         {"authors": (), "venue": None, "year": None, "url": None}),
    ],
)  # fmt: skip
def test_fields(tmp_path, fields, expected):
    record = record_of(tmp_path, **fields)
    assert {name: getattr(record, name) for name in expected} == expected
