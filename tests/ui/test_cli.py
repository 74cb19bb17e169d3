"""The program as a shell sees it: help, exit codes, streams. No store needed."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-c", "from ui.cli import main; main()"]

COMMANDS = [
    ["ingest"],
    ["ask"],
    ["search"],
    ["summarize"],
    ["stats"],
    ["doctor"],
    ["papers", "list"],
    ["papers", "show"],
    ["papers", "remove"],
]


def test_version(run: Run) -> None:
    assert run("--version").stdout.startswith("askpapers 0.")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_each_help_is_a_page_with_an_example(run: Run, command: list[str]) -> None:
    done = run(*command, "--help")
    assert done.returncode == 0
    assert f"  askpapers {' '.join(command)}" in done.stdout
    assert "Example" in done.stdout
    assert max(len(line) for line in done.stdout.splitlines()) <= 80 + 6


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["ask", "--nonsense", "x"],
        ["ask", "-k", "0", "Why?"],
        ["ask", "-k", "many", "Why?"],
        ["ask", ""],
        ["ask", "  "],
        ["search", ""],
        ["ask", "Why?", "--questions", "q.jsonl"],
        ["summarize", "--json"],
        ["summarize", "diffusion", "--paper", "x"],
        ["papers", "list", "--limit", "0"],
    ],
    ids=" ".join,
)
def test_wrong_usage_exits_2(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_misspelt_variable_is_wrong_usage(run: Run) -> None:
    done = run("stats", ASKPAPERS_STOER="x")
    assert done.returncode == 2
    assert "did you mean ASKPAPERS_STORE?" in done.stderr


@pytest.mark.parametrize(
    "command", [["ask", "Why?"], ["search", "x"], ["stats"], ["papers", "list"]]
)
def test_a_missing_store_exits_1_and_creates_nothing(
    run: Run, tmp_path: Path, command: list[str]
) -> None:
    store = tmp_path / "store"
    done = run(*command, "--store", str(store))
    assert done.returncode == 1
    assert done.stderr.startswith("askpapers: ")
    assert str(store) in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not store.exists()


def test_a_foreign_folder_exits_1(run: Run, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    done = run("stats", "--store", str(tmp_path))
    assert done.returncode == 1
    assert "not an askpapers store" in done.stderr


def test_an_internal_error_is_one_line(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("import ui.session\nui.session.open_papers = None\n")
    program = "import broken; from ui.cli import main; main()"
    environ = {"PYTHONPATH": f"{ROOT}:{tmp_path}", "PATH": ""}
    command = [PROGRAM[0], "-c", program, "stats"]
    quiet = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert quiet.returncode == 1
    assert quiet.stderr.startswith("askpapers: internal error: TypeError")
    assert len(quiet.stderr.splitlines()) == 1
    environ["ASKPAPERS_DEBUG"] = "1"
    loud = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert "Traceback" in loud.stderr


def test_a_full_disk_behind_standard_output() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PROGRAM, "--version"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "askpapers: cannot write to standard output: No space left on device\n"


def test_a_closed_pipe_ends_quietly() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([*PROGRAM, "--version"], stdout=pipe, stderr=pipe, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream_ends_in_no_internal_error(closed: str) -> None:
    command = f'"{sys.executable}" -c "from ui.cli import main; main()" stats --store nowhere'
    done = subprocess.run(
        ["bash", "-c", f"{command} {closed}"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "internal error" not in done.stderr


def test_a_full_output_is_said_in_one_line() -> None:
    command = f'"{sys.executable}" -c "from ui.cli import main; main()" --help > /dev/full'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "No space left on device" in done.stderr
    assert "internal error" not in done.stderr
