import json

from evals.speed.figures import Figure, Goal, Report, Section, spread


def test_a_goal_is_a_bound_from_one_side():
    assert Goal(2.0).is_met_by(2.0)
    assert not Goal(2.0).is_met_by(2.01)
    assert Goal(0.85, at_least=True).is_met_by(0.85)
    assert not Goal(0.85, at_least=True).is_met_by(0.84)
    assert str(Goal(0.85, at_least=True)) == "≥ 0.85"
    assert str(Goal(2.0)) == "≤ 2"


def test_a_figure_without_a_goal_misses_none():
    assert not Figure("time", 9.0, "ms").missed
    assert Figure("ratio", 9.0, "×", goal=Goal(2.0)).missed


def test_several_measurements_give_their_median_and_range():
    assert spread("time", [3.0, 1.0, 8.0], "ms") == Figure("time", 3.0, "ms", 1.0, 8.0)
    assert spread("time", [3.0, 1.0], "ms", value=2.5).value == 2.5


def test_one_measurement_has_no_range():
    assert spread("time", [3.0], "ms") == Figure("time", 3.0, "ms")


def test_a_report_survives_json():
    missed = Figure("ratio", 2.5, "×", 2.4, 2.6, Goal(2.0))
    section = Section("A question", (Figure("time", 9.0, "ms"), missed), ("warm",), ("slow part",))
    report = Report({"python": "3.11"}, (section,), 12.5)
    read = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert read["setting"] == {"python": "3.11"}
    assert read["seconds"] == 12.5
    (plain,) = read["sections"]
    assert [figure.pop("missed") for figure in plain["figures"]] == [False, True]
    figures = [
        Figure(**{**record, "goal": record["goal"] and Goal(**record["goal"])})
        for record in plain.pop("figures")
    ]
    again = Section(
        figures=tuple(figures), **{name: _frozen(value) for name, value in plain.items()}
    )
    assert again == section
    assert again.missed == (missed,)


def _frozen(value):
    return tuple(value) if isinstance(value, list) else value
