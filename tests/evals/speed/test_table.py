from evals.speed.figures import Figure, Goal, Report, Section
from evals.speed.table import render, summary

MET = Figure("ask ÷ imports", 1.31, "×", 1.2, 1.4, Goal(1.5))
MISSED = Figure("ingest ÷ encoders", 0.8, "×", 0.75, 0.86, Goal(0.85, at_least=True))


def test_goals_are_printed_with_what_misses_them():
    text = render(Section("Speed", (Figure("ingest", 18.25, "papers/s"), MET, MISSED)))
    rows = [line.split() for line in text.splitlines()]
    assert rows[0] == ["Speed"]
    assert rows[1] == ["min–max", "goal"]
    assert rows[2] == ["ingest", "18.2", "papers/s"]
    assert rows[3] == ["ask", "÷", "imports", "×", "1.31", "1.20–1.40", "≤", "1.5", "met"]
    assert rows[4][-4:] == ["0.75–0.86", "≥", "0.85", "missed"]


def test_notes_and_profile_stand_under_the_table():
    text = render(Section("Speed", (MISSED,), ("in turns",), ("80%  encode",)))
    assert text.splitlines()[-3:] == ["  in turns", "  where the time goes:", "    80%  encode"]


def test_what_is_compared_stands_side_by_side():
    figures = [
        Figure("disk", 46.5, "KB/paper", column="100 papers"),
        Figure("peak memory", 361.0, "MB", column="100 papers"),
        Figure("disk", 31.25, "KB/paper", column="1,000 papers"),
        Figure("disk", 0.67, "×", column="last ÷ first"),
    ]
    lines = render(Section("Growth", tuple(figures))).splitlines()
    assert lines[1].split() == ["100", "papers", "1,000", "papers", "last", "÷", "first"]
    assert lines[2].split() == ["disk", "46.5", "KB/paper", "31.2", "KB/paper", "×", "0.67"]
    assert lines[3].split() == ["peak", "memory", "361", "MB"]
    assert lines[2].index("46.5 KB/paper") + 8 == lines[1].index("100 papers") + 5


def test_the_summary_names_what_is_missed():
    report = Report({}, (Section("Speed", (MET, MISSED)),), 61.4)
    assert summary(report).splitlines() == [
        "1 of 2 goals met, in 61 seconds",
        "  missed: ingest ÷ encoders, × 0.80 (goal ≥ 0.85)",
    ]


def test_numbers_have_the_digits_that_count():
    values = {1234.5: "1,234 ms", 12.34: "12.3 ms", 1.234: "1.234 ms", 0.5: "0.500 ms"}
    for value, shown in values.items():
        assert render(Section("", (Figure("time", value, "ms"),))).splitlines()[2].endswith(shown)
