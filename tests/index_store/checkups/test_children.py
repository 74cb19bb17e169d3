"""A child that ends badly takes nothing of what it had found with it."""

import re

import pytest

from index_store.checkups.children import Look
from index_store.checkups.findings import Topic

CHILD = """
import os, sys, time
from index_store.checkups.children import tell
from index_store.checkups.findings import Topic
topic = Topic("store")
def look():
    print("a library's greeting")
    yield topic.ok("one", "fine – 很好", data={"n": 1})
    {end}
    yield topic.ok("two", "fine too")
tell(look())
"""


@pytest.fixture
def look(tmp_path, monkeypatch):
    """Takes a look with a child that does something between two findings."""
    monkeypatch.syspath_prepend(tmp_path)

    def take(end, seconds=60.0):
        (tmp_path / "looking_child.py").write_text(CHILD.replace("{end}", end), "utf-8")
        names = ("one", "two", "three")
        look = Look("looking_child", (), Topic("store"), names, "mend it", seconds)
        return list(look.findings())

    return take


def test_what_a_child_finds_arrives_whole(look):
    one, two = look("pass")
    assert (one.name, one.state, one.text, one.data) == ("one", "ok", "fine – 很好", {"n": 1})
    assert two.text == "fine too"


@pytest.mark.parametrize(
    ("end", "text"),
    [
        ("os.abort()", r"ended the process \(SIGABRT\)"),
        ("sys.exit('cannot go on')", "failed: cannot go on"),
        ("raise OSError('no disk')", "failed: OSError: no disk"),
        ("os._exit(7)", "exit code 7"),
    ],
)
def test_the_first_thing_not_told_of_is_what_ended_the_child(look, end, text):
    one, two, three = look(end)
    assert one.state == "ok"
    assert (two.name, two.state, two.remedy) == ("two", "fault", "mend it")
    assert re.search(text, two.text)
    assert (three.name, three.state) == ("three", "warning")


def test_a_child_that_hangs_is_ended(look):
    one, two, _ = look("time.sleep(60)", seconds=1.0)
    assert one.state == "ok"
    assert "more than 1 seconds" in two.text
