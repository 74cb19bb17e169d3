"""Runs are found by their names, and none is lost by being given another's."""

import os

import pytest

from evals.run_file import Header, Run, load, partial_path, save
from evals.run_folder import cut_short, find_run, new_run
from index_store.errors import InputError

HEADER = Header({}, {}, "", {}, {}, ())


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "runs"


@pytest.fixture
def keep(folder):
    """Saves an empty run under a name, by default some minutes ago."""

    def keep(name, minutes=0):
        path = folder / name
        save(path, Run(name, HEADER, ()), {})
        os.utime(path, (1_000_000 - 60 * minutes,) * 2)
        return path

    return keep


def cut(folder, name):
    path = partial_path(new_run(folder, name, replace=True))
    path.parent.mkdir(exist_ok=True)
    path.write_text("{}\n", "utf-8")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("wider", "wider.json"),
        ("v1.2", "v1.2.json"),
        ("基线 1", "基线 1.json"),
        ("v1.2.json", "v1.2.json"),
        ("wider.json.gz", "wider.json.gz"),
    ],
)
def test_a_name_becomes_a_file(folder, name, file):
    assert new_run(folder, name, replace=False) == folder / file
    assert not folder.exists()


@pytest.mark.parametrize("name", ["", ".", "..", ".hidden", "a/b", "/a", "a/", "../a"])
def test_a_name_leads_out_of_no_folder(folder, name):
    with pytest.raises(InputError, match="a run cannot be called"):
        new_run(folder, name, replace=True)


@pytest.mark.parametrize("name", ["one.json", "v1.2.json", "one.json.gz"])
def test_a_run_is_not_replaced_unasked(folder, keep, name):
    path = keep(name)
    with pytest.raises(InputError, match=r"is there already.*--replace") as raised:
        new_run(folder, name, replace=False)
    assert raised.value.path == path
    assert new_run(folder, name, replace=True) == path
    assert path.exists()


def test_names_that_open_alike_are_two_runs(folder, keep):
    keep("v1.json")
    assert new_run(folder, "v1.2", replace=False) == folder / "v1.2.json"
    keep("v1.2.json")
    assert new_run(folder, "v1.2.3", replace=False) == folder / "v1.2.3.json"


@pytest.mark.parametrize("name", ["one", "v1.2", "基线", "a [1] *?"])
@pytest.mark.parametrize("end", [".json", ".json.gz"])
def test_a_run_is_found_by_its_name(folder, keep, name, end):
    path = keep(f"{name}{end}")
    assert find_run(folder, name) == path
    assert load(find_run(folder, name)).asked == ()


def test_a_run_is_found_by_its_path(folder, keep, tmp_path):
    path = keep("one.json")
    assert find_run(tmp_path / "elsewhere", str(path)) == path


def test_a_run_that_was_made_is_found(folder, keep):
    for name in ("one", "v1.2", "2026-12-01-101500"):
        path = new_run(folder, name, replace=False)
        keep(path.name)
        assert find_run(folder, name) == path


def test_a_name_finds_no_run_that_only_opens_like_it(folder, keep):
    keep("v1.2.json")
    with pytest.raises(InputError, match="there is no run v1;"):
        find_run(folder, "v1")


def test_the_runs_there_are_are_named_the_newest_first(folder, keep):
    for minutes in range(12):
        keep(f"run{minutes}.json", minutes)
    keep("packed.json.gz", -1)
    cut(folder, "unfinished")
    with pytest.raises(InputError) as raised:
        find_run(folder, "none")
    named = str(raised.value).partition("there are: ")[2].split(", ")
    assert named == ["packed", *(f"run{minutes}" for minutes in range(9))]


@pytest.mark.parametrize("named", ["one", "", "a/b"])
def test_where_no_runs_are_there_are_none(folder, named):
    with pytest.raises(InputError, match=r"there are: none$"):
        find_run(folder, named)


def test_a_folder_is_no_run(folder):
    (folder / "one.json").mkdir(parents=True)
    with pytest.raises(InputError, match="there is no run one"):
        find_run(folder, "one")


@pytest.mark.parametrize("name", ["one", "v1.2", "基线", "a.partial"])
def test_the_one_run_that_was_cut_short_is_gone_on_with(folder, keep, name):
    keep("done.json")
    cut(folder, name)
    assert cut_short(folder) == name
    assert partial_path(new_run(folder, cut_short(folder), replace=False)).is_file()


def test_of_several_that_were_cut_short_one_is_to_be_named(folder):
    for name in ("two", "one"):
        cut(folder, name)
    with pytest.raises(InputError, match=r"several runs were cut short \(one, two\).*--name"):
        cut_short(folder)


def test_without_one_there_is_nothing_to_resume(folder, keep):
    with pytest.raises(InputError, match="nothing to resume"):
        cut_short(folder)
    keep("done.json")
    with pytest.raises(InputError, match="nothing to resume"):
        cut_short(folder)
