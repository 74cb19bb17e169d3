"""``--set KEY=VALUE`` changes one setting, and says what is wrong with one it cannot use."""

import json

import pytest

from evals.run_settings import RunSettings
from index_store.errors import SettingError

PLAIN = RunSettings("main", "many")
THRESHOLD = "rag.relevance.ANSWERED_FROM"


def test_without_anything_given_they_stay_as_they_are():
    assert PLAIN.with_given([]) == PLAIN
    assert (PLAIN.k, PLAIN.reranker, PLAIN.judge, PLAIN.citation_judge) == (
        10,
        "none",
        "none",
        "check",
    )


@pytest.mark.parametrize(
    ("pair", "name", "value"),
    [
        ("k=20", "k", 20),
        ("k=1", "k", 1),
        (" k = 20 ", "k", 20),
        ("encoder=openai:text-embedding-3-small", "encoder", "openai:text-embedding-3-small"),
        ("multilingual_encoder=none", "multilingual_encoder", "none"),
        (
            "reranker=evals.reverse_order:ReverseOrder",
            "reranker",
            "evals.reverse_order:ReverseOrder",
        ),
        ("judge_url=http://localhost/v1?a=b", "judge_url", "http://localhost/v1?a=b"),
        ("judge=千问", "judge", "千问"),
        ("price_in=2", "price_in", 2.0),
        ("price_out=0.5", "price_out", 0.5),
    ],
)
def test_each_setting_can_be_given(pair, name, value):
    found = PLAIN.with_given([pair])
    assert getattr(found, name) == value
    assert type(getattr(found, name)) is type(value)
    assert RunSettings("main", "many") == PLAIN


def test_a_later_one_goes_before_an_earlier_one():
    given = ["k=20", f"{THRESHOLD}=0.1", "k=5", f"{THRESHOLD}=0.2"]
    found = PLAIN.with_given(given)
    assert (found.k, found.constants) == (5, {THRESHOLD: 0.2})


def test_constants_of_the_chain_are_added_to_those_given_before():
    found = PLAIN.with_given([f"{THRESHOLD}=0.5"]).with_given(["rag.choose.MAX_SENTENCES=3"])
    assert found.constants == {THRESHOLD: 0.5, "rag.choose.MAX_SENTENCES": 3}
    assert PLAIN.constants == {}


def test_a_model_may_judge_citations_in_whatever_order_it_is_given():
    for given in (["citation_judge=model", "judge=small"], ["judge=small", "citation_judge=model"]):
        assert PLAIN.with_given(given).citation_judge == "model"


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        (["k"], "--set k is not KEY=VALUE"),
        ([""], "is not KEY=VALUE"),
        (["=3"], "there is no ''"),
        (["k=ten"], "--set k=ten: "),
        (["k=2.5"], "--set k=2.5: "),
        (["k="], "--set k=: "),
        (["k=0"], "it must be 1 or more"),
        (["k=-3"], "it must be 1 or more"),
        (["price_in=cheap"], "--set price_in=cheap: "),
        (["rerank=x"], "there is no 'rerank'; did you mean reranker?"),
        (["K=3"], "there is no 'K'"),
        (["temperature=1"], f"known are encoder, .*, and constants like {THRESHOLD}"),
        (["constants=1"], "there is no 'constants'"),
        (["with_given=1"], "there is no 'with_given'"),
        (["citation_judge=me"], "use check or model"),
        (["citation_judge=model"], "needs --set judge="),
        (["rag.relevance.NOTHING=1"], "there is no constant rag.relevance.NOTHING"),
        ([f"{THRESHOLD}=much"], "it is a number"),
    ],
)
def test_what_cannot_be_used_is_named(pairs, message):
    with pytest.raises(SettingError, match=message) as raised:
        PLAIN.with_given(pairs)
    assert "\n" not in str(raised.value)


def test_a_runs_file_keeps_every_setting():
    found = PLAIN.with_given(["k=20", "judge=千问", f"{THRESHOLD}=0.5"]).to_json()
    assert json.loads(json.dumps(found)) == found
    assert RunSettings(**found) == PLAIN.with_given(["k=20", "judge=千问", f"{THRESHOLD}=0.5"])
