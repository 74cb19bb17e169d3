"""A run asks everything once, whatever happens on the way."""

import json
from dataclasses import replace

import pytest

from evals import plan, run, run_file
from evals.tasks import Task
from index_store.errors import AskpapersError, InputError


@pytest.fixture(scope="module")
def made(animals, cache, settings):
    scope = plan.Scope(
        [animals / "questions.jsonl"], animals / "none", [animals / "corpus.jsonl"], cache=cache
    )
    return plan.make(scope, settings)


def failing(made, message="the encoder failed"):
    """The same plan, of whose questions the second fails."""

    def fail():
        raise AskpapersError(message)

    first, second, *rest = made.tasks
    return replace(made, tasks=(first, Task(second.blank, fail), *rest))


def without_times(path):
    content = json.loads(path.read_text("utf-8"))
    return {name: value for name, value in content.items() if name not in ("name", "times")}


def test_a_run_keeps_answers_scores_and_figures(made, tmp_path):
    told = []
    found = run.make(made, tmp_path / "one.json", on_asked=told.append)
    assert run_file.load(tmp_path / "one.json") == found
    assert tuple(told) == found.asked
    content = json.loads((tmp_path / "one.json").read_text("utf-8"))
    assert content["figures"]["questions dev"]["fact recall"]["mean"] == 1.0
    assert content["times"]["started"] == found.started
    assert not list(tmp_path.glob("*.partial*"))


def test_two_runs_differ_in_times_alone(made, tmp_path):
    for name in ("one", "two"):
        run.make(made, tmp_path / f"{name}.json")
    assert without_times(tmp_path / "one.json") == without_times(tmp_path / "two.json")


def test_a_failure_ends_the_run_and_it_goes_on_from_there(made, tmp_path):
    path = tmp_path / "one.json"
    with pytest.raises(AskpapersError, match="the encoder failed"):
        run.make(failing(made), path)
    assert not path.exists()
    again = []
    counted = tuple(
        Task(task.blank, lambda task=task: again.append(task.blank.item_id) or task.ask())
        for task in made.tasks
    )
    run.make(replace(made, tasks=counted), path, resume=True)
    assert again == ["q2", "q3", "q4"]
    run.make(made, tmp_path / "two.json")
    assert without_times(path) == without_times(tmp_path / "two.json")


def test_a_failure_may_cost_itself_alone(made, tmp_path):
    found = run.make(failing(made), tmp_path / "one.json", keep_going=True)
    assert [one.error for one in found.asked] == ["", "the encoder failed", "", ""]
    assert found.asked[1].answer == found.asked[1].scores == {}


def test_a_run_of_other_settings_is_not_gone_on_with(made, tmp_path):
    with pytest.raises(AskpapersError):
        run.make(failing(made), tmp_path / "one.json")
    other = replace(made, header=replace(made.header, settings={"k": 3}))
    with pytest.raises(InputError, match="other settings"):
        run.make(other, tmp_path / "one.json", resume=True)


def test_a_constant_is_changed_while_asking_alone(made, tmp_path):
    from rag import relevance

    before = relevance.ANSWERED_FROM
    changed = replace(
        made, settings=replace(made.settings, constants={"rag.relevance.ANSWERED_FROM": 1.1})
    )
    found = run.make(changed, tmp_path / "one.json")
    assert found.asked[0].scores["false refusal"] == 1.0
    assert before == relevance.ANSWERED_FROM
