"""What an ingest tells: while it runs, and when it is done."""

import dataclasses

import pytest

from index_store.ingest import IngestReport, Progress
from index_store.papers import Fault
from ui.progress import duration, progress_display, progress_line
from ui.reports import plain_report, report_counts


@pytest.fixture
def report() -> IngestReport:
    return IngestReport(
        read=1076,
        new=38,
        merged=38,
        changed=0,
        unchanged=0,
        removed=0,
        skipped=(Fault("/lists/a.jsonl", 12, "not JSON\x1b[2J"), Fault("-", None, "empty")),
        papers=1038,
        seconds=3.21,
    )


def test_report_to_the_letter(report: IngestReport) -> None:
    lines = plain_report(report).splitlines()
    assert lines[0] == "read      1,076  records in the files"
    assert lines[6].startswith("skipped       2  ")
    assert lines[7] == "  /lists/a.jsonl, line 12: not JSON"
    assert lines[8] == "  standard input: empty"
    assert lines[9] == "1,038 papers in the store; 3.2 seconds"


def test_report_counts_every_row(report: IngestReport) -> None:
    assert list(report_counts(report)) == [
        "read",
        "new",
        "merged",
        "changed",
        "unchanged",
        "removed",
        "skipped",
    ]


def test_only_the_first_faults_are_named(report: IngestReport) -> None:
    many = dataclasses.replace(report, skipped=(Fault("a.txt", 1, "bad"),) * 1025)
    text = plain_report(many)
    assert text.count("a.txt, line 1: bad") == 20
    assert "  and 1,005 more" in text


@pytest.mark.parametrize(
    ("progress", "line"),
    [
        (Progress(0, 5183), "0 of 5,183 papers"),
        (Progress(120, 5183, 18.24, 278.0), "120 of 5,183 papers, 18.2 a second, 4:38 left"),
    ],
)
def test_progress_line(progress: Progress, line: str) -> None:
    assert progress_line(progress) == line


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0:00"), (61, "1:01"), (3599.6, "1:00:00"), (7325, "2:02:05")]
)
def test_duration(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize("quiet", [True, False])
def test_a_short_ingest_writes_no_progress_to_a_log(
    capsys: pytest.CaptureFixture[str], quiet: bool
) -> None:
    with progress_display(quiet=quiet) as on_progress:
        on_progress(Progress(1, 2, 1.0, 1.0))
    assert capsys.readouterr().err == ""
