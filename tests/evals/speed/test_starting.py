import sys

import pytest

from evals.speed import starting
from evals.speed.processes import MeasurementFailed


def test_commands_take_turns(tmp_path):
    log = tmp_path / "log"
    program = "import sys; open(sys.argv[1], 'a').write(sys.argv[2])"
    commands = [(sys.executable, "-c", program, str(log), name) for name in "ab"]
    seconds = starting.alternate(commands, rounds=2)
    assert log.read_text("utf-8") == "ababab"
    assert [len(taken) for taken in seconds] == [2, 2]
    assert all(second > 0 for taken in seconds for second in taken)


def test_a_command_that_fails_is_told():
    with pytest.raises(MeasurementFailed, match="no such thing"):
        starting.run((sys.executable, "-c", "import sys; sys.exit('no such thing')"))


def test_settings_of_the_user_do_not_count(monkeypatch):
    monkeypatch.setenv("ASKPAPERS_STORE", "elsewhere")
    program = "import os, sys; sys.exit('ASKPAPERS_STORE' in os.environ)"
    assert starting.run((sys.executable, "-c", program)) == ""


def test_imports_are_counted_by_package(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("import json, email.message\n", "utf-8")
    lines = starting.imports_of((str(program),))
    assert lines[-1].endswith("all but imports")
    assert sum(int(line.split("%")[0]) for line in lines) == pytest.approx(100, abs=len(lines))


def test_an_import_counts_for_the_package_that_we_imported():
    log = """\
import time: self [us] | cumulative | imported package
import time:       100 |        100 | site
import time:        20 |         20 |       numpy.core
import time:        30 |         50 |     numpy
import time:       200 |        250 |   chromadb
import time:        40 |         40 |     numpy.random
import time:         5 |        295 |   rag.retrieve
import time:         1 |        296 | ui.cli
"""
    seconds = starting.by_package(log)
    assert {name: round(1e6 * spent) for name, spent in seconds.items()} == {
        "site": 100,
        "chromadb": 250,
        "numpy": 40,
        "rag": 5,
        "ui": 1,
    }


def test_steps_after_the_imports(store):
    lines = starting.first_steps(store, "What do bees eat?")
    names = [line.partition("ms  ")[2] for line in lines]
    assert names[:3] == ["open the store", "load the encoder", "answer"]
    assert {"of it retrieve", "of it compose"} <= set(names)


@pytest.mark.slow
def test_a_measurement_at_a_tiny_size(make_workbench):
    section = starting.measure(make_workbench(few=2, sample=4), rounds=1)
    goals = {figure.name: figure.goal for figure in section.figures if figure.goal}
    assert goals["askpapers --help ÷ imports"] == starting.HELP_GOAL
    assert goals["askpapers ask, 6 papers ÷ imports"] == starting.ASK_GOAL
