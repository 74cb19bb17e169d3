from importlib.metadata import PackageNotFoundError

import pytest

from index_store.checkups import versions


@pytest.fixture
def found():
    """Runs the check: its findings by name."""
    return lambda: {each.name: each for each in versions.findings()}


@pytest.fixture
def bounds(monkeypatch):
    """Makes askpapers ask for something else."""
    return lambda *wanted: monkeypatch.setattr(versions, "requires", lambda name: list(wanted))


def test_this_installation_is_in_order(found):
    lines = found()
    assert {each.state for each in lines.values()} == {"ok"}
    assert {"askpapers", "Python", "SQLite", "others", *versions.NAMED} == set(lines)
    assert lines["numpy"].data["version"] == lines["numpy"].text


def test_a_version_outside_the_bounds_is_a_fault_with_what_is_wanted(found, bounds):
    bounds("numpy>=99,<100", "Rich<1", "chromadb>=1")
    lines = found()
    assert lines["numpy"].state == "fault"
    assert ">=99, <100" in lines["numpy"].text
    assert lines["numpy"].remedy
    assert lines["rich"].state == "fault"
    assert lines["chromadb"].state == "ok"


def test_what_is_not_installed_is_a_fault(found, bounds):
    bounds("no-such-package>=1")
    assert found()["no-such-package"].text == "not installed"


def test_what_only_developers_or_other_systems_need_is_not_missed(found, bounds):
    bounds('no-such-package; extra == "dev"', 'nor-this-one; python_version < "3"')
    assert {each.state for each in found().values()} == {"ok"}


def test_askpapers_itself_not_installed_does_not_hide_the_rest(found, monkeypatch):
    def absent(name):
        raise PackageNotFoundError(name)

    real = versions.version
    monkeypatch.setattr(versions, "requires", absent)
    monkeypatch.setattr(versions, "metadata", absent)
    monkeypatch.setattr(
        versions, "version", lambda name: absent(name) if name == "askpapers" else real(name)
    )
    lines = found()
    assert lines["askpapers"].state == "fault"
    assert lines["numpy"].state == "ok"


def test_an_old_python_and_an_old_sqlite_are_faults(found, monkeypatch):
    monkeypatch.setattr(versions.platform, "python_version", lambda: "3.9.1")
    monkeypatch.setattr(versions.sqlite3, "sqlite_version", "3.31.1")
    lines = found()
    assert lines["Python"].state == "fault"
    assert ">=3.11, <3.14" in lines["Python"].remedy
    assert lines["SQLite"].state == "fault"
