"""The folder that runs are kept in: found again by their names."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from evals import run_file
from evals.run_file import PACKED, PARTIAL, SUFFIX
from index_store.errors import InputError

ENDS = (SUFFIX, f"{SUFFIX}{PACKED}")
LONGEST = 200
"""Bytes of a run's name: a file's name may have 255, and ends in what kind of file it is."""
LONGEST_PATH = 2_000


def new_run(folder: Path, name: str, *, replace: bool) -> Path:
    """The file of a run to be made.

    Raises:
        InputError: the name is none for a file, or there is such a run, not to be replaced.
    """
    is_file_name = bool(name) and Path(name).name == name and not name.startswith(".")
    if not is_file_name or len(os.fsencode(name)) > LONGEST:
        message = f"a run cannot be called {name[:40]!r}: give it a shorter name, without folders"
        raise InputError(message, path=None)
    plain = run_file.name_of(Path(name))
    files = [folder / f"{plain}{end}" for end in ENDS]
    there = [path for path in files if path.exists()]
    if there and not replace:
        message = f"{there[0]} is there already; give another --name, or add --replace"
        raise InputError(message, path=there[0])
    return files[1] if name.endswith(PACKED) else files[0]


def cut_short(folder: Path) -> str:
    """The name of the one run that was cut short, to go on with.

    Raises:
        InputError: there is none, or there are several.
    """
    names = sorted(path.name.removesuffix(PARTIAL) for path in folder.glob(f"*{PARTIAL}"))
    if not names:
        raise InputError(f"no run in {folder} was cut short: nothing to resume", path=folder)
    if len(names) > 1:
        message = f"several runs were cut short ({', '.join(names)}); say which by --name"
        raise InputError(message, path=folder)
    return names[0]


def find_run(folder: Path, named: str) -> Path:
    """The file of a run, given by its path or its name.

    Raises:
        InputError: there is none.
    """
    if len(os.fsencode(named)) <= LONGEST_PATH:
        choices = (Path(named), *(folder / f"{named}{end}" for end in ("", *ENDS)))
        for path in choices:
            if path.is_file():
                return path
    known = ", ".join(_names(folder)) or "none"
    raise InputError(f"there is no run {named[:80]}; in {folder} there are: {known}", path=named)


def _names(folder: Path) -> Iterable[str]:
    """The names of the newest runs."""
    paths = [*folder.glob(f"*{SUFFIX}"), *folder.glob(f"*{SUFFIX}{PACKED}")]
    newest = sorted(paths, key=lambda path: -path.stat().st_mtime)
    return [run_file.name_of(path) for path in newest[:10]]
