"""Figures are read in the unit of their measure; no text leaves the cell it stands in."""

import re
from itertools import pairwise

import pytest
from markdown_it import MarkdownIt

from evals.measures import Measure
from evals.report.markdown_cells import LONGEST, cell, figure, interval, shortened, signed, table

SHARE = Measure("share", "share", "…")
PLAIN = Measure("plain", "plain", "…", is_share=False)
HOSTILE = [
    "a | b",
    "|",
    "a \\| b",
    "\\",
    "ends in \\",
    "`code` ``",
    "*all* **bold** _low_ __under__",
    "[a link](https://example.org)",
    "![a picture](x.png)",
    "[note]: https://example.org",
    "<script>alert(1)</script>",
    "<https://example.org>",
    "<!-- gone",
    "# a heading",
    "> a quote",
    "问题｜答案：“蜜蜂|黄蜂”",
    "| --- | --- |",
    "a\nb\r\nc\u2028d\x0be",
    "  two  spaces\tand a tab ",
    "x\\*y*z",
]


def flat(text):
    return " ".join(text.split())


def read_cells(markdown):
    """The cells of the one table of a text, row by row, as a reader of it sees them."""
    tokens = MarkdownIt().enable("table").parse(markdown)
    assert tokens[0].type == "table_open"
    assert tokens[-1].type == "table_close"
    rows = []
    for token, following in pairwise(tokens):
        if token.type == "tr_open":
            rows.append([])
        if token.type in ("th_open", "td_open"):
            assert {child.type for child in following.children} <= {"text", "text_special"}
            rows[-1].append("".join(child.content for child in following.children))
    return rows


@pytest.mark.parametrize(
    ("measure", "value", "shown"),
    [
        (SHARE, 0.9, "90.0 %"),
        (SHARE, 1.0, "100.0 %"),
        (SHARE, 0.0, "0.0 %"),
        (SHARE, 0.12345, "12.3 %"),
        (PLAIN, 0.12345, "0.123"),
        (PLAIN, 2.0, "2.000"),
        (PLAIN, 1234.5, "1234.500"),
        (SHARE, float("nan"), "nan %"),
    ],
)
def test_a_figure(measure, value, shown):
    assert figure(measure, value) == shown


@pytest.mark.parametrize(
    ("measure", "value", "shown"),
    [
        (SHARE, 0.05, "+5.0"),
        (SHARE, -0.123, "-12.3"),
        (SHARE, 0.0, "+0.0"),
        (PLAIN, 0.05, "+0.050"),
        (PLAIN, -2.0, "-2.000"),
    ],
)
def test_a_difference_has_a_sign(measure, value, shown):
    assert signed(measure, value) == shown


def test_an_interval_has_two_ends():
    assert interval(SHARE, 0.5, 1.0) == "50.0 … 100.0"
    assert interval(SHARE, -0.051, 0.1) == "-5.1 … 10.0"
    assert interval(PLAIN, 0.5, 1.0) == "0.500 … 1.000"


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_is_read_as_it_was_and_keeps_to_its_cell(text):
    found = read_cells(table(("A", "B"), [(text, "after"), ("before", text)]))
    assert found == [["A", "B"], [flat(text), "after"], ["before", flat(text)]]


@pytest.mark.parametrize("text", HOSTILE)
def test_nor_does_it_leave_its_line(text):
    assert "\n" not in cell(text)
    assert len(cell(text).splitlines()) == 1
    rendered = MarkdownIt().enable("table").render(f"### {cell(text)}: better")
    assert not re.search(r"<(?!/?h3>)", rendered)


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_an_empty_text_leaves_an_empty_cell(text):
    assert cell(text) == ""
    assert read_cells(table(("A", "B"), [(text, "x")])) == [["A", "B"], ["", "x"]]


def test_a_table_may_have_no_rows():
    assert table(("A", "B"), []) == "| A | B |\n| --- | --- |"
    assert read_cells(table(("A", ""), iter([]))) == [["A", ""]]


def test_a_plain_text_stays_as_it_is():
    for text in ("Bees dance.", "蜜蜂跳舞。", "50 % (12/24), p = 0.05", "“12 hives”"):
        assert cell(text) == text


def test_a_text_of_just_the_longest_length_is_not_cut():
    assert shortened("x" * LONGEST) == "x" * LONGEST
    assert shortened("x" * (LONGEST + 1)) == "x" * (LONGEST - 1) + "…"


def test_spaces_and_line_ends_do_not_count_for_its_length():
    assert shortened("a \n\n b") == "a b"
    assert shortened("x" * LONGEST + " \n" * 9) == "x" * LONGEST


def test_chinese_is_counted_by_its_characters():
    assert len(shortened("蜂" * 1_000)) == LONGEST
    assert shortened("") == ""
