from evals.report.plots import on_one_scale, pictures, plotly_script
from evals.report.tables import results_by_set
from tests.evals.report.sample_runs import claim, question, run, whole_run


def shown(*runs):
    return pictures(results_by_set(runs), [one.name for one in runs])


def test_every_kind_of_plot_of_a_whole_run():
    found = {
        picture.title: [plot.set_name for plot in picture.plots] for picture in shown(whole_run())
    }
    assert found == {
        "Where the right papers stand": ["bees dev", "science test"],
        "When it answers only what it is sure of": ["bees dev"],
        "Whether it knows what it knows": ["bees dev"],
        "How long it takes": ["bees dev", "science test"],
    }


def test_plots_without_data_are_left_out():
    bare = question("q1", scores={"fact recall": 1.0}, timings_ms={})
    assert [one.title for one in shown(run("a", bare))] == ["Whether it knows what it knows"]
    assert shown(run("a", claim())) == []
    assert shown(run("a")) == []


def test_runs_keep_their_colours_throughout():
    for picture in shown(whole_run("a"), whole_run("b")):
        for plot in picture.plots:
            colours = {trace["name"]: str(trace) for trace in plot.figure["data"]}
            assert "var(--run-1" in colours["a"]
            assert "var(--run-2" not in colours["a"]
            assert "var(--run-2" in colours["b"]
            assert [number for number, _ in plot.captions] == [0, 1]


def test_a_set_that_one_run_did_not_ask_is_drawn_for_the_other():
    for picture in shown(run("a", claim()), whole_run("b")):
        assert {number for plot in picture.plots for number, _ in plot.captions} == {1}


def test_axes_that_say_how_far_they_reach_reach_equally_far():
    first = {"xaxis": {"range": [0, 1]}, "yaxis": {}}
    second = {"xaxis": {"range": [0.5, 2]}, "yaxis": {}}
    assert on_one_scale([first, second]) == [{"xaxis": {"range": [0, 2]}, "yaxis": {}}] * 2
    assert on_one_scale([]) == []


def test_plotly_stands_in_one_script():
    assert "</script" not in plotly_script()
