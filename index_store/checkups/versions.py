"""The versions of askpapers, of Python and of the packages it stands on."""

from __future__ import annotations

import platform
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, metadata, requires, version

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from index_store.checkups.findings import Finding, Topic

NAMED = ("llama-index-core", "chromadb", "onnxruntime", "numpy", "openai")
_TOPIC = Topic("versions")
_REMEDY = "install askpapers again (in a clone: rm -r .venv, then make env)"
_OLDEST_SQLITE = "3.35.0"  # chromadb refuses to be imported with an older one


def findings() -> Iterator[Finding]:
    """A line for each that a report of a fault would name, and for each other that is wrong."""
    yield _own_version()
    yield _python()
    bounds = _bounds()
    yield from (_package(name, bounds.get(name, SpecifierSet())) for name in NAMED)
    others = [_package(name, bounds[name]) for name in bounds if name not in NAMED]
    wrong = [finding for finding in others if finding.state != "ok"]
    yield from wrong
    yield _TOPIC.ok("others", f"{len(others) - len(wrong)} more packages, as askpapers wants them")
    yield _sqlite()


def _own_version() -> Finding:
    try:
        found = version("askpapers")
    except PackageNotFoundError:
        return _TOPIC.fault("askpapers", "not installed, though it runs", _REMEDY)
    return _TOPIC.ok("askpapers", found, data={"version": found})


def _python() -> Finding:
    found, wanted = platform.python_version(), _python_bounds()
    text = f"{found} ({sys.executable})"
    if wanted.contains(found, prereleases=True):
        return _TOPIC.ok("Python", text, data={"version": found})
    remedy = f"install askpapers with a Python {_spelt(wanted)}"
    return _TOPIC.fault("Python", f"{text}, not {_spelt(wanted)}", remedy, data={"version": found})


def _package(name: str, wanted: SpecifierSet) -> Finding:
    """Whether a package is there, in a version that askpapers was made for."""
    try:
        found = version(name)
    except PackageNotFoundError:
        return _TOPIC.fault(name, "not installed", _REMEDY)
    if wanted.contains(found, prereleases=True):
        return _TOPIC.ok(name, found, data={"version": found})
    text = f"{found}, not {_spelt(wanted)} as askpapers wants it"
    return _TOPIC.fault(name, text, _REMEDY, data={"version": found})


def _sqlite() -> Finding:
    found = sqlite3.sqlite_version
    if SpecifierSet(f">={_OLDEST_SQLITE}").contains(found):
        return _TOPIC.ok("SQLite", found, data={"version": found})
    text = f"{found}, older than {_OLDEST_SQLITE}, which Chroma needs"
    return _TOPIC.fault("SQLite", text, "use a Python with a newer SQLite", data={"version": found})


def _bounds() -> Mapping[str, SpecifierSet]:
    """The versions that askpapers asks for, by package; none when it is not installed."""
    try:
        wanted = [Requirement(text) for text in requires("askpapers") or ()]
    except PackageNotFoundError:
        return {}
    needed = [each for each in wanted if not each.marker or each.marker.evaluate({"extra": ""})]
    return {canonicalize_name(each.name): each.specifier for each in needed}


def _python_bounds() -> SpecifierSet:
    try:
        return SpecifierSet(metadata("askpapers")["Requires-Python"] or "")
    except PackageNotFoundError:
        return SpecifierSet()


def _spelt(wanted: SpecifierSet) -> str:
    """Bounds as people write them, the lower first."""
    return ", ".join(sorted((str(each) for each in wanted), reverse=True))
