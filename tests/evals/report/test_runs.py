from evals.report.runs import run_facts
from tests.evals.report.sample_runs import SETTINGS, question, run, wrongly_refused


def test_settings_by_default_are_not_told_as_changed():
    assert run_facts(run("a", settings={**SETTINGS, "split": None, "limit": None})).changed == ()


def test_changed_settings_and_constants_are_told():
    settings = {**SETTINGS, "k": 5, "split": "test", "constants": {"rag.relevance.LIMIT": 0.4}}
    assert run_facts(run("a", settings=settings)).changed == (
        ("k", "5"),
        ("rag.relevance.LIMIT", "0.4"),
        ("split", "test"),
    )


def test_how_many_went_wrong_and_when():
    failed = question("q3", answer={}, scores={}, error="it broke")
    told = run_facts(run("a", question("q1"), wrongly_refused("q2"), failed))
    assert (told.questions, told.wrong, told.failed) == (3, 2, 1)
    assert told.started == "1 December 2026, 01:55 UTC"
    assert run_facts(run("a", started="")).started == ""


def test_how_a_run_was_made():
    facts = dict(run_facts(run("a", question("q1"))).facts)
    assert facts["sets"] == "bees (sha256 8686f226, asked 1 question)"
    assert facts["papers"] == "papers 3, snapshot b754ed74"
    assert facts["commit"] == "293c9fda9b22"
    assert "111c7041" in facts["encoders"]
    assert dict(run_facts(run("a", commit="")).facts)["commit"] == "not known"
