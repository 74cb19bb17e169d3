"""Questions, queries and claims, asked of the real chain and scored."""

from dataclasses import replace

import pytest

from evals import plan


@pytest.fixture(scope="module")
def asked(animals, cache, settings):
    """Every question, by its key."""
    sets = [animals / "questions.jsonl", animals / "science"]
    scope = plan.Scope(sets, animals / "none", [animals / "corpus.jsonl"], cache=cache)
    return {task.blank.key: task.ask() for task in plan.make(scope, settings).tasks}


def test_a_question_is_answered_and_scored(asked):
    found = asked["questions dev/q1"]
    assert found.scores["right paper first"] == found.scores["fact recall"] == 1.0
    assert found.scores["citation recall"] == found.scores["citation precision"] == 1.0
    assert found.gold["places"] == [1]
    assert "12 hives" in found.answer["answer"]


def test_times_stand_apart_from_the_answer(asked):
    found = asked["questions dev/q1"]
    assert not {"timings_ms", "corpus"} & set(found.answer)
    assert {"retrieve", "compose", "total", "first sentence"} <= set(found.timings_ms)
    assert 0 < found.timings_ms["first sentence"] <= found.timings_ms["total"] + 1


def test_a_question_about_no_paper_is_scored_by_refusing(asked):
    assert asked["questions test/q2"].scores == {"false answer": 0.0, "right reason": 1.0}


def test_a_conversation_keeps_its_numbers(animals, cache, settings, write, tmp_path):
    earlier = "How long do the trails of ants last?"
    first = {"id": "q1", "question": "On how many hives was WaggleNet tested?"}
    path = write(tmp_path / "talk.jsonl", [first | {"conversation": [earlier]}])
    scope = plan.Scope([path], animals / "none", [animals / "corpus.jsonl"], cache=cache)
    (task,) = plan.make(scope, settings).tasks
    assert [one["number"] for one in task.ask().answer["citations"]] == [2]


def test_a_query_is_ranked(asked):
    found = asked["science test/query 1"]
    assert found.scores["nDCG@10"] == found.scores["RR"] == 1.0
    assert found.answer["retrieved"][0]["paper_id"] == "d0"
    assert found.gold == {"papers": ["d0"], "places": [1]}


def test_a_claim_is_checked_and_its_sentences_ranked(asked):
    found = asked["science test/claim 1 in d0"]
    assert found.answer["ranked"][0] == 2
    assert found.scores["evidence top-1"] == 1.0
    assert found.answer["support"] == "supported"
    unsaid = asked["science test/claim 3 in d2"]
    assert "evidence top-1" not in unsaid.scores
    assert unsaid.scores["support of NONE"] < found.scores["support of SUPPORT"]


def test_a_broken_retriever_shows(animals, cache, settings):
    scope = plan.Scope([animals / "science"], animals / "none", cache=cache)
    broken = replace(settings, reranker="evals.reverse_order:ReverseOrder")
    queries = [task for task in plan.make(scope, broken).tasks if task.blank.kind == "query"]
    assert {task.ask().scores["R@1"] for task in queries} == {0.0}
