import functools
import signal
import time

import pytest

from evals.speed.processes import MeasurementFailed
from evals.speed.turns import Contestant, take_turns


class Steps:
    """A worker that ends with so many turns."""

    def __init__(self, name, turns, log):
        self._name = name
        self._turns = turns
        self._log = log
        self.is_free = False

    def work(self, within):
        time.sleep(0.01)
        self._log.append((self._name, within))
        self._turns -= 1
        return self._turns == 0

    def let_go(self):
        self.is_free = True


def test_turns_alternate_until_one_is_left():
    log = []
    workers = [Steps("a", 3, log), Steps("b", 1, log)]
    seconds = take_turns(workers, turn=0.5)
    assert log == [("a", 0.5), ("b", 0.5), ("a", None), ("a", None)]
    assert seconds[0] > seconds[1] >= 0.01
    assert all(worker.is_free for worker in workers)


def test_nobody_is_left_stopped_after_a_failure():
    class Broken(Steps):
        def work(self, within):
            raise RuntimeError

    workers = [Steps("a", 3, []), Broken("b", 1, [])]
    with pytest.raises(RuntimeError):
        take_turns(workers)
    assert all(worker.is_free for worker in workers)


@pytest.mark.slow
def test_processes_work_in_turns():
    """`partial` prepares: what it gives is a call of `sum`, over and over."""
    works = [Contestant(functools.partial, sum, range(10**6 * size)) for size in (1, 20)]
    short, long = take_turns(works, turn=0.02)
    assert [work.outcome().value for work in works] == [
        sum(range(10**6)),
        sum(range(20 * 10**6)),
    ]
    assert 0 < short < long


def test_a_preparation_that_fails_is_told(capfd):
    with pytest.raises(MeasurementFailed):
        Contestant(signal.Signals, "no signal")
    assert "no signal" in capfd.readouterr().err
