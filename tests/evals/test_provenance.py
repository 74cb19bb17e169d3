"""A run says which versions and which commit made it, and whether files differ from that."""

import platform
import shutil
import subprocess
from importlib.metadata import version

import pytest

from evals import provenance
from evals.provenance import CHANGED, PACKAGES, commit, versions

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not here")


@pytest.fixture(autouse=True)
def no_other_repository(monkeypatch):
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)


def git(folder, *arguments):
    named = ("-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    done = subprocess.run(
        ["git", "-C", str(folder), *named, *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture
def place(monkeypatch):
    """Makes a folder the one that the project's code is in."""

    def place(folder):
        monkeypatch.setattr(provenance, "__file__", str(folder / "evals" / "provenance.py"))

    return place


@pytest.fixture
def checkout(tmp_path, place):
    """A checkout of one commit with one file."""
    folder = tmp_path / "项目 one"
    folder.mkdir()
    git(folder, "init", "-q")
    (folder / "code.py").write_text("ONE = 1\n", "utf-8")
    git(folder, "add", "code.py")
    git(folder, "commit", "-q", "-m", "one")
    place(folder)
    return folder


def test_the_versions_are_those_that_are_installed():
    found = versions()
    assert found["python"] == platform.python_version()
    assert found["numpy"] == version("numpy")
    assert set(found) == {"python", *PACKAGES}


@needs_git
def test_the_commit_is_the_checkouts(checkout):
    head = git(checkout, "rev-parse", "HEAD")
    assert len(commit()) == 12
    assert head.startswith(commit())


@needs_git
def test_a_changed_file_marks_it(checkout):
    clean = commit()
    (checkout / "code.py").write_text("ONE = 2\n", "utf-8")
    assert commit() == clean + CHANGED
    git(checkout, "add", "code.py")
    assert commit() == clean + CHANGED
    git(checkout, "commit", "-q", "-m", "two")
    assert CHANGED not in commit()
    assert commit() != clean


@needs_git
def test_so_does_one_that_is_gone(checkout):
    (checkout / "code.py").unlink()
    assert commit().endswith(CHANGED)


@needs_git
def test_what_was_never_of_the_checkout_does_not(checkout):
    clean = commit()
    (checkout / "notes.txt").write_text("…", "utf-8")
    assert commit() == clean


@needs_git
def test_a_second_work_tree_is_a_checkout_too(checkout, place, tmp_path):
    clean = commit()
    git(checkout, "worktree", "add", "-q", str(tmp_path / "second"))
    place(tmp_path / "second")
    assert commit() == clean


@needs_git
def test_a_checkout_without_commits_has_none(tmp_path, place):
    git(tmp_path, "init", "-q")
    (tmp_path / "code.py").write_text("ONE = 1\n", "utf-8")
    git(tmp_path, "add", "code.py")
    place(tmp_path)
    assert commit() == ""


@needs_git
def test_a_folder_within_another_projects_checkout_has_none(checkout, place):
    place(checkout / "site-packages")
    assert commit() == ""


def test_outside_of_a_checkout_there_is_no_commit(tmp_path, place):
    place(tmp_path)
    assert commit() == ""
    (tmp_path / ".git").write_text("gitdir: nowhere\n", "utf-8")
    assert commit() == ""


def test_without_git_there_is_none(tmp_path, place, monkeypatch):
    (tmp_path / ".git").mkdir()
    place(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert commit() == ""
