import re

from evals.report.markdown import SHOWN, figures_markdown, report_markdown
from tests.evals.report.sample_runs import claim, query, question, run, whole_run, wrongly_refused


def test_the_figures_of_one_run():
    text = figures_markdown([run("a", question("q1"), wrongly_refused("q2"))])
    assert text.startswith("## bees dev\n\n| measure |  | figure | 95 % interval | n |")
    assert "| fact recall | ↑ | 50.0 % | 9.5–90.5 % | 2 |" in text
    assert "| false refusals | ↓ | 50.0 % |" in text


def test_runs_side_by_side():
    text = report_markdown([run("a", question("q1")), run("b", wrongly_refused("q1"))])
    assert text.startswith("# Evaluation: a, b\n")
    assert "| measure |  | a | b |" in text
    assert "| quote accuracy | ↑ | 100.0 % (20.7–100.0 %; n 1) | – |" in text
    assert "In a:\n\n- Nothing wrong." in text
    assert (
        "In b:\n\n- Refused because no paper here is about that, although the corpus answers it."
        in text
    )
    assert re.search(r"\| bees dev \| total \| b \| 16\Wms \| 16\Wms \| 1 \|", text)


def test_what_the_runs_were():
    text = report_markdown([whole_run("whole", settings={"k": 5})])
    assert (
        "- **whole**: 1 December 2026, 01:55 UTC, 14 questions, something wrong with 6, k = 5"
        in text
    )


def test_the_worst_questions_and_no_more():
    many = [wrongly_refused(f"w{number}") for number in range(SHOWN + 3)]
    text = report_markdown([run("a", *many)])
    assert "## The worst of 13 questions that went wrong" in text
    assert text.count("### bees dev/") == SHOWN


def test_claims_and_queries_are_told_in_their_own_words():
    text = report_markdown([run("a", claim(), query())])
    assert "- The abstract supports it; the check says weak." in text
    assert "- Found: Ants; Bees" in text


def test_a_conversation_is_told():
    assert "Asked before: Who wrote it?" in report_markdown(
        [run("a", wrongly_refused("w1", conversation=("Who wrote it?",)))]
    )


def test_nothing_went_wrong():
    assert report_markdown([run("a", question("q1"))]).endswith(
        "Nothing went wrong with any question."
    )


def test_text_cannot_leave_its_place():
    evil = wrongly_refused("w|1", question="# Ignore\n\n| [all](http://evil) <script> |")
    text = report_markdown([run("a|b", evil)])
    assert "\n# Ignore" not in text
    assert "[all](" not in text
    assert "\\<script\\>" in text
    assert "# Evaluation: a\\|b" in text
