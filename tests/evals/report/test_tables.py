from evals.report.tables import (
    GROUPS,
    by_kind,
    by_language,
    figure_groups,
    latency_rows,
    overview,
    overview_measures,
    results_by_set,
)
from tests.evals.report.sample_runs import claim, query, question, run, unanswerable, whole_run


def test_sets_in_the_order_of_the_runs_with_the_figures_of_each():
    first, second = run("a", question("q1"), query()), run("b", query())
    bees, science = results_by_set([first, second])
    assert (bees.name, science.name) == ("bees dev", "science test")
    assert bees.figures[0]["fact recall"].mean == 1.0
    assert bees.figures[1] == {}
    assert bees.has_answers
    assert not science.has_answers


def test_a_measure_that_one_run_has_stands_empty_in_the_other():
    with_more = question("q1", scores={"fact recall": 1.0, "papers cited": 0.5})
    without = question("q1", scores={"fact recall": 0.0})
    (results,) = results_by_set([run("a", without), run("b", with_more)])
    ((answers, rows),) = figure_groups(results)[:1]
    assert answers.title == "Answers"
    figures = {row.measure.name: row.figures for row in rows}
    assert [found.mean for found in figures["fact recall"]] == [0.0, 1.0]
    assert figures["papers cited"][0] is None


def test_every_measure_has_one_group():
    found = figure_groups(results_by_set([whole_run()])[1])
    titles = [group.title for group, _ in found]
    assert titles == ["Ranking", "Evidence and the support check"]
    names = [row.measure.name for _, rows in found for row in rows]
    assert len(names) == len(set(names))


def test_what_is_not_known_comes_last():
    (results,) = results_by_set([run("a", question("q1", scores={"charm": 2.0, "RR": 1.0}))])
    assert [group.title for group, _ in figure_groups(results)][-2:] == ["Ranking", "Others"]
    assert not any(group.has("charm") for group in GROUPS)


def test_the_overview_leaves_out_what_no_set_has():
    results = results_by_set([run("a", query())])
    assert overview_measures(results) == ["nDCG@10"]
    (row,) = overview(results, ["nDCG@10"])
    assert (row.means[0].value, row.means[0].count) == (0.63, 1)


def test_parts_by_kind_and_by_language_are_of_questions_alone():
    chinese = question("q2", language="zh", kind="list", scores={"fact recall": 0.5})
    results = results_by_set([run("a", question("q1"), chinese, unanswerable("u1"), claim())])
    kinds = [(row.label, [one and one.count for one in row.means]) for row in by_kind(results)]
    assert kinds == [("fact", [1, 1, 1, 1]), ("list", [None, 1, None, None])]
    assert [row.label for row in by_language(results)] == ["English", "Chinese"]
    assert by_kind(results_by_set([run("a", query(), claim())])) == []


def test_times_stage_by_stage_with_the_runs_beside_each_other():
    rows = latency_rows(results_by_set([run("a", question("q1")), run("b", question("q1"))]))
    assert [(row.stage, row.run) for row in rows] == [
        ("total", 0),
        ("total", 1),
        ("retrieve", 0),
        ("retrieve", 1),
        ("compose", 0),
        ("compose", 1),
    ]
    assert rows[0].latency.median == 16.5
