import pytest

from rag.polarity import negates, negation_differs, opposed

SOURCE = "The drug increases the survival of mice, but higher doses lower their weight."


def weigh(term):
    return 1.0


def held(sentence, source=SOURCE, **options):
    return [one.held for one in opposed(sentence, [source], weigh, **options)]


@pytest.mark.parametrize(
    ("sentence", "word"),
    [
        ("The drug decreases the survival of mice.", "increases"),
        ("The drug does not increase the survival of mice.", "increases"),
        ("The drug doesn't increase survival of mice.", "increases"),
        ("该药物降低小鼠的存活。 The drug reduces survival of mice.", "increases"),
    ],
)
def test_the_opposite_direction_is_found(sentence, word):
    assert word in held(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        SOURCE,
        "The drug increases the survival of mice.",
        "The drug does not decrease the survival of mice.",
        "Higher doses lower the weight.",
        "Mice survive.",
        "Fewer wolves howl at the moon.",
    ],
)
def test_what_agrees_or_is_of_other_things_is_no_opposite(sentence):
    assert held(sentence) == []


def test_a_bound_is_no_direction():
    source = "It gives a latency reduction of over 40% here."
    assert held("It gives a latency reduction of more than 40% here.", source) == []
    assert held("It gives a latency reduction of less than 40% here.", source) == ["at-least"]


def test_across_axes_more_is_found():
    source = "The protein promotes division of cells."
    assert held("The protein reduces division of cells.", source) == []
    assert held("The protein reduces division of cells.", source, across=True) == ["promotes"]


def test_an_unfounded_comparison_counts_less():
    near, far = "The drug decreases survival of mice.", "Mice with a drug eat less, rarely cheese."
    shares = [
        max((one.share for one in opposed(t, [SOURCE], weigh)), default=0) for t in (near, far)
    ]
    assert shares[0] > 0.5 > shares[1]


@pytest.mark.parametrize(
    ("sentence", "source", "differs"),
    [
        ("The gene is not linked to cancer.", "The gene is linked to cancer.", True),
        ("The gene is linked to cancer.", "The gene is not linked to cancer.", True),
        ("The gene is not linked to cancer.", "The gene is not linked to cancer.", False),
        ("The gene is not only linked to cancer.", "The gene is linked to cancer.", False),
        ("The gene is linked to cancer.", "Nothing is said of mice.", False),
    ],
)
def test_negation(sentence, source, differs):
    assert (negation_differs(sentence, source, weigh) >= 0.7) is differs


@pytest.mark.parametrize(
    "text", ["It cannot learn.", "It can't learn.", "该方法没有提升。", "without it"]
)
def test_negations_are_seen(text):
    assert negates(text)
    assert not negates("It learns well.")
