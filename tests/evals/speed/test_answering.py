import math

import pytest

from evals.speed import answering
from evals.speed.answering import Timing
from evals.speed.timing import shares


@pytest.mark.slow
def test_questions_are_timed_both_ways(benchmark, store):
    parts = shares(list(benchmark.queries.values()), answering.ROUNDS)
    rounds = answering.time_questions(store, parts)
    assert [len(part) for part in rounds] == [len(part) for part in parts[1:]]
    figures = answering.figures_of(rounds)
    assert all(math.isfinite(figure.value) and figure.value > 0 for figure in figures)
    assert [figure.name for figure in figures if figure.goal] == ["answer ÷ raw sum, p50"]
    assert any("retrieve" in line for line in answering.stages(rounds))


def test_the_ratio_is_of_the_percentiles():
    rounds = [[Timing(0.3, 0.05, 0.02, 0.03, {})], [Timing(0.1, 0.05, 0.02, 0.03, {})]]
    by_name = {figure.name: figure for figure in answering.figures_of(rounds)}
    ratio = by_name["answer ÷ raw sum, p50"]
    assert [round(one, 9) for one in (ratio.value, ratio.low, ratio.high)] == [2.0, 1.0, 3.0]
    assert round(by_name["answer, p50"].value, 6) == 200
    assert not ratio.missed


def test_a_profile_names_our_functions(benchmark, store):
    questions = list(benchmark.queries.values())
    lines = answering.profile(store, [questions[:1], questions])
    assert any("rag/assistant.py" in line and "answer" in line for line in lines)
