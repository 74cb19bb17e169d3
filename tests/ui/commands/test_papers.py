"""``summarize``, ``papers`` and ``stats`` over the sample corpus."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.fixture
def own_store(sample_store: Path, tmp_path: Path) -> Path:
    """A copy of the sample store, to be changed."""
    return Path(shutil.copytree(sample_store, tmp_path / "store"))


def test_summarize_a_topic_and_a_paper(ask: Run) -> None:
    topic = ask("summarize", "diffusion", "models")
    assert topic.returncode == 0, topic.stderr
    assert "\n[1] " in topic.stdout
    paper = json.loads(ask("summarize", "--json", "--paper", "icml2025_list_a.txt:13").stdout)
    assert len(paper["citations"]) == 1
    assert "icml2025_list_a.txt:13" in paper["citations"][0]["sources"]


def test_summarize_to_a_page(ask: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    done = ask("summarize", "diffusion models", "--markdown", str(page))
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert page.read_text("utf-8").startswith("# diffusion models\n")
    full = ask("summarize", "diffusion models", "--markdown", "/dev/full")
    assert full.returncode == 1
    assert "No space left" in full.stderr


def test_summarize_a_paper_that_is_not_there(ask: Run) -> None:
    done = ask("summarize", "--paper", "nowhere.txt:1")
    assert done.returncode == 1
    assert "no paper 'nowhere.txt:1'" in done.stderr


def test_papers_list(ask: Run) -> None:
    rows = [line.split("\t") for line in ask("papers", "list").stdout.splitlines()]
    assert len(rows) == 38
    assert {len(row) for row in rows} == {4}
    assert len(ask("papers", "list", "--limit", "5").stdout.splitlines()) == 5
    found = json.loads(ask("papers", "list", "--json", "--limit", "5").stdout)
    assert found["total"] == 38
    assert len(found["papers"]) == 5


def test_papers_show_by_id_prefix_and_source(ask: Run) -> None:
    by_source = ask("papers", "show", "icml2025_list_a.txt:13").stdout
    paper = json.loads(ask("papers", "show", "--json", "icml2025_list_a.txt:13").stdout)
    assert ask("papers", "show", paper["paper_id"]).stdout == by_source
    assert ask("papers", "show", paper["paper_id"][:10]).stdout == by_source
    assert paper["abstract"] in by_source


def test_papers_remove(run: Run, own_store: Path) -> None:
    store = ["--store", str(own_store)]
    wanted = "icml2025_list_a.txt:13"
    nothing = run("papers", "remove", *store, wanted, "nowhere.txt:1")
    assert nothing.returncode == 1
    assert json.loads(run("stats", "--json", *store).stdout)["papers"] == 38
    done = run("papers", "remove", *store, wanted)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("removed ")
    assert json.loads(run("stats", "--json", *store).stdout)["papers"] == 37
    assert run("papers", "show", *store, wanted).returncode == 1


def test_stats(ask: Run, sample_store: Path) -> None:
    found = json.loads(ask("stats", "--json").stdout)
    assert found["papers"] == 38
    assert found["sentences"] > 38
    assert found["encoders"] == ["minilm-l6-v2-int8", "use-multilingual-v3"]
    assert found["snapshot"]
    assert found["store"] == str(sample_store)
    assert found["venues"] == {"ICML 2025": 38}
    text = ask("stats").stdout
    assert "38 (38 with a title)" in text
    assert "ICML 2025: 38" in text
