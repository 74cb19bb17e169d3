import pytest

from evals.report.ranking_plots import recall
from evals.report.tables import results_by_set
from tests.evals.report.sample_runs import query, question, run


def drawn(*runs):
    (results,) = results_by_set(runs)
    return recall(results, [one.name for one in runs])


def test_a_point_for_each_depth_with_its_interval():
    drawing = drawn(run("a", query("1"), query("2", place=None)))
    (trace,) = drawing.traces
    assert list(trace.y) == [0.0, 0.5, 0.5, 0.5]
    low, high, count = trace.customdata[1]
    assert trace.error_y.array[1] == pytest.approx(high - 0.5)
    assert trace.error_y.arrayminus[1] == pytest.approx(0.5 - low)
    assert count == 2


def test_runs_stand_beside_each_other():
    first, second = drawn(run("a", query()), run("b", query())).traces
    assert first.x[0] < 0 < second.x[0]
    assert first.line.color != second.line.color


def test_what_a_line_says_in_words():
    assert drawn(run("a", query())).captions == [
        (0, "among the first 1: 0\u00a0%, 5: 100\u00a0%, 20: 100\u00a0%, 100: 100\u00a0%")
    ]


def test_nothing_is_drawn_without_recall():
    assert drawn(run("a", question("q1", scores={"fact recall": 1.0}))).traces == []
