"""A gate tells what a run missed or lost; a gate that cannot be meant is refused."""

import inspect
from pathlib import Path

import pytest

from evals import gate as gates
from evals import intervals
from evals.compare import compare
from evals.gate import Gate, fallen, read_gate
from evals.measures import measure_of
from evals.run_file import Asked, Header, Run
from index_store.errors import InputError

HEADER = Header({}, {}, "", {}, {}, ())
AREA = "risk–coverage area"


@pytest.fixture(autouse=True)
def fewer_resamples(monkeypatch):
    monkeypatch.setattr(intervals, "FEWER_RESAMPLES", 99)


@pytest.fixture
def read(tmp_path):
    def read(text):
        path = tmp_path / "gate.toml"
        path.write_text(inspect.cleandoc(text), "utf-8")
        return read_gate(path)

    return read


def column(measure, *scores, of="few dev"):
    return [
        Asked(of, f"q{number}", "?", scores={measure: score}) for number, score in enumerate(scores)
    ]


def answered(*rights):
    """Questions answered right or wrong, the surest first."""
    return [
        Asked(
            "few dev",
            f"q{number}",
            "?",
            answer={"confidence": 1 - number / 10, "refused": False},
            scores={"fact recall": float(right)},
        )
        for number, right in enumerate(rights)
    ]


def compared(before, after):
    return compare(Run("before", HEADER, tuple(before)), Run("after", HEADER, tuple(after)))


def reached(minimum, *questions):
    """What a run misses, compared with itself."""
    return fallen(Gate(minimum), compared(questions, questions))


def test_a_gate_without_wishes_lets_all_pass_that_was_answered():
    worse = compared(column("fact recall", 0.9, 0.8), column("fact recall", 0.0, 0.1))
    assert fallen(Gate(), worse) == []
    assert fallen(Gate(), compared([], [])) == []


@pytest.mark.parametrize(
    ("measure", "wanted", "told"),
    [
        ("fact recall", 0.5, []),
        ("fact recall", 0.2, []),
        ("fact recall", 0.51, ["few dev: fact recall is 0.5000, less than 0.51"]),
        ("false answer", 0.5, []),
        ("false answer", 0.9, []),
        ("false answer", 0.25, ["few dev: false answers is 0.5000, more than 0.25"]),
    ],
)
def test_a_figure_is_reached_or_not(measure, wanted, told):
    assert reached({"few dev": {measure: wanted}}, *column(measure, 1.0, 0.0)) == told


def test_a_figure_that_is_just_reached_is_reached_however_it_is_rounded():
    scores = [0.1, 0.2, 0.3, 0.1, 0.2, 0.3]
    for measure in ("fact recall", "false answer"):
        assert reached({"few dev": {measure: 0.2}}, *column(measure, *scores)) == []


def test_only_the_later_run_has_to_reach_it():
    gate = Gate({"few dev": {"fact recall": 0.5}})
    bad, good = column("fact recall", 0.1, 0.2), column("fact recall", 0.8, 0.9)
    assert fallen(gate, compared(bad, good)) == []
    assert len(fallen(gate, compared(good, bad))) == 1


def test_a_figure_holds_for_its_set_alone():
    questions = [
        *column("fact recall", 0.9, 0.9, of="few dev"),
        *column("fact recall", 0.1, 0.1, of="问题 test"),
    ]
    assert reached({"few dev": {"fact recall": 0.8}}, *questions) == []
    assert reached({"问题 test": {"fact recall": 0.8}}, *questions) == [
        "问题 test: fact recall is 0.1000, less than 0.8"
    ]


def test_a_set_or_a_measure_that_is_not_in_the_run_is_not_reached():
    minimum = {"few test": {"fact recall": 0.1}, "few dev": {"false answer": 1.0}}
    assert reached(minimum, *column("fact recall", 0.9)) == [
        "few test is not in the run, which has few dev",
        "few dev: false answers is not in the run",
    ]


def test_figures_of_many_questions_can_be_asked_for():
    questions = answered(True, True, False)
    assert reached({"few dev": {AREA: 0.12}}, *questions) == []
    assert reached({"few dev": {AREA: 0.1}}, *questions) == [
        f"few dev: {AREA} is 0.1111, more than 0.1"
    ]


@pytest.mark.parametrize(
    ("measure", "before", "after"),
    [
        ("fact recall", (0.5, 0.7), (0.4, 0.6)),
        ("false answer", (0.0, 0.2), (0.1, 0.3)),
        ("cost", (2.0, 2.2), (2.1, 2.3)),
    ],
)
def test_a_measure_may_be_so_much_worse_and_no_more(measure, before, after):
    found = compared(column(measure, *before), column(measure, *after))
    assert fallen(Gate(default_drop=0.1), found) == []
    assert fallen(Gate(largest_drop={measure: 0.1}), found) == []
    (line,) = fallen(Gate(default_drop=0.09), found)
    assert line.startswith(f"few dev: {measure_of(measure).title} was ")
    assert "by more than 0.09 (p = " in line
    assert len(fallen(Gate(largest_drop={measure: 0.0}), found)) == 1


def test_what_fell_is_told_with_both_figures():
    found = compared(column("right count", 1.0, 1.0, 1.0, 1.0), column("right count", 1, 0, 0, 1))
    assert fallen(Gate(default_drop=0.02), found) == [
        "few dev: right count was 1.0000 and is 0.5000, worse by more than 0.02 (p = 0.500)"
    ]


def test_a_measure_that_is_named_goes_before_the_default():
    before, after = column("fact recall", 0.9, 0.8), column("fact recall", 0.7, 0.6)
    found = compared(before, after)
    assert fallen(Gate({}, {"fact recall": 0.3}, 0.0), found) == []
    assert len(fallen(Gate({}, {"fact recall": 0.0}, 0.3), found)) == 1
    assert Gate({}, {"fact recall": 0.3}, 0.1).drop_of("right count") == 0.1


def test_without_a_default_the_others_may_fall():
    found = compared(column("fact recall", 0.9, 0.8), column("fact recall", 0.1, 0.2))
    assert fallen(Gate(largest_drop={"right count": 0.0}), found) == []
    assert Gate().drop_of("fact recall") is None


def test_it_holds_in_every_set():
    before = [*column("RR", 0.9, 0.8, of="few dev"), *column("RR", 0.9, 0.8, of="science test")]
    after = [*column("RR", 0.5, 0.4, of="few dev"), *column("RR", 0.5, 0.4, of="science test")]
    lines = fallen(Gate(default_drop=0.1), compared(before, after))
    assert [line.partition(":")[0] for line in lines] == ["few dev", "science test"]


@pytest.mark.parametrize("measure", ["quoted sentences", "English–Chinese gap, fact recall"])
def test_what_only_describes_does_not_fall(measure):
    found = compared(column(measure, 0.9, 0.8), column(measure, 0.1, 0.2))
    assert fallen(Gate(default_drop=0.0), found) == []


def test_to_be_better_is_not_to_fall():
    for measure, before, after in (("RR", (0.1, 0.2), (0.8, 0.9)), ("cost", (9, 8.5), (1, 2.5))):
        found = compared(column(measure, *before), column(measure, *after))
        assert fallen(Gate(default_drop=0.0), found) == []


def test_a_figure_of_many_questions_may_fall_too():
    found = compared(answered(True, True, False), answered(False, True, True))
    lines = fallen(Gate(largest_drop={AREA: 0.1}), found)
    assert len(lines) == 1
    assert lines[0].startswith(f"few dev: {AREA} was 0.1111 and is 0.6111")


def test_a_measure_that_may_not_fall_may_not_be_lost():
    before = column("citation recall", 0.5, 0.5)
    found = compared(before, [Asked(one.set_name, one.item_id, "?") for one in before])
    told = ["few dev: citation recall is not in the later run any more"]
    assert fallen(Gate(largest_drop={"citation recall": 0.5}), found) == told
    assert fallen(Gate(default_drop=0.02), found) == told
    assert fallen(Gate(largest_drop={"fact recall": 0.0}), found) == []


def test_questions_that_were_left_out_or_failed_keep_a_run_from_passing():
    before = column("fact recall", 0.5, 0.5, 0.5, 0.5, 0.5)
    failed = [Asked("few dev", name, "?", error="the encoder failed") for name in ("q3", "q4")]
    after = [before[0], *failed]
    assert fallen(Gate(), compared(before, after)) == [
        "not asked: 2 questions, the first few dev/q1",
        "failed: 2 questions, the first few dev/q3: the encoder failed",
    ]


def test_questions_that_only_the_later_run_asked_do_not():
    before, after = column("fact recall", 0.5, 0.5), column("fact recall", 0.5, 0.5, 0.0)
    assert fallen(Gate(default_drop=0.0), compared(before, after)) == []


def test_a_failed_question_counts_for_no_figure():
    failed = Asked("few dev", "q9", "?", error="it failed")
    (line,) = reached({"few dev": {"fact recall": 0.9}}, *column("fact recall", 0.9, 0.9), failed)
    assert "few dev/q9: it failed" in line


def test_the_example_is_a_gate(read):
    example = gates.__doc__.partition("::\n")[2]
    assert read(example) == Gate(
        minimum={"icml2025 test": {"right paper first": 0.9, "false answer": 0.2}},
        largest_drop={"citation recall": 0.0},
        default_drop=0.02,
    )


def test_the_projects_own_gate_can_be_read():
    assert read_gate(Path(gates.__file__).with_name("gate.toml")).minimum


def test_a_gate_may_ask_for_either(read):
    only_minimum = read('[minimum."问题 dev"]\n"risk–coverage area" = 1')
    assert only_minimum == Gate(minimum={"问题 dev": {AREA: 1.0}})
    assert read("[largest_drop]\ndefault = 0") == Gate(default_drop=0.0)
    assert read('[largest_drop]\n"R@1" = 0.1') == Gate(largest_drop={"R@1": 0.1})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "asks for nothing"),
        ("# later", "asks for nothing"),
        ("[largest_drop]", "asks for nothing"),
        ("[minimum]", "asks for nothing"),
        ("minimum", "cannot read the gate"),
        ("[largest_drop]\ndefault = 0.1\ndefault = 0.2", "cannot read the gate"),
        (
            '[maximum."few"]\n"fact recall" = 1',
            "`maximum` is unknown; use minimum and largest_drop",
        ),
        ("default = 0.1", "`default` is unknown"),
        ("minimum = 3", "`minimum` is not a table"),
        ("largest_drop = 0.1", "`largest_drop` is not a table"),
        ('[minimum]\n"fact recall" = 0.9', "`minimum.fact recall` is not a table"),
        ('[minimum.few]\n"fact recal" = 0.9', "`minimum.few` names 'fact recal', which is no"),
        ("[minimum.few]\ndefault = 0.9", "`minimum.few` names 'default', which is no measure"),
        ('[largest_drop]\n"召回" = 0.1', "`largest_drop` names '召回', which is no measure"),
        ('[minimum.few]\n"fact recall" = "high"', "`minimum.few.fact recall` is not a number"),
        ('[minimum.few]\n"fact recall" = true', "`minimum.few.fact recall` is not a number"),
        ('[minimum.few]\n"fact recall" = [0.9]', "`minimum.few.fact recall` is not a number"),
        ("[largest_drop]\ndefault = '2 %'", "`largest_drop.default` is not a number"),
        ("[largest_drop.few]\nRR = 0.1", "`largest_drop` names 'few', which is no measure"),
    ],
)
def test_a_gate_that_cannot_be_meant_is_refused(read, tmp_path, text, message):
    with pytest.raises(InputError, match=message) as raised:
        read(text)
    assert raised.value.path == tmp_path / "gate.toml"


def test_a_gate_that_cannot_be_read_is_named(tmp_path):
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(InputError, match=f"cannot read the gate {path}"):
            read_gate(path)
    path = tmp_path / "latin.toml"
    path.write_bytes("# é".encode("latin-1"))
    with pytest.raises(InputError, match="cannot read the gate"):
        read_gate(path)


@pytest.mark.parametrize("figure", ["nan", "inf"])
def test_what_is_no_figure_is_no_gate(tmp_path, figure):
    path = tmp_path / "gate.toml"
    path.write_text(f"[largest_drop]\ndefault = {figure}\n", "utf-8")
    with pytest.raises(InputError, match="is not a number"):
        read_gate(path)


def test_an_empty_table_asks_for_nothing(tmp_path):
    path = tmp_path / "gate.toml"
    path.write_text('[minimum."few dev"]\n', "utf-8")
    with pytest.raises(InputError, match="asks for nothing"):
        read_gate(path)


def test_what_only_a_model_gives_may_be_gone():
    before = column("cost", 0.5, 0.5)
    found = compared(before, [Asked(one.set_name, one.item_id, "?") for one in before])
    assert fallen(Gate(default_drop=0.02), found) == []


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('[minimum."few dev"]\n"fact recall" = 91\n', "a share is between 0 and 1"),
        ("[largest_drop]\ndefault = -1\n", "between 0 and 1"),
        ('[largest_drop]\n"false answer s" = 0.1\n', "did you mean 'false answers'"),
    ],
)
def test_a_slip_in_a_gate_is_named(tmp_path, written, told):
    path = tmp_path / "gate.toml"
    path.write_text(written, "utf-8")
    with pytest.raises(InputError, match=told):
        read_gate(path)


def test_a_measure_may_be_written_as_people_read_it(tmp_path):
    path = tmp_path / "gate.toml"
    path.write_text('[largest_drop]\n"false answers" = 0.1\n', "utf-8")
    assert read_gate(path).largest_drop == {"false answer": 0.1}
