import json
import math

import pytest

from evals.speed import __main__ as program


def test_a_folder_that_is_no_benchmark_is_told(tmp_path, capsys):
    assert program.main(["--benchmark", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith("error: ")


@pytest.mark.slow
def test_a_whole_run(benchmark, tmp_path, capsys):
    arguments = ["--benchmark", str(benchmark.corpus.parent), "--sizes", "2", "4"]
    arguments += ["--cache", str(tmp_path / "cache"), "--json", str(tmp_path / "bench.json")]
    assert (
        program.main([*arguments, "--only", "ingesting", "answering", "quick_start", "growth"]) == 0
    )
    printed = capsys.readouterr().out
    report = json.loads((tmp_path / "bench.json").read_text("utf-8"))
    figures = [figure for section in report["sections"] for figure in section["figures"]]
    assert len(report["sections"]) == 4
    assert all(math.isfinite(figure["value"]) for figure in figures)
    for section in report["sections"]:
        assert section["title"] in printed
        assert bool(section["profile"]) == any(figure["missed"] for figure in section["figures"])
    assert "goals met" in printed
    for side in ("askpapers", "quick start", "2 papers", "4 papers", "6 papers"):
        assert side in printed
