from evals.report.confidence_plots import FEWEST, confidence, risk
from evals.report.tables import results_by_set
from tests.evals.report.sample_runs import (
    answer,
    query,
    question,
    run,
    unanswerable,
    wrongly_refused,
)


def results(*asked):
    return results_by_set([run("a", *asked)])[0]


def asked_at(*levels):
    return [
        question(f"q{place}", answer=answer(confidence=level)) for place, level in enumerate(levels)
    ]


def test_the_share_of_wrong_answers_and_where_answering_stopped():
    sure = asked_at(0.9, 0.9, 0.9, 0.9, 0.9)
    drawing = risk(results(*sure, unanswerable("u1")), ["a"])
    curve, stopped = drawing.traces
    assert len(curve.x) == 6 - FEWEST + 1
    assert list(curve.y) == [0.0, 0.1667]
    assert (stopped.x[0], stopped.y[0]) == (5 / 6, 0.0)
    ((number, told),) = drawing.captions
    assert number == 0
    assert told.startswith("wrong among the surest half: 0\u00a0%; among the 83\u00a0% it answered")


def test_where_nothing_was_answered_there_is_no_mark():
    refused = [wrongly_refused("q1"), unanswerable("u1"), *[unanswerable("u2")] * 4]
    drawing = risk(results(*refused, wrongly_refused("q2", scores={})), ["a"])
    assert "it answered" not in drawing.captions[0][1]
    assert [trace.mode for trace in drawing.traces] == ["lines"]


def test_no_curve_where_all_are_right():
    assert risk(results(*asked_at(0.9, 0.8)), ["a"]).traces == []
    assert risk(results(query()), ["a"]).traces == []


def test_what_can_be_answered_points_up_and_what_cannot_down():
    drawing = confidence(results(*asked_at(0.95, 0.97, 0.55), unanswerable("u1")), ["a"])
    up, down = drawing.traces
    assert (up.y[9], up.y[5], sum(up.y)) == (2, 1, 3)
    assert (down.y[1], sum(down.y)) == (-1, -1)
    assert list(drawing.layout["yaxis"]["ticktext"]) == ["2", "1", "0", "1", "2"]
    assert drawing.captions == [
        (0, "middle confidence 95\u00a0% where there is an answer, 10\u00a0% where there is none")
    ]


def test_no_bars_without_confidence():
    assert confidence(results(query()), ["a"]).traces == []
