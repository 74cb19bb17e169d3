"""``ingest`` as a user runs it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

ROOT = Path(__file__).parents[3]
CORPUS = ROOT / "evals/corpus"
PROGRAM = [sys.executable, "-c", "from ui.cli import main; main()"]


def counts(report: str) -> dict[str, int]:
    rows = [line.split() for line in report.splitlines()]
    return {row[0]: int(row[1].replace(",", "")) for row in rows[:7]}


@pytest.mark.slow
def test_a_list_then_its_metadata_then_nothing(run: Run, tmp_path: Path) -> None:
    """Three papers of the sample, first without titles, then with them."""
    blocks = (CORPUS / "icml2025_list_a.txt").read_text("utf-8").split("\n\n")[:4]
    records = (CORPUS / "icml2025_metadata.jsonl").read_text("utf-8").splitlines()[:3]
    (tmp_path / "list.txt").write_text("\n\n".join(blocks), "utf-8")
    (tmp_path / "metadata.jsonl").write_text("\n".join(records), "utf-8")
    store = ["--store", str(tmp_path / "store")]
    first = run("ingest", *store, str(tmp_path / "list.txt"))
    assert first.returncode == 0, first.stderr
    assert counts(first.stdout)["new"] == 3
    assert "3 papers in the store" in first.stdout
    assert json.loads(run("stats", "--json", *store).stdout)["titled"] == 0
    second = run("ingest", *store, str(tmp_path / "metadata.jsonl"))
    assert counts(second.stdout)["new"] == 0
    assert json.loads(run("stats", "--json", *store).stdout)["titled"] == 3
    third = run("ingest", *store, str(tmp_path / "*.*"))
    assert counts(third.stdout)["new"] == counts(third.stdout)["changed"] == 0
    assert "3 papers in the store" in third.stdout


@pytest.mark.slow
def test_ctrl_c_ends_an_ingest_with_a_line(tmp_path: Path) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    command = [*PROGRAM, "ingest", "--store", str(tmp_path / "store"), "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stderr=pipe, cwd=ROOT) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(b"word " * 100_000)  # more than a pipe holds: it is being read
        process.stdin.flush()
        time.sleep(0.5)  # until it waits for more
        process.send_signal(signal.SIGINT)
        assert process.stderr.read().decode() == "askpapers: interrupted\n"
    assert process.returncode == 130


def test_ingest_reads_standard_input(run: Run, tmp_path: Path) -> None:
    record = json.dumps({"title": "A Paper", "abstract": "We show that “é” is a letter. It is."})
    done = run("ingest", "--store", str(tmp_path / "store"), "-", stdin=record)
    assert done.returncode == 0, done.stderr
    assert counts(done.stdout)["new"] == 1


def test_a_fault_costs_its_record_and_is_shown(run: Run, tmp_path: Path) -> None:
    papers = tmp_path / "papers.jsonl"
    papers.write_text('{"title": "A", "abstract": "We show that it holds."}\n{broken\n')
    done = run("ingest", "--store", str(tmp_path / "store"), str(papers))
    assert done.returncode == 0, done.stderr
    assert counts(done.stdout)["skipped"] == 1
    assert "papers.jsonl, line 2: " in done.stdout
    quiet = run("ingest", "--quiet", "--store", str(tmp_path / "store"), str(papers))
    assert quiet.stdout == ""
    assert "papers.jsonl, line 2: " in quiet.stderr


@pytest.mark.parametrize("kind", ["missing", "empty", "binary", "folder", "headings"])
def test_nothing_to_read_exits_1(run: Run, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"{kind}.txt"
    match kind:
        case "empty":
            path.write_text("")
        case "binary":
            path.write_bytes(bytes(range(256)) * 40)
        case "folder":
            path.mkdir()
        case "headings":
            path.write_text("ICML 2025\n\nNeurIPS 2024\n")
    done = run("ingest", "--store", str(tmp_path / "store"), str(path))
    assert done.returncode == 1
    assert done.stderr.startswith("askpapers: ")
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_read_only_folder(run: Run, tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    done = run("ingest", "--store", str(tmp_path / "store"), str(CORPUS))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("place", ["/dev/null/store", "/proc/store"])
def test_a_place_where_no_store_can_be(run: Run, place: str) -> None:
    done = run("ingest", "--store", place, str(CORPUS))
    assert done.returncode == 1
    assert place in done.stderr
    assert "internal error" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_unknown_encoder(run: Run, tmp_path: Path) -> None:
    done = run("ingest", "--encoder", "nonsense", "--store", str(tmp_path / "s"), str(CORPUS))
    assert done.returncode == 2
    assert "nonsense" in done.stderr
