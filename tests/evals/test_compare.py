"""Two runs are compared over the questions that both asked; what is better is told from chance."""

from dataclasses import replace

import pytest

from evals import intervals
from evals.compare import CLEAR, compare, differs, gain
from evals.figures import figures_of
from evals.run_file import Asked, Header, Run, load, save

HEADER = Header(
    settings={"k": 10, "split": None, "constants": {}},
    versions={"numpy": "2.0"},
    commit="abc",
    encoders={"encoder": "minilm"},
    corpus={"papers": 3, "snapshot": "s"},
    sets=({"name": "few", "sha256": "1"},),
)
AREA = "risk–coverage area"
GAP = "English–Chinese gap, fact recall"


@pytest.fixture(autouse=True)
def fewer_resamples(monkeypatch):
    monkeypatch.setattr(intervals, "FEWER_RESAMPLES", 99)


def asked(number, scores=None, *, of="few", **given):
    return Asked(of, f"q{number}", "What?", scores=scores or {}, **given)


def answered(number, confidence, *, right, **given):
    """A question with the confidence of its answer, for the figures of many questions."""
    answer = {"confidence": confidence, "refused": False}
    return asked(number, {"fact recall": float(right)}, answer=answer, **given)


def run(*questions, name="run", header=HEADER):
    return Run(name, header, questions)


def column(measure, *scores, **given):
    """Questions with these scores of one measure."""
    return [asked(number, {measure: score}, **given) for number, score in enumerate(scores)]


def changes(before, after):
    found = compare(run(*before), run(*after)).changes
    return {(one.set_name, one.measure): one for one in found}


def change(before, after, measure):
    return changes(before, after)["few", measure]


def test_a_measure_stands_with_both_figures_and_their_difference():
    found = change(
        column("fact recall", 0.2, 0.4, 0.6), column("fact recall", 0.7, 0.4, 1.0), "fact recall"
    )
    assert (found.before, found.after) == (pytest.approx(0.4), pytest.approx(0.7))
    assert found.difference.mean == found.gain == pytest.approx(0.3)
    assert found.difference.low <= found.difference.mean <= found.difference.high
    assert found.difference.count == 3


def test_the_same_run_differs_in_nothing():
    questions = [
        answered(number, number / 10, right=number % 2, language=("en", "zh")[number % 3 == 0])
        for number in range(8)
    ]
    found = compare(run(*questions), run(*questions))
    assert {one.measure for one in found.changes} == {"fact recall", AREA, GAP}
    for one in found.changes:
        assert (one.gain, one.difference.p_value, one.is_clear) == (0.0, 1.0, False)
        assert one.before == one.after
    assert (found.changed, found.only_before, found.only_after) == ((), (), ())
    assert found.settings == {}


def test_questions_of_one_run_alone_are_named_and_do_not_count():
    before = [
        asked(1, {"fact recall": 0.0}),
        asked(2, {"fact recall": 0.5}),
        asked(3, {"fact recall": 0.7}),
    ]
    after = [
        asked(3, {"fact recall": 0.9}),
        asked(2, {"fact recall": 0.8}),
        asked(4, {"fact recall": 1.0}),
    ]
    found = compare(run(*before), run(*after))
    assert (found.only_before, found.only_after) == (("few/q1",), ("few/q4",))
    (one,) = found.changes
    assert (one.before, one.after) == (pytest.approx(0.6), pytest.approx(0.85))
    assert one.difference.count == 2
    assert [pair[0].key for pair in found.changed] == ["few/q3", "few/q2"]


def test_runs_without_a_question_in_common_have_nothing_to_compare():
    found = compare(run(asked(1, {"fact recall": 1.0})), run(asked(2, {"fact recall": 0.0})))
    assert (found.changes, found.changed) == ((), ())
    assert (found.only_before, found.only_after) == (("few/q1",), ("few/q2",))
    nothing = compare(run(), run())
    assert (nothing.changes, nothing.changed, nothing.settings) == ((), (), {})


def test_the_same_number_in_another_set_is_another_question():
    before = column("fact recall", 0.2, 0.3, of="few dev")
    found = compare(run(*before), run(*column("fact recall", 0.2, 0.3, of="few test")))
    assert found.changes == ()
    assert found.only_after == ("few test/q0", "few test/q1")


@pytest.mark.parametrize(
    ("measure", "sign"),
    [("right paper first", 1), ("false refusal", -1), ("quoted sentences", 0), ("vibes", 0)],
)
def test_more_is_a_gain_a_loss_or_neither(measure, sign):
    found = change(column(measure, 0.0, 0.0, 1.0), column(measure, 1.0, 1.0, 1.0), measure)
    assert found.difference.mean == pytest.approx(2 / 3)
    assert found.gain == pytest.approx(sign * 2 / 3)


def test_a_difference_is_clear_when_chance_seldom_makes_it():
    few = change(
        column("right count", *[0.0] * 5), column("right count", *[1.0] * 5), "right count"
    )
    many = change(
        column("right count", *[0.0] * 6), column("right count", *[1.0] * 6), "right count"
    )
    assert few.difference.p_value == pytest.approx(2 / 2**5)
    assert many.difference.p_value == pytest.approx(2 / 2**6)
    assert few.difference.p_value > CLEAR > many.difference.p_value
    assert (few.is_clear, many.is_clear) == (False, True)


def test_a_measure_counts_over_the_questions_that_have_it_in_both():
    before = [
        asked(1, {"citation recall": 0.5, "fact recall": 0.5}),
        asked(2, {"citation recall": 1.0}),
        asked(3, {"citation recall": 0.2}),
    ]
    after = [
        asked(1, {"citation recall": 0.7, "right count": 1.0}),
        asked(2),
        asked(3, {"citation recall": 0.4}),
    ]
    found = changes(before, after)
    assert list(found) == [("few", "citation recall")]
    one = found["few", "citation recall"]
    assert (one.before, one.after) == (pytest.approx(0.35), pytest.approx(0.55))
    assert one.difference.count == 2


def test_a_measure_that_the_second_run_scores_nowhere_is_lost():
    before = [
        asked(1, {"citation recall": 0.5, "fact recall": 0.5}),
        asked(2, {"fact recall": 0.5}),
        asked(1, {"fact recall": 0.5}, of="问题 test"),
    ]
    after = [
        asked(1, {"right count": 1.0}),
        asked(2, {"fact recall": 0.5}),
        asked(1, of="问题 test", error="it failed"),
    ]
    found = compare(run(*before), run(*after))
    assert found.lost == (("few", "citation recall"), ("问题 test", "fact recall"))
    assert compare(run(*before), run(*before)).lost == ()


def test_a_question_that_failed_in_either_run_counts_for_no_figure():
    before = [
        *column("fact recall", 0.2, 0.3, 0.9),
        asked(3, error="it failed"),
        asked(4, error="it failed"),
    ]
    after = [
        *column("fact recall", 0.2, 0.3),
        asked(2, error="it failed"),
        asked(3, {"fact recall": 0.1}),
        asked(4, error="it failed otherwise"),
    ]
    found = compare(run(*before), run(*after))
    (one,) = found.changes
    assert (one.before, one.after, one.difference.count) == (0.25, 0.25, 2)
    assert {pair[0].key for pair in found.changed} == {"few/q2", "few/q3", "few/q4"}


def test_each_set_has_its_own_figures():
    before = [
        *column("fact recall", 0.1, 0.1, of="问题 dev"),
        *column("fact recall", 0.9, 0.9, of="science test"),
    ]
    after = [
        *column("fact recall", 0.8, 0.8, of="science test"),
        *column("fact recall", 0.2, 0.2, of="问题 dev"),
    ]
    found = changes(before, after)
    assert list(found) == [("问题 dev", "fact recall"), ("science test", "fact recall")]
    assert [one.gain for one in found.values()] == [pytest.approx(0.1), pytest.approx(-0.1)]


def test_measures_stand_in_the_order_of_a_table():
    scores = {"vibes": 1.0, "RR": 1.0, "right paper first": 1.0, "false answer": 0.0}
    questions = [
        asked(1, scores, answer={"confidence": 0.9, "refused": False}),
        asked(
            2,
            {**scores, "right paper first": 0.0},
            answer={"confidence": 0.1, "refused": False},
        ),
    ]
    order = [measure for _, measure in changes(questions, questions)]
    assert order == ["right paper first", "false answer", AREA, "RR", "vibes"]


def test_a_figure_of_many_questions_is_compared_as_it_is_told():
    before = [answered(number, number / 10, right=number < 3) for number in range(6)]
    after = [answered(number, number / 10, right=number >= 3) for number in range(6)]
    found = change(before, after, AREA)
    assert found.before == pytest.approx(figures_of(before)[AREA].mean)
    assert found.after == pytest.approx(figures_of(after)[AREA].mean)
    assert found.after < found.before
    assert found.gain == pytest.approx(found.before - found.after)
    assert found.difference.test == "randomisation"
    assert found.difference.low < 0


def test_such_a_figure_counts_the_questions_that_take_part_in_it():
    before = [answered(number, number / 10, right=number % 2) for number in range(4)]
    after = [answered(number, number / 10, right=not number % 2) for number in range(4)]
    unsure = asked(8, {"fact recall": 0.5})
    assert change([*before, unsure], [*after, unsure], AREA).difference.count == 4
    assert change([*before, unsure], [*after, unsure], "fact recall").difference.count == 5


def test_such_a_figure_stands_where_one_run_is_perfect():
    before = [answered(number, number / 10, right=number % 2) for number in range(4)]
    perfect = [answered(number, number / 10, right=True) for number in range(4)]
    assert change(before, perfect, AREA).after == 0.0


def test_such_a_figure_is_left_out_where_nothing_was_answered():
    claims = [asked(number, {"support of NONE": 0.5}) for number in range(2)]
    assert list(changes(claims, claims)) == [("few", "support of NONE")]


def test_how_well_claims_are_told_apart_is_compared():
    before = [
        asked(1, {"support of SUPPORT": 0.5}),
        asked(2, {"support of SUPPORT": 0.7}),
        asked(3, {"support of NONE": 0.6}),
        asked(4, {"support of NONE": 0.4}),
    ]
    after = [replace(before[0], scores={"support of SUPPORT": 0.9}), *before[1:]]
    found = change(before, after, "support AUC, without evidence")
    assert (found.before, found.after, found.gain) == (0.75, 1.0, 0.25)
    assert ("few", "support AUC, contradicted") not in changes(before, after)


def test_a_gap_between_languages_is_neither_better_nor_worse():
    languages = ("en", "zh", "en", "zh")
    before = [
        asked(number, {"fact recall": score}, language=language)
        for number, (language, score) in enumerate(
            zip(languages, (0.9, 0.5, 0.7, 0.3), strict=True)
        )
    ]
    after = [
        replace(one, scores={"fact recall": 0.8}) if one.language == "zh" else one for one in before
    ]
    found = change(before, after, GAP)
    assert (found.before, found.after) == (pytest.approx(0.4), pytest.approx(0.0))
    assert found.gain == 0


def test_times_do_not_make_a_question_go_otherwise():
    before = asked(1, {"fact recall": 1.0}, answer={"answer": "12"}, timings_ms={"total": 3.0})
    assert not differs(before, replace(before, timings_ms={"total": 400.0}))
    for other in (
        {"answer": {"answer": "13"}},
        {"scores": {"fact recall": 0.0}},
        {"scores": {}},
        {"error": "it failed"},
    ):
        assert differs(before, replace(before, **other))


def test_another_answer_of_the_same_worth_is_told_all_the_same():
    before, after = asked(1, answer={"answer": "12"}), asked(1, answer={"answer": "十二"})
    assert compare(run(before), run(after)).changed == ((before, after),)


def test_a_run_that_was_kept_differs_in_nothing_from_itself(tmp_path):
    kept = run(
        *[answered(number, number / 7, right=number % 2) for number in range(4)],
        asked(9, {"fact recall": 1 / 3}, tags=("count",), timings_ms={"total": 1 / 3}),
        name="v1.2",
    )
    save(tmp_path / "v1.2.json.gz", kept, {})
    found = compare(kept, load(tmp_path / "v1.2.json.gz"))
    assert (found.changed, found.settings) == ((), {})


@pytest.mark.parametrize(
    ("before", "after", "gained"),
    [
        ({}, {}, 0.0),
        ({"fact recall": 0.2}, {"fact recall": 0.7}, 0.75),
        ({"false answer": 0.0}, {"false answer": 1.0}, -2.0),
        ({"quoted sentences": 1.0}, {"quoted sentences": 9.0}, 0.0),
        ({"fact recall": 0.2, "right count": 1.0}, {"fact recall": 0.7, "right count": 0.0}, -0.25),
        ({"fact recall": 1.0}, {"right count": 1.0}, 0.0),
        ({"prompt tokens": 900.0}, {"prompt tokens": 300.0}, 0.0),
    ],
)
def test_a_question_gains_by_what_went_wrong_with_it(before, after, gained):
    assert gain(asked(1, before), asked(1, after)) == pytest.approx(gained)
    assert gain(asked(1, after), asked(1, before)) == pytest.approx(-gained)


def test_the_questions_that_lost_most_come_first_and_equals_stay_in_their_order():
    before = column("fact recall", 0.5, 0.5, 0.5, 0.5, 0.5, 0.5)
    after = column("fact recall", 1.0, 0.2, 0.5, 0.0, 0.2, 0.6)
    changed = compare(run(*before), run(*after)).changed
    assert [pair[0].item_id for pair in changed] == ["q3", "q1", "q4", "q5", "q0"]
    assert all(first.key == second.key for first, second in changed)


def test_what_differs_between_the_headers_is_told_by_its_name():
    other = Header(
        settings={"k": 20, "split": None, "constants": {"rag.choose.MARGIN": 3.0}},
        versions={"numpy": "2.1"},
        commit="def",
        encoders={"encoder": "minilm", "multilingual_encoder": "use"},
        corpus={"papers": 4, "snapshot": "t"},
        sets=({"name": "few", "sha256": "2"}, {"name": "many", "sha256": "3"}),
    )
    found = compare(run(header=HEADER), run(header=other)).settings
    assert found == {
        "commit": ("abc", "def"),
        "k": (10, 20),
        "constants": ({}, {"rag.choose.MARGIN": 3.0}),
        "version of numpy": ("2.0", "2.1"),
        "identity of multilingual_encoder": (None, "use"),
        "corpus: papers": (3, 4),
        "corpus: snapshot": ("s", "t"),
        "set few": ("1", "2"),
        "set many": (None, "3"),
    }


def test_a_question_that_fails_has_lost():
    assert gain(asked(1, {"fact recall": 0.0}), asked(1, error="the encoder failed")) < 0


def test_a_single_pair_is_no_more_than_chance():
    found = change(
        [asked(1, {"fact recall": 0.3})], [asked(1, {"fact recall": 0.5})], "fact recall"
    )
    assert found.difference.p_value == 1.0
