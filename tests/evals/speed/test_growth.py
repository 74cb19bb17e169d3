import pytest

from evals.speed import growth, subject
from evals.speed.figures import Figure
from evals.speed.growth import Answering
from evals.speed.keeping import Making
from evals.speed.stores import Made


@pytest.mark.slow
def test_answers_and_memory_of_a_store(benchmark, store):
    answering = growth.time_answers(store, [[], list(benchmark.queries.values())])
    assert len(answering.seconds) == 5
    assert 0 < answering.peak_bytes <= answering.peak_bytes_chinese


def test_each_size_is_a_column(tmp_path):
    (tmp_path / "file").write_bytes(b"x" * 4_000)
    made = Made(tmp_path, Making(4, 2.0, 5 * 10**6))
    figures = growth.size_figures(made, Answering([0.1, 0.3], 10**6, 2 * 10**6))
    assert {figure.column for figure in figures} == {"4 papers"}
    values = {figure.name.strip(): figure.value for figure in figures}
    assert values["ingest"] == 2.0
    assert values["disk"] == 1.0
    assert values["after a Chinese question"] == 2.0
    assert round(values["answer, p50"], 6) == 200


def test_growth_is_the_last_size_over_the_first():
    figures = [Figure("disk", value, "KB", column=str(value)) for value in (4.0, 3.0, 2.0)]
    (ratio,) = growth.growths(figures)
    assert (ratio.name, ratio.value, ratio.unit) == ("disk", 0.5, "×")


def test_a_store_by_other_code_is_told(tmp_path):
    made = Made(tmp_path, Making(4, 2.0, 1, "other", "2026-11-30"))
    assert "--fresh" in growth.notes(made)[-1]
    current = Made(tmp_path, Making(4, 2.0, 1, subject.code_digest(), "2026-11-30"))
    assert len(growth.notes(current)) == 1
