from evals.report.plot_style import COLOURS, colour, line, mark


def test_runs_differ_by_more_than_their_colour():
    assert len({colour(run) for run in range(COLOURS)}) == COLOURS
    assert len({line(run)["dash"] for run in range(COLOURS)}) == COLOURS
    assert len({mark(run, 8)["symbol"] for run in range(COLOURS)}) == COLOURS


def test_colours_begin_anew_where_there_are_more_runs():
    assert colour(COLOURS) == colour(0) == "var(--run-1)"
    assert colour(1, "-soft") == "var(--run-2-soft)"
