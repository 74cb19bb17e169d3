import pytest

from evals.intervals import difference, estimate, is_yes_no


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
