"""Papers found by id, prefix or source, and shown."""

import dataclasses
import json

import pytest

from index_store.errors import InputError
from index_store.papers import Paper
from ui.records import find_paper, paper_json, paper_text, plain_list


@pytest.fixture
def papers(paper: Paper) -> list[Paper]:
    other = dataclasses.replace(paper, paper_id="3f9c2a99beef", title=None, sources=())
    return [paper, other]


@pytest.mark.parametrize("wanted", ["3f9c2a71d0e4", "3f9c2a71", "list_a.txt:13", "meta.jsonl:2"])
def test_a_paper_is_found(papers: list[Paper], wanted: str) -> None:
    assert find_paper(papers, wanted) is papers[0]


def test_a_whole_id_wins_over_a_longer_one(paper: Paper) -> None:
    longer = dataclasses.replace(paper, paper_id=paper.paper_id + "00", sources=())
    assert find_paper([longer, paper], paper.paper_id) is paper


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ("3f9c", "fits 2 papers"),
        ("3f", "no paper '3f'"),
        ("list_a.txt:1", "no paper"),
        ("", "no paper"),
    ],
)
def test_no_paper_or_several(papers: list[Paper], wanted: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        find_paper(papers, wanted)


def test_paper_json_holds_the_whole_record(paper: Paper) -> None:
    found = json.loads(json.dumps(paper_json(paper)))
    assert found["sources"] == ["list_a.txt:13", "meta.jsonl:2"]
    assert found["sentences"][1] == {
        "start": 22,
        "end": 62,
        "text": "It was tried on 8 models and 4 samplers.",
    }
    assert found["abstract"][22:62] == found["sentences"][1]["text"]


def test_paper_text_shows_record_abstract_and_sentences(paper: Paper) -> None:
    text = paper_text(paper)
    assert text.startswith("HarmoniCa: Harmonizing Training and Inference\n\nid ")
    assert paper.abstract in text
    assert "22-62    It was tried on 8 models" in text
    assert "https://proceedings.mlr.press/v267/x.html" in text


def test_a_paper_without_an_abstract_says_so(paper: Paper) -> None:
    text = paper_text(dataclasses.replace(paper, abstract="", sentences=()))
    assert text.endswith("(no abstract)")


def test_plain_list_is_a_line_a_paper(papers: list[Paper]) -> None:
    hostile = dataclasses.replace(papers[1], label="tab\tand\nline")
    rows = [line.split("\t") for line in plain_list([papers[0], hostile]).splitlines()]
    assert [len(row) for row in rows] == [4, 4]
    assert rows[1][1] == "tab and line (derived)"
