import pytest

from evals.intervals import Estimate
from evals.measures import measure_of
from evals.report.words import (
    counted,
    date_text,
    figure_text,
    interval_text,
    language_text,
    percent,
    time_text,
)

SPACE = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("measure", "value", "text"),
    [
        ("fact recall", 0.8926, "89.3 %"),
        ("nDCG@10", 0.9887, "0.989"),
        ("quoted sentences", 4.04, "4.0"),
        ("prompt tokens", 12345.6, "12,345.6"),
        ("cost", 0.00012, "1.2e-04"),
        ("English–Chinese gap, fact recall", -0.026, "-2.6 points"),
    ],
)
def test_figures_are_written_as_what_they_are(measure, value, text):
    assert figure_text(measure_of(measure), value) == text


def test_intervals_are_written_like_their_figures():
    assert interval_text(measure_of("fact recall"), Estimate(0.9, 0.811, 0.959, 45)) == (
        "81.1–95.9 %"
    )
    assert interval_text(measure_of("RR"), Estimate(0.9, 0.8, 1.0, 45)) == "0.800–1.000"
    gap = measure_of("English–Chinese gap, fact recall")
    assert interval_text(gap, Estimate(0.0, -0.1, 0.1, 45)) == "-10.0 to +10.0"


def test_times_in_the_unit_that_reads_best():
    assert [time_text(spent) for spent in (4.04, 16.5, 1500)] == [
        f"4.0{SPACE}ms",
        f"16{SPACE}ms",
        f"1.50{SPACE}s",
    ]


def test_dates_as_people_write_them():
    assert date_text("2026-12-01T01:55:00+00:00") == "1 December 2026, 01:55 UTC"
    assert date_text("2026-12-01T01:55:00") == "1 December 2026, 01:55"
    assert date_text("yesterday") == "yesterday"


def test_words_and_counts():
    assert percent(0.185) == f"18{SPACE}%"
    assert [language_text(code) for code in ("zh", "de", "")] == ["Chinese", "de", "not told"]
    assert [counted(1, "question"), counted(2000, "entry", "entries")] == [
        "1 question",
        "2,000 entries",
    ]
