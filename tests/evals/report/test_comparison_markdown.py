"""A comparison as people read it: figures set by set, and the questions that went otherwise."""

from itertools import pairwise

import pytest
from markdown_it import MarkdownIt

from evals import intervals
from evals.compare import Change, compare
from evals.intervals import Difference
from evals.report.comparison_markdown import COLUMNS, SHOWN, comparison_markdown, verdict
from evals.run_file import Asked, Header, Run

HEADER = Header({"k": 10, "split": None}, {}, "abc", {}, {}, ())
SAME = "Both runs were made with the same settings, code, sets and papers."


@pytest.fixture(autouse=True)
def fewer_resamples(monkeypatch):
    monkeypatch.setattr(intervals, "FEWER_RESAMPLES", 99)


def asked(number, scores=None, *, of="few dev", question="What?", **given):
    return Asked(of, f"q{number}", question, scores=scores or {}, **given)


def shown(before, after, names=("before", "after"), headers=(HEADER, HEADER)):
    first, second = (
        Run(name, header, tuple(questions))
        for name, header, questions in zip(names, headers, (before, after), strict=True)
    )
    return comparison_markdown(compare(first, second))


def parsed(markdown):
    return list(pairwise(MarkdownIt().enable("table").parse(markdown)))


def headings(markdown):
    return [
        (one.tag, "".join(part.content for part in text.children))
        for one, text in parsed(markdown)
        if one.type == "heading_open"
    ]


def rows(markdown):
    """The rows of all tables, each with its cells as they are read."""
    found = []
    for one, text in parsed(markdown):
        if one.type == "tr_open":
            found.append([])
        if one.type in ("th_open", "td_open"):
            found[-1].append("".join(part.content for part in text.children))
    return found


def row(markdown, measure):
    (found,) = [cells for cells in rows(markdown) if cells[0] == measure]
    return dict(zip(COLUMNS, found, strict=True))


def test_a_comparison_is_called_by_both_runs():
    text = shown([], [], names=("v1.2", "基线 #2"))
    assert headings(text) == [("h1", "v1.2 → 基线 #2")]


def test_equal_runs_are_said_to_be():
    questions = [asked(1, {"fact recall": 0.5}), asked(2, {"fact recall": 0.7})]
    text = shown(questions, questions)
    assert SAME in text
    assert text.endswith("No question went otherwise.")
    found = row(text, "fact recall")
    assert (found["B − A"], found["p"], found[""]) == ("+0.0", "1.000", "")


def test_what_differs_between_the_settings_stands_first():
    other = Header({"k": 20, "split": "dev|test"}, {}, "", {}, {}, ())
    text = shown([], [], headers=(HEADER, other))
    assert SAME not in text
    assert rows(text) == [
        ["what differs", "A", "B"],
        ["commit", "abc", ""],
        ["k", "10", "20"],
        ["split", "–", "dev|test"],
    ]


def test_a_measure_has_a_row_in_its_unit():
    before = [asked(number, {"right count": 0.0, "RR": 0.1 * number}) for number in range(1, 9)]
    after = [asked(number, {"right count": 1.0, "RR": 0.1}) for number in range(1, 9)]
    text = shown(before, after)
    assert row(text, "right count") == {
        "measure": "right count",
        "A": "0.0 %",
        "B": "100.0 %",
        "B − A": "+100.0",
        "95 % interval": "100.0 … 100.0",
        "p": "0.008",
        "test": "McNemar",
        "n": "8",
        "": "better",
    }
    found = row(text, "MRR")
    assert (found["A"], found["B"], found["B − A"]) == ("0.450", "0.100", "-0.350")
    assert (found["test"], found[""]) == ("randomisation", "worse")


def test_each_set_has_a_table_of_its_own():
    before = [asked(1, {"RR": 0.5}, of="问题 dev"), asked(1, {"RR": 0.5}, of="science|test")]
    text = shown(before, before)
    assert headings(text)[1:] == [("h2", "问题 dev"), ("h2", "science|test")]
    assert [cells[0] for cells in rows(text)] == ["measure", "MRR"] * 2


def test_questions_of_one_run_alone_are_counted():
    before = [asked(number) for number in range(1_200)]
    text = shown([*before, asked("x")], [asked("x"), asked("_y_"), asked("z")])
    assert "Only A asked 1,200 questions: few dev/q0, and others." in text
    assert r"Only B asked 2 questions: few dev/q\_y\_, and others." in text


@pytest.mark.parametrize(
    ("measure", "mean", "p_value", "word"),
    [
        ("fact recall", 0.1, 0.01, "better"),
        ("fact recall", -0.1, 0.01, "worse"),
        ("false answer", 0.1, 0.01, "worse"),
        ("false answer", -0.1, 0.01, "better"),
        ("fact recall", 0.1, 0.05, "better, maybe by chance"),
        ("cost", 0.1, 0.6, "worse, maybe by chance"),
        ("fact recall", 0.0, 1.0, ""),
        ("quoted sentences", 3.0, 0.01, ""),
        ("vibes", 3.0, 0.01, ""),
    ],
)
def test_a_verdict_is_a_word(measure, mean, p_value, word):
    found = Difference(mean, mean, mean, 9, p_value, "randomisation")
    assert verdict(Change("few", measure, 0.5, 0.5 + mean, found)) == word


def test_a_question_that_changed_is_told_with_both_answers_and_their_faults():
    gold = {"facts": [["12 hives"]]}
    before = asked(
        1,
        {"fact recall": 1.0},
        question="On how many | hives?",
        gold=gold,
        answer={"answer": "“It was\ntried on 12 hives.” [1]", "citations": []},
    )
    after = asked(
        1,
        {"fact recall": 0.0},
        question="On how many | hives?",
        gold=gold,
        answer={"answer": "“蜜蜂|跳舞。” [1]", "citations": []},
    )
    text = shown([before, asked(2)], [after, asked(2)])
    assert headings(text)[-1] == ("h3", "few dev/q1: worse")
    assert r"On how many \| hives?" in text
    assert rows(text)[-3:] == [
        ["A", "B"],
        ["“It was tried on 12 hives.” [1]", "“蜜蜂|跳舞。” [1]"],
        ["nothing wrong", "Not quoted: “12 hives”."],
    ]


@pytest.mark.parametrize(
    ("before", "after", "how"),
    [
        ({"fact recall": 0.2}, {"fact recall": 0.3}, "better"),
        ({"fact recall": 0.3}, {"fact recall": 0.2}, "worse"),
        ({"false answer": 0.0}, {"false answer": 1.0}, "worse"),
        ({"quoted sentences": 1.0}, {"quoted sentences": 2.0}, "otherwise"),
        ({"RR": 0.0}, {"RR": 1.0}, "otherwise"),
    ],
)
def test_a_question_went_better_or_worse(before, after, how):
    both = [asked(2, dict.fromkeys(before, 0.5))]
    text = shown([asked(1, before), *both], [asked(1, after), *both])
    assert headings(text)[-1] == ("h3", f"few dev/q1: {how}")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"answer": "I cannot answer: 没有论文。"}, "I cannot answer: 没有论文。"),
        (
            {"retrieved": [{"title": t} for t in ("Bees", "蚂蚁", "Owls", "Cats")]},
            "Bees; 蚂蚁; Owls",
        ),
        ({"retrieved": []}, ""),
        ({"support": "supported", "score": 0.9}, "supported (0.9)"),
        ({"answer": "long " * 500}, f"{'long ' * 500}"[:319] + "…"),
    ],
)
def test_what_was_answered_or_found_is_said_in_a_line(answer, said):
    assert rows(shown([asked(1)], [asked(1, answer=answer)]))[-2][1] == said


def test_a_failure_is_said_and_is_a_fault():
    failed = asked(1, error="the encoder failed")
    text = shown([asked(1, answer={"answer": "12"})], [failed])
    assert rows(text)[-2:] == [
        ["12", "no answer: the encoder failed"],
        ["nothing wrong", "No answer: the encoder failed."],
    ]


def test_the_questions_that_lost_most_are_told_and_the_rest_are_counted():
    before = [asked(number, {"fact recall": 1.0}) for number in range(SHOWN + 3)]
    after = [asked(number, {"fact recall": number / 100}) for number in range(SHOWN + 3)]
    text = shown(before, after)
    assert f"## {SHOWN + 3} questions went otherwise" in text
    told = [name for tag, name in headings(text) if tag == "h3"]
    assert told == [f"few dev/q{number}: worse" for number in range(SHOWN)]
    assert text.endswith("3 more are left out here.")
    assert "left out" not in shown(before[:SHOWN], after[:SHOWN])


def test_no_answer_breaks_the_page():
    hostile = "# x\n\n| a |\n| --- |\n<script>alert(1)</script> `[l](http://x)`"
    before = [asked("#1|", question=hostile, answer={"answer": "12"}), asked(2)]
    after = [asked("#1|", question=hostile, answer={"answer": hostile}), asked(2)]
    text = shown(before, after, names=(hostile, "b"))
    assert [tag for tag, _ in headings(text)] == ["h1", "h2", "h3"]
    assert "<script>" not in MarkdownIt().enable("table").render(text)
    assert rows(text)[-2] == ["12", " ".join(hostile.split())]


def test_runs_without_a_common_question_are_not_called_alike():
    text = shown([asked(1)], [asked(2)])
    assert "nothing can be compared" in text
    assert "No question went otherwise" not in text
