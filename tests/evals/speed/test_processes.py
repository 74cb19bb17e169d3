import os

import pytest

from evals.speed.processes import Child, MeasurementFailed, in_fresh_process, peak_memory

HELD = 300 * 2**20


def test_a_function_runs_in_a_process_of_its_own():
    outcome = in_fresh_process(os.getpid)
    assert outcome.value != os.getpid()
    assert outcome.peak_bytes > 2**20


def test_what_this_process_holds_does_not_count():
    held = bytearray(HELD)
    held[::4096] = b"x" * len(held[::4096])
    assert peak_memory() > HELD
    assert in_fresh_process(os.getpid).peak_bytes < HELD


def test_arguments_are_passed_on():
    assert in_fresh_process(sorted, [2, 1], reverse=False).value == [1, 2]


def test_a_failure_is_told(capfd):
    with pytest.raises(MeasurementFailed, match="sorted"):
        Child(sorted, 1).outcome()
    assert "not iterable" in capfd.readouterr().err
