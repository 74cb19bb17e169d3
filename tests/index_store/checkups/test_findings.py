from index_store.checkups.findings import Finding, Topic, guarded
from index_store.errors import StoreFailed

TOPIC = Topic("store")


def test_what_our_errors_say_after_the_semicolon_is_the_remedy(tmp_path):
    finding = TOPIC.failed(
        "stamp", StoreFailed("it is damaged; restore it; or else", path=tmp_path)
    )
    assert finding == Finding("store", "stamp", "fault", "it is damaged", "restore it; or else")


def test_any_other_error_is_a_fault_of_the_check_itself():
    finding = TOPIC.failed("stamp", KeyError("x\ny"))
    assert finding.state == "fault"
    assert "KeyError" in finding.text
    assert "\n" not in finding.text
    assert finding.remedy


def test_what_was_found_before_a_check_failed_is_not_lost():
    def check():
        yield TOPIC.ok("one", "fine")
        raise RuntimeError("no")

    states = [(each.name, each.state) for each in guarded(TOPIC, check, "two")]
    assert states == [("one", "ok"), ("two", "fault")]
