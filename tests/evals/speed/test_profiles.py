import time

from evals.speed import profiles
from index_store import lexical


def work():
    time.sleep(0.01)
    for number in range(2_000):
        lexical.terms(f"papers{number} that were counted")


def test_our_functions_stand_with_what_they_call():
    lines = profiles.profile(work)
    first, second = lines.index(lines[0]), lines.index("functions by themselves:")
    assert first < second
    assert any("index_store/lexical.py" in line and "terms" in line for line in lines[:second])
    assert any("sleep" in line for line in lines[second:])


def test_shares_are_of_all_the_time():
    timings = [
        profiles.Timing("small", False, 1.0, 1.0),
        profiles.Timing("large", True, 3.0, 4.0),
        profiles.Timing("tiny", True, 0.01, 0.01),
    ]
    assert profiles.by_themselves(timings)[1:] == [" 75%  large", " 25%  small"]
