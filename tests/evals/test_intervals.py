import pytest

from evals import intervals
from evals.intervals import difference, difference_of, estimate, estimate_of, is_yes_no


def test_the_interval_of_a_share_is_wilsons():
    found = estimate([1.0] * 27 + [0.0] * 3)
    assert found.mean == pytest.approx(0.9)
    assert (found.low, found.high) == (
        pytest.approx(0.7438, abs=1e-3),
        pytest.approx(0.9654, abs=1e-3),
    )
    assert found.count == 30


def test_a_share_of_all_is_not_certain():
    assert estimate([1.0] * 10).low < 0.75


def test_the_interval_of_a_mean_holds_it_and_narrows_with_more():
    few, many = estimate([0.1, 0.5, 0.9, 0.4]), estimate([0.1, 0.5, 0.9, 0.4] * 25)
    for found in (few, many):
        assert found.low < found.mean < found.high
    assert many.high - many.low < few.high - few.low


def test_what_does_not_vary_has_a_point_for_an_interval():
    assert estimate([0.4, 0.4, 0.4]) == estimate([0.4, 0.4, 0.4])
    assert (estimate([0.4]).low, estimate([0.4]).high) == (0.4, 0.4)


def test_the_same_scores_differ_in_nothing():
    for scores in ([1.0, 0.0, 1.0], [0.2, 0.7, 0.5]):
        found = difference(scores, scores)
        assert (found.mean, found.low, found.high, found.p_value) == (0.0, 0.0, 0.0, 1.0)


def test_yes_and_no_are_tested_by_mcnemar():
    before, after = [0.0] * 10 + [1.0] * 10, [1.0] * 20
    found = difference(before, after)
    assert found.test == "McNemar"
    assert found.p_value == pytest.approx(2 / 2**10)
    assert found.mean == pytest.approx(0.5)


def test_means_are_tested_by_randomisation():
    before = [0.1 * (place % 7) for place in range(40)]
    better = difference(before, [score + 0.05 for score in before])
    assert better.test == "randomisation"
    assert better.p_value < 0.001
    noise = [score + (0.05 if place % 2 else -0.05) for place, score in enumerate(before)]
    assert difference(before, noise).p_value > 0.5


def test_figures_can_be_repeated():
    scores = [0.1, 0.5, 0.9, 0.4, 0.3]
    assert estimate(scores) == estimate(scores)


def test_half_a_point_is_no_yes_or_no():
    assert is_yes_no([0.0, 1.0])
    assert not is_yes_no([0.0, 0.5])


def spread(members):
    """A figure that is no mean, and that one member alone does not have."""
    return max(members) - min(members) if len(set(members)) > 1 else None


def share(members):
    return sum(members) / len(members)


@pytest.fixture
def fewer_resamples(monkeypatch):
    monkeypatch.setattr(intervals, "FEWER_RESAMPLES", 199)


def test_the_interval_of_a_figure_of_many_holds_it_and_narrows_with_more():
    few, many = [0.1, 0.5, 0.9, 0.4], [0.1, 0.5, 0.9, 0.4] * 25
    wide, narrow = estimate_of(few, share), estimate_of(many, share)
    for found, members in ((wide, few), (narrow, many)):
        assert found.low < found.mean == share(members) < found.high
        assert found.count == len(members)
    assert narrow.high - narrow.low < wide.high - wide.low


def test_drawing_anew_agrees_with_the_bootstrap_of_a_mean():
    scores = [0.1 * (place % 9) for place in range(60)]
    drawn, known = estimate_of(scores, share), estimate(scores)
    assert (drawn.low, drawn.high) == (
        pytest.approx(known.low, abs=0.02),
        pytest.approx(known.high, abs=0.02),
    )


def test_a_figure_that_does_not_apply_has_no_interval():
    assert estimate_of([0.5, 0.5], spread) is None
    assert estimate_of([], lambda members: None) is None


@pytest.mark.usefixtures("fewer_resamples")
def test_samples_that_a_figure_does_not_apply_to_do_not_count():
    found = estimate_of([0.2, 0.9], spread)
    assert (found.mean, found.low, found.high) == (
        pytest.approx(0.7),
        pytest.approx(0.7),
        pytest.approx(0.7),
    )


def test_the_interval_leaves_a_fortieth_on_either_side():
    drawn = iter(range(intervals.FEWER_RESAMPLES + 1))
    found = estimate_of(["any", "thing"], lambda _: float(next(drawn)))
    assert (found.low, found.high) == (pytest.approx(25.95), pytest.approx(974.05))


@pytest.mark.usefixtures("fewer_resamples")
def test_samples_that_a_difference_does_not_apply_to_do_not_count():
    found = difference_of([0.2, 0.9], [0.2, 0.5], spread)
    assert found.mean == found.low == found.high == pytest.approx(-0.4)


@pytest.mark.usefixtures("fewer_resamples")
def test_members_may_be_anything():
    found = estimate_of(["蜂", "bees", "ants"], lambda texts: share([len(one) for one in texts]))
    assert found.mean == 3.0
    assert 1.0 <= found.low < found.high <= 4.0


@pytest.mark.usefixtures("fewer_resamples")
def test_figures_of_many_can_be_repeated():
    before, after = [0.1, 0.5, 0.9, 0.4], [0.2, 0.4, 0.9, 0.8]
    assert estimate_of(before, spread) == estimate_of(before, spread)
    assert difference_of(before, after, share) == difference_of(before, after, share)


@pytest.mark.usefixtures("fewer_resamples")
def test_the_same_members_differ_in_nothing():
    members = [0.1, 0.5, 0.9]
    found = difference_of(members, tuple(members), spread)
    assert (found.mean, found.low, found.high, found.p_value) == (0.0, 0.0, 0.0, 1.0)
    assert found.count == 3


@pytest.mark.usefixtures("fewer_resamples")
def test_members_that_differ_in_nothing_that_counts_differ_by_chance_alone():
    before = [("a", 0.1), ("b", 0.5), ("c", 0.9)]
    after = [("x", 0.1), ("y", 0.5), ("z", 0.9)]
    found = difference_of(before, after, lambda members: share([score for _, score in members]))
    assert (found.mean, found.low, found.high, found.p_value) == (0.0, 0.0, 0.0, 1.0)


def test_a_difference_is_the_second_less_the_first():
    before = [0.1 * (place % 7) for place in range(40)]
    better = [score + 0.05 * (1 + place % 2) for place, score in enumerate(before)]
    up, down = difference_of(before, better, share), difference_of(better, before, share)
    assert up.mean == pytest.approx(0.075)
    assert down.mean == pytest.approx(-0.075)
    assert 0 < up.low < up.mean < up.high
    assert down.low < down.mean < down.high < 0
    assert up.p_value == down.p_value == pytest.approx(1 / 1_000)
    assert (up.count, up.test) == (40, "randomisation")


def test_a_difference_of_many_agrees_with_one_of_means():
    before = [0.1 * (place % 7) for place in range(30)]
    after = [score + 0.3 * (place % 3 - 0.7) for place, score in enumerate(before)]
    drawn, known = difference_of(before, after, share), difference(before, after)
    assert drawn.mean == pytest.approx(known.mean)
    assert drawn.p_value == pytest.approx(known.p_value, abs=0.05)
    assert drawn.low == pytest.approx(known.low, abs=0.03)
    assert drawn.high == pytest.approx(known.high, abs=0.03)


@pytest.mark.usefixtures("fewer_resamples")
def test_noise_is_no_difference():
    before = [0.1 * (place % 7) for place in range(40)]
    noise = [score + (0.05 if place % 2 else -0.05) for place, score in enumerate(before)]
    assert difference_of(before, noise, share).p_value > 0.5


@pytest.mark.usefixtures("fewer_resamples")
def test_members_stay_paired_when_they_are_drawn():
    before = [0.0, 1.0, 2.0, 30.0]
    after = [score + 1.0 for score in before]
    found = difference_of(before, after, share)
    assert (found.low, found.mean, found.high) == (1.0, 1.0, 1.0)


def test_a_difference_to_what_does_not_apply_is_none():
    assert difference_of([0.5, 0.5], [0.1, 0.9], spread) is None
    assert difference_of([0.1, 0.9], [0.5, 0.5], spread) is None
    assert difference_of([], [], lambda members: None) is None


@pytest.mark.usefixtures("fewer_resamples")
def test_one_pair_tells_nothing_from_chance():
    found = difference_of([0.2], [0.9], share)
    assert (found.low, found.high, found.count) == (pytest.approx(0.7), pytest.approx(0.7), 1)
    assert found.p_value > 0.9


def test_one_question_that_is_yes_or_no_tells_nothing_from_chance():
    found = difference([0.0], [1.0])
    assert (found.mean, found.p_value, found.count) == (1.0, 1.0, 1)


def test_as_many_to_the_better_as_to_the_worse_is_no_difference():
    found = difference([0.0] * 5 + [1.0] * 5, [1.0] * 5 + [0.0] * 5)
    assert (found.mean, found.p_value) == (0.0, 1.0)
    assert found.low < 0 < found.high
