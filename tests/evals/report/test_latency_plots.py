from evals.report.latency_plots import SHORTEST_MS, latency
from evals.report.tables import results_by_set
from tests.evals.report.sample_runs import claim, question, run


def drawn(*runs):
    (results,) = results_by_set(runs)
    return latency(results, [one.name for one in runs])


def test_a_box_for_each_stage_of_each_run():
    first, second = run("a", question("q1"), question("q2")), run("b", question("q1"))
    drawing = drawn(first, second)
    assert [trace.name for trace in drawing.traces] == ["b", "a"]
    assert set(drawing.traces[0].y) == {"total", "retrieve", "compose"}
    assert len(drawing.traces[1].x) == 6
    assert drawing.captions[0] == (0, "total: half within 16\u00a0ms, 95 % within 16\u00a0ms")


def test_the_whole_stands_at_the_top():
    assert drawn(run("a", question("q1"))).layout["yaxis"]["categoryarray"][-1] == "total"


def test_no_time_at_all_has_a_place_on_an_axis_of_ratios():
    (trace,) = drawn(run("a", question("q1", timings_ms={"total": 0.0}))).traces
    assert list(trace.x) == [SHORTEST_MS]


def test_stages_that_are_not_known_are_drawn_too():
    (trace,) = drawn(run("a", question("q1", timings_ms={"rerank": 5.0}))).traces
    assert list(trace.y) == ["rerank"]


def test_nothing_is_drawn_without_times():
    assert drawn(run("a", claim())).traces == []
