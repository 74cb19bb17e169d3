"""``askpapers eval`` as a user sees it: runs, reports, comparisons, and what goes wrong."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
PROGRAM = [sys.executable, "-c", "from ui.cli import main; main()"]
SET = ROOT / "evals/sets/icml2025.jsonl"
Run = Callable[..., Any]


@pytest.fixture(scope="module")
def dev_questions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few questions of the dev half, two of them in conversations."""
    lines = [json.loads(line) for line in SET.read_text("utf-8").splitlines()]
    dev = [line for line in lines if line["split"] == "dev"]
    chosen = [*dev[:6], *[line for line in dev if line.get("conversation")][:2]]
    path = tmp_path_factory.mktemp("sets") / "few.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in chosen), "utf-8")
    return path


@pytest.fixture
def evaluate(run: Run, sample_store: Path, tmp_path: Path) -> Run:
    """``askpapers eval`` with its runs in the test's folder."""

    def call(verb: str, *arguments: object, **environ: str) -> Any:
        given = (*map(str, arguments), "--into", str(tmp_path / "runs"))
        return run("eval", verb, *given, ASKPAPERS_STORE=str(sample_store), **environ)

    return call


def content(path: Path) -> dict[str, Any]:
    """A run's file without what is its own: name and times."""
    found = json.loads(path.read_text("utf-8"))
    return {name: value for name, value in found.items() if name not in ("name", "times")}


def test_a_run_prints_its_figures_and_says_where_it_is(evaluate, dev_questions, tmp_path):
    done = evaluate("run", dev_questions, "--name", "one")
    assert done.returncode == 0, done.stderr
    assert "right paper first" in done.stdout
    assert "few dev" in done.stdout
    assert re.match(r"\d+ \w+ \d{4}, .*, commit (\w{12}|not known)", done.stdout)
    path = tmp_path / "runs" / "one.json"
    assert f"wrote {path}" in done.stderr
    assert len(json.loads(path.read_text("utf-8"))["questions"]) == 8


@pytest.mark.slow
def test_a_run_as_json_is_one_line(evaluate, dev_questions):
    done = evaluate("run", dev_questions, "--limit", 2, "--json")
    (line,) = done.stdout.splitlines()
    found = json.loads(line)
    assert found["figures"]["few dev"]["right paper first"]["count"] == 2
    assert Path(found["run"]).is_file()


@pytest.mark.slow
def test_a_run_is_not_replaced_unasked(evaluate, dev_questions):
    assert evaluate("run", dev_questions, "--limit", 1, "--name", "one").returncode == 0
    again = evaluate("run", dev_questions, "--limit", 1, "--name", "one")
    assert (again.returncode, again.stdout) == (1, "")
    assert "add --replace" in again.stderr
    last = evaluate("run", dev_questions, "--limit", 1, "--name", "one", "--replace")
    assert last.returncode == 0


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{"], "line 1: not JSON"),
        (['{"question": "What?"}', '{"question": 3}'], "line 2: `question` is not text"),
        (['{"question": "What?", "papers": ["Nothing"]}'], "line 1: `papers` names 'Nothing'"),
        ([""], "holds no questions"),
    ],
)
def test_a_broken_set_is_named_with_line_and_field(evaluate, tmp_path, lines, message):
    path = tmp_path / "broken.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    done = evaluate("run", path)
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_what_is_broken_may_cost_itself_alone(evaluate, tmp_path):
    path = tmp_path / "broken.jsonl"
    good = '{"id": "q1", "question": "What is G2PT?"}'
    path.write_text("\n".join([good, "{", '{"question": "?", "papers": ["Nothing"]}']), "utf-8")
    done = evaluate("run", path, "--keep-going", "--name", "one")
    assert done.returncode == 1
    assert "left out: " in done.stderr
    assert len(json.loads((tmp_path / "runs/one.json").read_text("utf-8"))["questions"]) == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("k", "is not KEY=VALUE"),
        ("kk=3", "did you mean k?"),
        ("k=many", "--set k=many"),
        ("k=0", "must be 1 or more"),
        ("rag.relevance.NOTHING=1", "there is no constant rag.relevance.NOTHING"),
        ("rag.relevance.ANSWERED_FROM=high", "it is a number, now 0.34"),
        ("encoder=nothing", "there is no encoder 'nothing'"),
    ],
)
def test_a_setting_that_is_none_is_wrong_usage(evaluate, dev_questions, given, message):
    done = evaluate("run", dev_questions, "--set", given)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.slow
def test_two_runs_of_the_same_settings_differ_in_nothing(evaluate, dev_questions, tmp_path):
    for name in ("one", "two"):
        assert evaluate("run", dev_questions, "--name", name).returncode == 0
    assert content(tmp_path / "runs/one.json") == content(tmp_path / "runs/two.json")
    done = evaluate("compare", "one", "two")
    assert done.returncode == 0
    assert "No question went otherwise." in done.stdout
    assert "made with the same settings" in done.stdout


@pytest.mark.slow
def test_the_gate_stops_a_broken_retriever_and_names_what_fell(evaluate, dev_questions, tmp_path):
    gate = ROOT / "evals/gate.toml"
    assert evaluate("run", dev_questions, "--name", "good").returncode == 0
    broken = ("--set", "reranker=evals.reverse_order:ReverseOrder", "--name", "broken")
    assert evaluate("run", dev_questions, *broken).returncode == 0
    drops = tmp_path / "drops.toml"
    drops.write_text("[largest_drop]\ndefault = 0.02\n", "utf-8")
    done = evaluate("compare", "good", "broken", "--gate", drops)
    assert done.returncode == 1
    assert "few dev: right paper first was 1.0000 and is 0.0000" in done.stderr
    assert "few dev: nDCG@10 was" in done.stderr
    assert "reranker" in done.stdout
    assert evaluate("compare", "good", "good", "--gate", drops).returncode == 0
    assert "icml2025 test" in evaluate("compare", "good", "good", "--gate", gate).stderr


@pytest.mark.slow
def test_a_report_is_a_page_and_markdown(evaluate, dev_questions, tmp_path):
    evaluate("run", dev_questions, "--limit", 3, "--name", "one")
    done = evaluate("report", "one")
    assert done.returncode == 0, done.stderr
    assert "right paper first" in done.stdout
    page = (tmp_path / "runs" / "one.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")


@pytest.mark.slow
def test_a_comparison_may_be_a_page(evaluate, dev_questions, tmp_path):
    evaluate("run", dev_questions, "--limit", 3, "--name", "one")
    evaluate("run", dev_questions, "--limit", 3, "--name", "two", "--set", "k=3")
    page = tmp_path / "changes.html"
    assert evaluate("compare", "one", "two", "--html", page).returncode == 0
    assert page.read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.slow
def test_a_run_that_is_not_there_is_named_with_those_that_are(evaluate, dev_questions):
    evaluate("run", dev_questions, "--limit", 1, "--name", "one")
    done = evaluate("report", "two")
    assert done.returncode == 1
    assert "there is no run two" in done.stderr
    assert "there are: one" in done.stderr


def test_a_run_of_another_version_is_refused(evaluate, tmp_path):
    (tmp_path / "old.json").write_text('{"format": 99, "questions": []}', "utf-8")
    done = evaluate("report", tmp_path / "old.json")
    assert done.returncode == 1
    assert "`format` is 99" in done.stderr


@pytest.mark.slow
def test_a_killed_run_goes_on_to_the_same_file(sample_store, dev_questions, tmp_path):
    """``kill -9`` in the middle, then ``--resume``: all is as in a run that was not killed."""
    command = [*PROGRAM, "eval", "run", str(dev_questions), "--into", str(tmp_path)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ASKPAPERS_")}
    given = {"cwd": ROOT, "env": {**kept, "ASKPAPERS_STORE": str(sample_store)}}
    subprocess.run([*command, "--name", "whole"], check=True, capture_output=True, **given)
    partial = tmp_path / "killed.partial.jsonl"
    with subprocess.Popen([*command, "--name", "killed"], **given) as process:
        until = time.monotonic() + 100
        while not (partial.exists() and partial.read_bytes().count(b"\n") >= 3):
            assert process.poll() is None, "it ended before it could be killed"
            assert time.monotonic() < until
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
    assert not (tmp_path / "killed.json").exists()
    again = subprocess.run(
        [*command, "--name", "killed"], capture_output=True, check=False, **given
    )
    assert again.returncode == 1
    assert b"--resume" in again.stderr
    subprocess.run([*command, "--resume"], check=True, capture_output=True, **given)
    assert content(tmp_path / "killed.json") == content(tmp_path / "whole.json")
    assert not partial.exists()
