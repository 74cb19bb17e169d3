"""Question files are read, and faults in them named."""

import json
from collections import Counter
from pathlib import Path
from statistics import median

import pytest

from evals.sets import read_questions
from index_store.errors import InputError
from index_store.lexical import terms

SETS = Path(__file__).parents[2] / "evals/sets"
CORPUS = Path(__file__).parents[2] / "evals/corpus/icml2025_metadata.jsonl"


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.mark.parametrize(
    "name", ["icml2025.jsonl", "icml2025_tuning.jsonl", "icml2025_zh_tuning.jsonl"]
)
def test_the_shipped_sets_hold_together(name):
    papers = [json.loads(line) for line in CORPUS.read_text("utf-8").splitlines()]
    abstracts = {paper["title"]: paper["abstract"] for paper in papers}
    items = read_questions(SETS / name)
    assert len({item.item_id for item in items}) == len(items)
    for item in items:
        assert set(item.papers) <= set(abstracts)
        assert not (item.papers and item.reason == "not_in_corpus")
        text = " ".join(abstracts[title] for title in item.papers).casefold()
        for fact in item.facts:
            assert any(wording.casefold() in text for wording in fact), item.item_id
        if item.total is not None:
            assert item.total == len(item.papers), item.item_id


def test_the_shipped_set_is_as_broad_as_it_says():
    items = read_questions(SETS / "icml2025.jsonl")
    asked = {item.papers[0] for item in items if item.answerable and len(item.papers) == 1}
    assert len(asked) == 38
    assert len(items) >= 120
    assert sum(item.language == "zh" for item in items) >= 30
    for half in ("dev", "test"):
        mine = [item for item in items if item.split == half]
        assert 0.4 < len(mine) / len(items) < 0.6
        reasons = Counter(item.reason for item in mine)
        assert reasons["not_in_corpus"] + reasons["not_in_abstract"] >= 30
        assert any(item.conversation for item in mine)
        assert {"fact", "define", "compare", "list"} <= {item.kind for item in mine}
    tags = Counter(tag for item in items for tag in item.tags)
    assert tags["injection"] >= 5
    assert sum(item.total is not None for item in items) >= 5
    assert {len(item.conversation) for item in items} >= {1, 2, 3}


def test_questions_are_worded_unlike_the_abstracts():
    """Half of them share at most 7 in 10 of their stems with the abstract that answers them."""
    papers = [json.loads(line) for line in CORPUS.read_text("utf-8").splitlines()]
    texts = {paper["title"]: f"{paper['title']}. {paper['abstract']}" for paper in papers}
    shares = [
        len(asked & frozenset(terms(texts[item.papers[0]]))) / len(asked)
        for item in read_questions(SETS / "icml2025.jsonl")
        if item.answerable and len(item.papers) == 1 and item.language == "en"
        if (asked := frozenset(terms(item.question)))
    ]
    assert median(shares) < 0.7


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


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"question": "What?", "id": "a"}', r"line 2: `id` is 'a', as in line 1"),
        ('{"question": "What?", "total": "three"}', "line 2: `total` is not a count"),
        ('{"question": "What?", "facts": [3]}', "line 2: `facts` holds something"),
        ('{"question": ["What?"]}', "line 2: `question` is not text"),
        ('{"question": "  "}', "line 2: `question` is empty"),
    ],
)
def test_a_faulty_line_costs_itself_alone(tmp_path, line, message):
    path = write(tmp_path / "set.jsonl", '{"question": "What?", "id": "a"}', line)
    with pytest.raises(InputError, match=message):
        read_questions(path)
    told = []
    assert [item.item_id for item in read_questions(path, on_fault=told.append)] == ["a"]
    assert [error.line for error in told] == [2]
