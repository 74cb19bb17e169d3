from pathlib import Path

from evals.speed.setting import describe


def test_a_run_says_where_and_with_what_it_was_made():
    found = describe(Path("/lists/scifact"))
    assert found["benchmark"] == "scifact"
    assert {"machine", "python", "chromadb", "load at the end"} <= set(found)
    assert "cores" in found["machine"]
