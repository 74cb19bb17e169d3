"""Answers to draw, and the command line as a program of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from index_store.papers import Paper, Sentence, Source
from rag.answers import Answer, AnswerSentence, Citation, Evidence, Quote, Retrieved

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-c", "from ui.cli import main; main()"]


@dataclass(frozen=True)
class Done:
    """How a run ended, and what it wrote."""

    returncode: int
    stdout: str
    stderr: str


def make_paper(**given: object) -> Paper:
    abstract = "We present HarmoniCa. It was tried on 8 models and 4 samplers."
    fields = {
        "paper_id": "3f9c2a71d0e4",
        "title": "HarmoniCa: Harmonizing Training and Inference",
        "label": "HarmoniCa",
        "abstract": abstract,
        "authors": ("A. Author", "B. Author"),
        "venue": "ICML",
        "year": 2025,
        "url": "https://openreview.net/forum?id=x",
        "links": (("proceedings_url", "https://proceedings.mlr.press/v267/x.html"),),
        "sentences": (Sentence(0, 21, "We present HarmoniCa."), Sentence(22, 62, "It was …")),
        "sources": (Source("/lists/list_a.txt", 13), Source("/lists/meta.jsonl", 2)),
    }
    return Paper(**{**fields, **given})


def make_answer(paper: Paper, **given: object) -> Answer:
    quote = Quote(22, 62, paper.quote(22, 62))
    fields = {
        "question": "On how many models?",
        "standalone_question": "On how many models?",
        "kind": "fact",
        "language": "en",
        "answer": f"“{quote.text}” [1]",
        "sentences": (AnswerSentence(quote.text, (1,), (Evidence(1, 0),)),),
        "citations": (Citation(1, paper, (quote,)),),
        "retrieved": (Retrieved(paper, 3.14159),),
    }
    return Answer(**{**fields, **given})


@pytest.fixture
def paper() -> Paper:
    return make_paper()


@pytest.fixture
def answer(paper: Paper) -> Answer:
    return make_answer(paper)


def spawn_askpapers(*arguments: str, stdin: str = "", **environ: str) -> Done:
    """The program as a process of its own; of askpapers' variables it knows only the given."""
    foreign = ("ASKPAPERS_", "LC_", "LANG")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=stdin.encode(),
        capture_output=True,
        cwd=ROOT,
        env={**kept, "LANG": "C.UTF-8", **environ},
        timeout=120,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """The program within this process: `main` and all, without waiting for imports each time."""

    def run_here(*arguments: str, stdin: str = "", **environ: str) -> Done:
        from ui.cli import main

        with monkeypatch.context() as patch:
            for name in [name for name in os.environ if name.startswith("ASKPAPERS_")]:
                patch.delenv(name)
            for name, value in environ.items():
                patch.setenv(name, value)
            patch.setattr(sys, "argv", ["askpapers", *arguments])
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
            with pytest.raises(SystemExit) as end:
                main()
        return Done(int(end.value.code or 0), *capsys.readouterr())

    return run_here


@pytest.fixture
def spawn() -> Callable[..., Done]:
    """The program as a process of its own: for what only a process has."""
    return spawn_askpapers


@pytest.fixture(scope="session")
def sample_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of the sample corpus; tests that change a store copy it."""
    store = tmp_path_factory.mktemp("sample") / "store"
    done = spawn_askpapers("ingest", "--store", str(store), str(ROOT / "evals/corpus"))
    assert done.returncode == 0, done.stderr
    return store


@pytest.fixture
def ask(run: Callable[..., Done], sample_store: Path) -> Callable[..., Done]:
    """The program over the sample store."""
    return lambda *arguments, **given: run(*arguments, ASKPAPERS_STORE=str(sample_store), **given)
