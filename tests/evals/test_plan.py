"""Sets are read into tasks and a header; faults are named before anything is asked."""

from dataclasses import replace

import pytest

from evals import plan
from index_store.errors import InputError, SettingError, StoreMissing


def keys(made):
    return [task.blank.key for task in made.tasks]


def test_each_half_of_a_question_file_is_a_set(scope, settings):
    made = plan.make(scope, settings)
    assert keys(made) == [
        "questions dev/q1",
        "questions test/q2",
        "questions test/q3",
        "questions test/q4",
    ]
    assert made.header.corpus["papers"] == 3
    assert made.header.sets[0]["asked"] == 4
    assert made.header.settings["k"] == 10
    assert set(made.header.encoders) == {"encoder", "multilingual_encoder"}
    assert "chromadb" in made.header.versions


def test_a_header_holds_no_path(scope, settings):
    assert str(scope.corpus[0].parent) not in str(plan.make(scope, settings).header)


def test_one_half_may_be_asked(scope, settings):
    assert keys(plan.make(replace(scope, split="dev"), settings)) == ["questions dev/q1"]
    with pytest.raises(InputError, match="no question of the split 'train' is left"):
        plan.make(replace(scope, split="train"), settings)


def test_the_first_of_each_set_may_be_asked(scope, settings, animals):
    made = plan.make(replace(scope, sets=[*scope.sets, animals / "science"], limit=1), settings)
    assert keys(made) == [
        "questions dev/q1",
        "science test/query 1",
        "science test/claim 1 in d0",
    ]


def test_a_benchmark_has_queries_and_claims(scope, settings, animals):
    made = plan.make(replace(scope, sets=[animals / "science"]), settings)
    assert [task.blank.kind for task in made.tasks] == ["query", "query", "claim", "claim", "claim"]
    assert made.header.corpus == {}
    assert made.header.sets[0]["papers"] == 3


def test_unknown_gold_is_named_with_line_and_field(scope, settings, tmp_path, write):
    wrong = {"id": "q5", "question": "What?", "papers": ["Bees and Wasps"]}
    path = write(tmp_path / "questions.jsonl", [{"question": "Who?"}, wrong])
    scope = replace(scope, sets=[path])
    with pytest.raises(InputError, match=r"line 2: `papers` names 'Bees and Wasps'"):
        plan.make(scope, settings)
    told = []
    assert keys(plan.make(scope, settings, on_fault=told.append)) == ["questions/1"]
    assert told[0].line == 2


def test_two_sets_of_one_name_are_refused(scope, settings, tmp_path, write):
    path = write(tmp_path / "questions.jsonl", [{"question": "Who?"}])
    with pytest.raises(InputError, match="two sets are called questions"):
        plan.make(replace(scope, sets=[*scope.sets, path]), settings)


def test_without_a_corpus_the_store_is_asked(scope, settings):
    with pytest.raises(StoreMissing):
        plan.make(replace(scope, corpus=()), settings)


def test_a_corpus_is_ingested_once(scope, settings, tmp_path):
    scope, told = replace(scope, cache=tmp_path), []
    first = plan.make(scope, settings, on_progress=told.append)
    assert told
    told.clear()
    assert plan.make(scope, settings, on_progress=told.append).header == first.header
    assert told == []


def test_what_cannot_be_made_is_named(scope, settings):
    with pytest.raises(SettingError, match="there is no encoder"):
        plan.make(scope, replace(settings, encoder="nothing"))
    with pytest.raises(SettingError, match="cannot make the reranker"):
        plan.make(scope, replace(settings, reranker="nowhere:Nothing"))


def test_a_corpus_is_the_same_wherever_it_is_kept(scope, settings, tmp_path):
    copy = tmp_path / scope.corpus[0].name
    copy.write_bytes(scope.corpus[0].read_bytes())
    elsewhere = replace(scope, corpus=[copy], cache=tmp_path / "cache")
    assert plan.make(elsewhere, settings).header == plan.make(scope, settings).header
