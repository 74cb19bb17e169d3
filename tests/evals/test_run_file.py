import json
from dataclasses import replace

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
    assert content["times"]["questions_ms"] == {"few/q1": {"total": 3}}


def test_a_run_goes_on_where_it_was(path):
    partial = Partial(run_file.partial_path(path), HEADER, resume=False)
    partial.add(FIRST)
    again = Partial(run_file.partial_path(path), HEADER, resume=True)
    assert again.done == {"few/q1": FIRST}
    assert again.started == partial.started
    again.add(replace(SECOND, error=""))
    found = Partial(run_file.partial_path(path), HEADER, resume=True).done
    assert set(found) == {"few/q1", "few/q2"}


def test_what_failed_is_asked_again(path):
    partial = Partial(run_file.partial_path(path), HEADER, resume=False)
    partial.add(SECOND)
    assert Partial(partial.path, HEADER, resume=True).done == {}


def test_there_must_be_a_run_to_go_on_with(path):
    with pytest.raises(InputError, match="no run to go on with"):
        Partial(run_file.partial_path(path), HEADER, resume=True)


def test_a_damaged_run_is_named(path):
    partial = Partial(run_file.partial_path(path), HEADER, resume=False)
    with partial.path.open("a") as file:
        file.write("{\n")
    with pytest.raises(InputError, match="is damaged"):
        Partial(partial.path, HEADER, resume=True)


@pytest.mark.parametrize("question", ["line\u2028end", "half \ud800 a character", "问题"])
def test_any_text_is_kept(path, question):
    asked = replace(FIRST, question=question)
    partial = Partial(run_file.partial_path(path), HEADER, resume=False)
    partial.add(asked)
    assert Partial(partial.path, HEADER, resume=True).done["few/q1"] == asked
    save(path, Run("few", HEADER, (asked,)), {})
    assert load(path).asked == (asked,)


def test_a_run_may_be_packed(path):
    packed = path.with_name("few.json.gz")
    run = Run("few", HEADER, (FIRST,))
    save(packed, run, {})
    assert load(packed) == run
    assert packed.read_bytes()[:2] == b"\x1f\x8b"
    assert run_file.name_of(packed) == "few"
    assert run_file.partial_path(packed).name == "few.partial.jsonl"


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
        ('{"questions": [], "format": 1}', "'settings' is missing"),
        (
            json.dumps({"questions": [{"id": "q1"}], "format": 1, "times": {"started": ""}}),
            "missing",
        ),
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


def test_a_question_whose_scores_are_none_is_no_whole_run(path):
    save(path, Run("few", HEADER, (FIRST,)), {})
    content = json.loads(path.read_text())
    content["questions"][0]["scores"] = None
    path.write_text(json.dumps(content))
    with pytest.raises(InputError, match="`scores` of q1"):
        load(path)
