from index_store.checkups.findings import Topic
from ui.checkup import as_data, plain_finding, rich_finding, summary

STORE = Topic("store")
GOOD = STORE.ok("papers", "38", data={"count": 38})
DOUBTFUL = STORE.warning("records", "they are gone", "repeat the ingest")
BAD = STORE.fault("vectors", "damaged:\x1b[31m\nnot read", "repeat it")


def test_a_finding_is_a_line():
    assert plain_finding(GOOD) == "  ok       papers                38"


def test_what_to_do_stands_on_the_next_line_indented():
    first, second = plain_finding(BAD).splitlines()
    assert first == "  FAULT    vectors               damaged: not read"
    assert second == "           → repeat it"


def test_a_terminal_shows_the_same_in_colour():
    from rich.text import Text

    for finding in (GOOD, DOUBTFUL, BAD):
        shown = rich_finding(finding)
        assert isinstance(shown, Text)
        assert shown.plain == plain_finding(finding)


def test_the_last_line_counts():
    assert summary([GOOD]) == "All is in order."
    assert summary([BAD, GOOD, BAD, DOUBTFUL]) == "2 faults, 1 warning"


def test_as_data_it_is_all_there():
    found = as_data([GOOD, DOUBTFUL])
    assert (found["ok"], found["faults"], found["warnings"]) == (True, 0, 1)
    assert found["findings"][0] == {
        "topic": "store",
        "name": "papers",
        "state": "ok",
        "text": "38",
        "remedy": "",
        "data": {"count": 38},
    }
    assert not as_data([BAD])["ok"]
