"""``ask`` and ``search`` over the sample corpus, as a user or a program runs them."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

ROOT = Path(__file__).parents[3]
PROGRAM = [sys.executable, "-c", "from ui.cli import main; main()"]
QUESTION = "On how many models and samplers was HarmoniCa tested?"


def test_ask_quotes_and_cites(ask: Run) -> None:
    done = ask("ask", QUESTION)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    body, _, citations = done.stdout.partition("\n[1] ")
    assert "8" in body
    assert "4" in body
    assert citations.startswith("HarmoniCa")
    assert "icml2025_list_a.txt:" in citations
    assert "ICML 2025 · https://" in citations


def test_ask_without_quotes_in_the_shell(ask: Run) -> None:
    assert ask("ask", *QUESTION.split()).stdout == ask("ask", QUESTION).stdout


def test_ask_json_is_one_line_of_the_contract(ask: Run) -> None:
    done = ask("ask", "--json", "-k", "3", QUESTION)
    assert len(done.stdout.splitlines()) == 1
    answer = json.loads(done.stdout)
    assert answer["id"] is None
    assert answer["question"] == QUESTION
    assert len(answer["retrieved"]) == 3
    assert answer["citations"][0]["quotes"]


def test_quotes_are_the_stored_abstract_to_the_letter(ask: Run) -> None:
    for citation in json.loads(ask("ask", "--json", QUESTION).stdout)["citations"]:
        paper = json.loads(ask("papers", "show", "--json", citation["paper_id"]).stdout)
        for quote in citation["quotes"]:
            assert paper["abstract"][quote["start"] : quote["end"]] == quote["text"]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["ask", "search"])
def test_questions_from_a_file_and_from_a_pipe(ask: Run, tmp_path: Path, command: str) -> None:
    lines = '{"id": "a", "question": "What is PEAKS?"}\nnonsense\n{"id": "b", "question": "扩散"}\n'
    path = tmp_path / "questions.jsonl"
    path.write_text(lines, encoding="utf-8")
    runs = [
        ask(command, "--questions", str(path)),
        ask(command, "--questions", "-", stdin=lines),
        ask(command, stdin=lines),
    ]
    for done in runs:
        assert done.returncode == 1
        assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["a", "b"]
        assert done.stderr.startswith("askpapers: line 2: not JSON")
        assert len(done.stderr.splitlines()) == 1


def test_an_empty_pipe_is_wrong_usage_and_an_empty_file_a_failure(ask: Run, tmp_path: Path) -> None:
    assert ask("ask").returncode == 2
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    done = ask("ask", "--questions", str(empty))
    assert done.returncode == 1
    assert "holds no questions" in done.stderr


@pytest.mark.slow
def test_answers_leave_as_they_are_made(sample_store: Path) -> None:
    command = [*PROGRAM, "ask", "--questions", "-", "--store", str(sample_store)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(2):
            line = json.dumps({"id": str(number), "question": QUESTION})
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == str(number)
        process.stdin.close()
        assert process.wait(timeout=30) == 0


def test_a_question_of_100_000_characters(ask: Run) -> None:
    done = ask("ask", "why " * 25_000)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert len(done.stderr) < 500
    line = json.dumps({"id": "long", "question": "why " * 25_000})
    done = ask("ask", stdin=f'{line}\n{{"id": "q", "question": "What is PEAKS?"}}\n')
    assert done.returncode == 1
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["q"]


@pytest.mark.parametrize(
    "question", ["[bold]?[/]", "\x1b[31mred", "什么是 PEAKS？", "'\"$(diffusion)"]
)
def test_odd_questions_get_an_answer(ask: Run, question: str) -> None:
    done = ask("ask", question)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert "\x1b" not in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "environ",
    [
        pytest.param({"LANG": "C"}, marks=pytest.mark.slow),
        pytest.param({"LC_ALL": "POSIX"}, marks=pytest.mark.slow),
        {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"},
    ],
)
def test_output_is_utf8_in_any_locale(
    spawn: Run, sample_store: Path, environ: dict[str, str]
) -> None:
    done = spawn("ask", "--json", "什么是 PEAKS？", ASKPAPERS_STORE=str(sample_store), **environ)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["question"] == "什么是 PEAKS？"
    assert "什么是" in done.stdout


@pytest.mark.slow
def test_a_closed_pipe_ends_quietly(sample_store: Path) -> None:
    lines = f'{{"id": "q", "question": "{QUESTION}"}}\n' * 200
    command = f"{sys.executable} -c '{PROGRAM[2]}' ask --store {sample_store} | head -n 1"
    done = subprocess.run(
        command, shell=True, input=lines, capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


@pytest.mark.slow
def test_a_terminal_gets_colour_and_its_own_width(sample_store: Path) -> None:
    arguments = ["ask", "--store", str(sample_store), QUESTION]
    shown = bytearray()
    primary, secondary = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=secondary,
        stdout=secondary,
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "50", "TERM": "xterm-256color"},
    )
    os.close(secondary)
    try:
        while part := os.read(primary, 4096):
            shown += part
    except OSError:  # Linux's way to say that the terminal was left
        pass
    os.close(primary)
    assert process.wait() == 0
    assert b"\x1b[" in shown
    assert b"HarmoniCa" in shown


@pytest.mark.parametrize("question", ["???", "'\"$()"])
def test_a_question_without_a_word_is_wrong_usage(ask: Run, question: str) -> None:
    assert ask("ask", question).returncode == 2


def test_search_lists_papers(ask: Run) -> None:
    done = ask("search", "-k", "3", "faster sampling for diffusion transformers")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1. ")
    assert done.stdout.count(" · score ") == 3
    found = json.loads(ask("search", "--json", "-k", "3", "graph generation").stdout)
    assert list(found) == ["id", "question", "retrieved"]
    assert len(found["retrieved"]) == 3
