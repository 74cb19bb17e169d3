import pytest

from evals.figures import (
    area_under_roc,
    by_set,
    figures_json,
    figures_of,
    latencies,
    risk_coverage,
)
from evals.run_file import Asked


def asked(item_id, confidence, right, answerable=True, language="en", refused=False, **scores):
    return Asked(
        "few",
        item_id,
        "What?",
        language=language,
        gold={"answerable": answerable},
        answer={"confidence": confidence, "refused": refused},
        scores={"right paper first": float(right), **scores},
        timings_ms={"total": 10.0 * float(item_id[1:])},
    )


def test_a_question_without_a_score_does_not_count():
    found = figures_of([asked("q1", 0.9, True, facts=0.5), asked("q2", 0.8, False)])
    assert found["right paper first"].count == 2
    assert found["facts"].count == 1


def test_area_under_roc():
    assert area_under_roc([0.9, 0.8], [0.1, 0.2]) == 1.0
    assert area_under_roc([0.1, 0.2], [0.9, 0.8]) == 0.0
    assert area_under_roc([0.5], [0.5]) == 0.5


def test_risk_rises_when_the_unsure_answers_are_the_wrong_ones():
    curve = risk_coverage([asked("q1", 0.9, True), asked("q2", 0.5, True), asked("q3", 0.1, False)])
    assert curve.coverage == (pytest.approx(1 / 3), pytest.approx(2 / 3), 1.0)
    assert curve.risk == (0.0, 0.0, pytest.approx(1 / 3))
    assert curve.area == pytest.approx(1 / 9)


def test_to_answer_what_cannot_be_is_wrong():
    sure = [asked("q1", 0.9, True, answerable=False), asked("q2", 0.5, True)]
    assert risk_coverage(sure).risk == (1.0, 0.5)


def test_no_curve_where_all_are_alike():
    assert risk_coverage([asked("q1", 0.9, True)]) is None


def test_what_is_refused_is_answered_last():
    refused = asked("q1", 0.9, True, answerable=False, refused=True)
    assert risk_coverage([refused, asked("q2", 0.5, True)]).risk == (0.0, 0.5)


def test_the_gap_between_languages():
    both = [asked("q1", 0.9, True), asked("q2", 0.9, False, language="zh")]
    assert figures_of(both)["English–Chinese gap, right paper first"].mean == 1.0
    assert not any("gap" in name for name in figures_of([asked("q1", 0.9, True)]))


def test_latencies_are_told_and_not_kept_with_the_figures():
    questions = [asked(f"q{number}", 0.9, number % 2) for number in range(1, 101)]
    found = latencies(questions)["total"]
    assert (found.median, found.count) == (pytest.approx(505.0), 100)
    assert found.p95 == pytest.approx(950.5)
    assert "ms" not in str(figures_json(questions))


def test_the_support_check_is_judged_by_its_order():
    claims = [
        Asked("claims", "1", "…", scores={"support of SUPPORT": 0.9}),
        Asked("claims", "2", "…", scores={"support of NONE": 0.2}),
        Asked("claims", "3", "…", scores={"support of CONTRADICT": 0.95}),
    ]
    found = figures_of(claims)
    assert found["support AUC, without evidence"].mean == 1.0
    assert found["support AUC, contradicted"].mean == 0.0


def test_figures_stand_set_by_set_without_what_failed():
    failed = Asked("few", "q9", "What?", error="it failed")
    other = Asked("many", "q1", "What?", scores={"right count": 1.0})
    assert [(name, len(members)) for name, members in by_set([failed, other]).items()] == [
        ("many", 1)
    ]
