import pytest

from evals.usage import Prices, usage_scores

USAGE = {"prompt_tokens": 2_000, "completion_tokens": 500, "total_tokens": 2_500}


def test_without_a_model_nothing_was_used():
    assert usage_scores(None, Prices(1.0, 2.0)) == {}


def test_without_prices_there_is_no_cost():
    assert usage_scores(USAGE, Prices()) == {"prompt tokens": 2_000.0, "completion tokens": 500.0}


def test_the_cost_is_that_of_both():
    assert usage_scores(USAGE, Prices(2.5, 10.0))["cost"] == pytest.approx(0.01)


def test_what_a_server_did_not_tell_counts_as_nothing():
    assert usage_scores({"prompt_tokens": 7}, Prices(1.0))["completion tokens"] == 0.0
