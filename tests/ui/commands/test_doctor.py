"""``askpapers doctor`` as a user sees it."""

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from index_store import stamps
from index_store.checkups import encoding
from index_store.checkups.findings import Finding, Topic

Run = Callable[..., Any]


@pytest.fixture
def store(sample_store: Path, tmp_path: Path) -> Path:
    """A copy of the sample store."""
    return shutil.copytree(sample_store, tmp_path / "store")


@pytest.fixture
def doctor(run: Run, sample_store: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """The command in this process; encoders are taken to be those of the sample store."""
    stamp = stamps.read(sample_store)
    identities = {each.name: each for each in (stamp.encoder, stamp.multilingual) if each}

    def findings(name: str) -> Iterator[Finding]:
        data = {"identity": asdict(identities[name])}
        yield Topic(f"encoder {name}").ok("model", name, data=data)

    monkeypatch.setattr(encoding, "findings", findings)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return lambda *arguments, **environ: run("doctor", *arguments, **environ)


def found(done: Any) -> dict[tuple[str, str], dict[str, Any]]:
    """The findings of a run with --json."""
    (line,) = done.stdout.splitlines()
    return {(each["topic"], each["name"]): each for each in json.loads(line)["findings"]}


def test_in_good_order_it_ends_well(doctor: Run, sample_store: Path) -> None:
    done = doctor("--store", str(sample_store))
    assert (done.returncode, done.stderr) == (0, "")
    assert "FAULT" not in done.stdout
    topics = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert topics[:2] == ["versions", "settings"]
    assert {"store", "machine", "encoder minilm-l6-v2-int8"} < set(topics)


def test_json_is_one_line_with_all_of_it(doctor: Run, sample_store: Path) -> None:
    done = doctor("--json", "--store", str(sample_store))
    lines = found(done)
    assert json.loads(done.stdout)["ok"]
    assert lines["store", "papers"]["data"]["count"] == 38
    assert lines["settings", "store"]["data"]["set_by"] == "--store"


def test_a_new_user_has_no_store_yet_and_that_is_no_fault(doctor: Run, tmp_path: Path) -> None:
    done = doctor()
    assert done.returncode == 0
    assert f"none yet at {tmp_path / 'data' / 'askpapers'}" in done.stdout
    assert "→ askpapers ingest" in done.stdout
    assert not (tmp_path / "data").exists()


def test_a_store_that_is_named_and_not_there_is_a_fault(doctor: Run, tmp_path: Path) -> None:
    for done in (
        doctor("--store", str(tmp_path / "none")),
        doctor(ASKPAPERS_STORE=str(tmp_path / "none")),
    ):
        assert done.returncode == 1
        assert f"none at {tmp_path / 'none'}" in done.stdout
        assert "machine" in done.stdout


def test_a_misspelt_setting_is_a_fault_and_the_rest_still_runs(
    doctor: Run, sample_store: Path
) -> None:
    done = doctor("--json", ASKPAPERS_STROE="/x", ASKPAPERS_STORE=str(sample_store))
    assert done.returncode == 1
    lines = found(done)
    assert "ASKPAPERS_STORE" in lines["settings", "ASKPAPERS_STROE"]["remedy"]
    assert lines["store", "vectors"]["state"] == "ok"


def test_what_shows_tracebacks_is_no_misspelt_setting(doctor: Run) -> None:
    assert doctor(ASKPAPERS_DEBUG="1").returncode == 0


def test_a_foreign_folder_is_a_fault(doctor: Run, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    done = doctor("--store", str(tmp_path))
    assert done.returncode == 1
    assert "not an askpapers store" in done.stdout


def test_many_faults_at_once_are_all_told(doctor: Run, store: Path) -> None:
    (store / stamps.FILE).write_text("{")
    (store / "chroma" / "chroma.sqlite3").write_bytes(b"garbage" * 500)
    done = doctor("--store", str(store), ASKPAPERS_ZZ="1")
    assert done.returncode == 1
    assert done.stderr == ""
    faulty = [line.split()[1] for line in done.stdout.splitlines() if "  FAULT" in line]
    assert faulty == ["ASKPAPERS_ZZ", "folder", "database", "papers"]
    assert done.stdout.count("→") == 4
    assert done.stdout.splitlines()[-1] == "4 faults"


@pytest.mark.slow
def test_the_whole_of_it_in_a_process_of_its_own(spawn: Run, sample_store: Path) -> None:
    done = spawn("doctor", "--json", "--store", str(sample_store))
    assert (done.returncode, done.stderr) == (0, "")
    lines = found(done)
    assert lines["encoder minilm-l6-v2-int8", "golden vectors"]["data"]["wrong"] == 0
    assert lines["encoder use-multilingual-v3", "rate"]["data"]["abstracts_per_second"] > 0
    assert lines["store", "encoder"]["state"] == "ok"
