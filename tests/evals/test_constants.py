"""A constant is changed by its place, holds wherever it is read, and gets its own value back."""

import ast
import importlib
from pathlib import Path

import pytest

import rag
from evals.constants import changed, parse
from index_store.errors import SettingError
from rag import choose, relevance

SOURCES = {path.stem: path.read_text("utf-8") for path in Path(rag.__path__[0]).glob("*.py")}
THRESHOLD = "rag.relevance.ANSWERED_FROM"
COUNT = "rag.choose.MAX_SENTENCES"


def numbers_of(module):
    """The constants of a module of `rag` that are numbers."""
    found = vars(importlib.import_module(f"rag.{module}" if module != "__init__" else "rag"))
    return {
        name
        for name, value in found.items()
        if name.isupper() and isinstance(value, int | float) and not isinstance(value, bool)
    }


class EarlyReads(ast.NodeVisitor):
    """The constants that a source reads when it is loaded, and not when they are needed."""

    def __init__(self, names):
        self.names = names
        self.found = []

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load) and node.id in self.names:
            self.found.append(node.id)

    def visit_Attribute(self, node):
        if node.attr in self.names:
            self.found.append(node.attr)
        self.generic_visit(node)

    def visit_FunctionDef(self, node):
        kept = [default for default in node.args.kw_defaults if default is not None]
        for part in (*getattr(node, "decorator_list", ()), *node.args.defaults, *kept):
            self.visit(part)

    visit_AsyncFunctionDef = visit_Lambda = visit_FunctionDef  # noqa: N815

    def visit_AnnAssign(self, node):
        if node.value is not None:
            self.visit(node.value)


def early_reads(source, names):
    reads = EarlyReads(names)
    reads.visit(ast.parse(source))
    return reads.found


def imported(source, numbers):
    """The numbers of other modules that a source imports by their names."""
    return [
        f"{node.module}.{alias.name}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rag.")
        for alias in node.names
        if alias.name in numbers.get(node.module.removeprefix("rag."), ())
    ]


NUMBERS = {module: numbers_of(module) for module in SOURCES}


def test_there_are_constants_to_change():
    assert "ANSWERED_FROM" in NUMBERS["relevance"]
    assert "MAX_SENTENCES" in NUMBERS["choose"]
    assert "CHINESE" not in NUMBERS["languages"]


@pytest.mark.parametrize("module", sorted(SOURCES))
def test_a_module_reads_its_constants_when_it_needs_them(module):
    assert early_reads(SOURCES[module], set().union(*NUMBERS.values())) == []


@pytest.mark.parametrize("module", sorted(SOURCES))
def test_no_module_imports_another_ones_number_by_its_name(module):
    assert imported(SOURCES[module], NUMBERS) == []


@pytest.mark.parametrize(
    "source",
    [
        "def cut(texts, most=MOST): ...",
        "def cut(texts, *, most=choose.MOST): ...",
        "async def cut(most=2 * MOST): ...",
        "cut = lambda most=MOST: most",
        "class Cut:\n    most: int = MOST",
        "class Cut:\n    def __init__(self, most=MOST): ...",
        "@cached(MOST)\ndef cut(): ...",
        "TWICE = 2 * MOST",
    ],
)
def test_a_constant_that_is_read_too_early_is_seen(source):
    assert early_reads(source, {"MOST"}) == ["MOST"]


@pytest.mark.parametrize(
    "source",
    [
        "MOST = 4",
        "MOST: Final = 4",
        "def cut(texts, most=None):\n    return texts[: MOST if most is None else most]",
        "cut = lambda texts: texts[:MOST]",
        "def cut(texts, most=LEAST): ...",
    ],
)
def test_a_constant_that_is_read_in_time_is_not(source):
    assert early_reads(source, {"MOST"}) == []


def test_an_imported_number_is_seen_and_a_word_is_not():
    numbers = {"choose": {"MOST"}, "languages": set()}
    source = "def late():\n    from rag.choose import MOST as most, choose"
    assert imported(source, numbers) == ["rag.choose.MOST"]
    assert imported("from rag import choose\nfrom rag.languages import CHINESE", numbers) == []


def test_a_changed_constant_has_its_value_back_afterwards():
    before = relevance.ANSWERED_FROM, choose.MAX_SENTENCES
    with changed({THRESHOLD: 0.75, COUNT: 9}):
        assert (relevance.ANSWERED_FROM, choose.MAX_SENTENCES) == (0.75, 9)
    assert before == (relevance.ANSWERED_FROM, choose.MAX_SENTENCES)


def fail_within(values):
    with changed(values):
        raise KeyboardInterrupt


def test_also_when_what_was_asked_meanwhile_fails():
    before = relevance.ANSWERED_FROM
    with pytest.raises(KeyboardInterrupt):
        fail_within({THRESHOLD: 0.75})
    assert before == relevance.ANSWERED_FROM


def test_changes_within_changes_are_taken_back_one_by_one():
    before = relevance.ANSWERED_FROM
    with changed({THRESHOLD: 0.75}):
        with changed({THRESHOLD: 0.25}):
            assert relevance.ANSWERED_FROM == 0.25
        assert relevance.ANSWERED_FROM == 0.75
    assert before == relevance.ANSWERED_FROM


def test_nothing_is_changed_where_one_of_several_is_unknown():
    before = relevance.ANSWERED_FROM
    with pytest.raises(SettingError, match="there is no constant"):
        fail_within({THRESHOLD: 0.75, "rag.relevance.NOTHING": 1})
    assert before == relevance.ANSWERED_FROM


@pytest.mark.parametrize(
    ("place", "text", "value"),
    [
        (THRESHOLD, "0.5", 0.5),
        (THRESHOLD, "1", 1.0),
        (THRESHOLD, "1e-3", 0.001),
        (THRESHOLD, "-2", -2.0),
        (COUNT, "7", 7),
    ],
)
def test_a_value_is_of_the_kind_that_the_constant_has(place, text, value):
    found = parse(place, text)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("place", "text", "message"),
    [
        (THRESHOLD, "much", f"--set {THRESHOLD}=much: it is a number, now 0"),
        (THRESHOLD, "", "it is a number"),
        (COUNT, "4.5", r"it is a whole number, now \d"),
        (COUNT, "四", "it is a whole number"),
        ("rag.relevance.NOTHING", "1", "there is no constant rag.relevance.NOTHING"),
        ("rag.nowhere.MOST", "1", "write it as rag.module.NAME"),
        ("rag.", "1", "there is no constant rag."),
        ("rag.relevance.math.pi", "1", "there is no constant"),
        ("rag.languages.CHINESE", "en", "is no number to change"),
        ("rag.relevance.confidence", "1", "is no number to change"),
        ("rag.relevance.annotations", "1", "is no number to change"),
    ],
)
def test_what_cannot_be_changed_is_named(place, text, message):
    with pytest.raises(SettingError, match=message) as raised:
        parse(place, text)
    assert raised.value.name == "--set"


def test_what_was_kept_under_another_value_is_forgotten():
    from rag import polarity

    before = polarity.tokens("it does not fly")
    with changed({"rag.polarity.REACH": 0}):
        assert polarity.tokens("it does not fly") != before
    assert polarity.tokens("it does not fly") == before
