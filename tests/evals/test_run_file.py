import json

import pytest

from evals import run_file
from evals.run_file import Asked, Header, Partial, Run, load, save
from index_store.errors import InputError

HEADER = Header(
    settings={"k": "10"},
    versions={"askpapers": "0.1.0"},
    commit="abc",
    encoders={"minilm": "1"},
    corpus={"papers": 2, "snapshot": "s"},
    sets=({"name": "few", "questions": 2},),
)
FIRST = Asked(
    "few", "q1", "What?", tags=("count",), scores={"answered": 1.0}, timings_ms={"total": 3}
)
SECOND = Asked("few", "q2", "Why?", conversation=("What?",), error="it failed")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs" / "few.json"


def test_a_saved_run_reads_back(path):
    run = Run("few", HEADER, (FIRST, SECOND))
    save(path, run, {})
    assert load(path) == run


def test_times_are_kept_apart(path):
    save(path, Run("few", HEADER, (FIRST,)), {})
    content = json.loads(path.read_text())
    assert "timings_ms" not in content["questions"][0]
    assert content["timings_ms"] == {"few/q1": {"total": 3}}


def test_a_run_goes_on_where_it_was(path):
    partial = Partial(run_file.partial_path(path), HEADER, resume=False)
    partial.add(FIRST)
    again = Partial(run_file.partial_path(path), HEADER, resume=True)
    assert again.done == {"few/q1": FIRST}
    again.add(SECOND)
    assert set(Partial(run_file.partial_path(path), HEADER, resume=True).done) == {
        "few/q1",
        "few/q2",
    }


def test_a_line_that_a_kill_cut_is_asked_again(path):
    partial = Partial(run_file.partial_path(path), HEADER, resume=False)
    partial.add(FIRST)
    with partial.path.open("a") as file:
        file.write('{"set_name": "few", "item_id"')
    assert list(Partial(partial.path, HEADER, resume=True).done) == ["few/q1"]


def test_a_cut_run_is_not_begun_anew_unasked(path):
    Partial(run_file.partial_path(path), HEADER, resume=False).add(FIRST)
    with pytest.raises(InputError, match="--resume"):
        Partial(run_file.partial_path(path), HEADER, resume=False)


def test_a_run_does_not_go_on_with_other_settings(path):
    Partial(run_file.partial_path(path), HEADER, resume=False).add(FIRST)
    other = Header(
        **{**{n: getattr(HEADER, n) for n in HEADER.__dataclass_fields__}, "commit": "x"}
    )
    with pytest.raises(InputError, match="other settings"):
        Partial(run_file.partial_path(path), other, resume=True)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "cannot read the run"),
        ("[]", "`questions` is missing"),
        ('{"questions": [], "format": 99}', "`format` is 99, this askpapers reads 1"),
        ('{"questions": [], "format": 1}', "no whole run"),
    ],
)
def test_what_is_no_run_is_named(path, content, message):
    path.parent.mkdir()
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        load(path)


def test_a_run_that_is_not_there(path):
    with pytest.raises(InputError, match="cannot read"):
        load(path)
