import math

from evals.speed import quick_start
from evals.speed.keeping import Making


def test_both_sides_find_the_papers(benchmark, store, index):
    asked = quick_start.ask_both(store, index, benchmark.queries)
    for side in asked.values():
        assert len(side.seconds) == 5
        assert all(set(run) <= {f"d{number}" for number in range(6)} for run in side.runs.values())
    figures = quick_start.retrieval_figures(asked, benchmark.relevant)
    found = {(figure.name, figure.column): figure.value for figure in figures}
    assert found["recall@5", quick_start.OURS] == 1.0
    assert found["nDCG@10", quick_start.THEIRS] > 0.5
    assert all(math.isfinite(value) for value in found.values())


def test_rates_stand_beside_each_other():
    figures = quick_start.ingest_figures(Making(10, 1.0, 3 * 10**6), Making(10, 0.5, 10**6))
    assert [figure.value for figure in figures] == [10, 20, 0.5, 3, 1, 3]
