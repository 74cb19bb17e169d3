"""The folder that runs are kept in: found again by their names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from evals import run_file
from evals.run_file import PACKED, PARTIAL, SUFFIX
from index_store.errors import InputError

DEFAULT = Path("runs")


def new_run(folder: Path, name: str, *, replace: bool) -> Path:
    """The file of a run to be made.

    Raises:
        InputError: the name is none for a file, or there is such a run, not to be replaced.
    """
    if not name or Path(name).name != name or name.startswith("."):
        raise InputError(f"{name!r} cannot be the name of a run: give it no folder", path=None)
    path = folder / (name if name.endswith((SUFFIX, PACKED)) else f"{name}{SUFFIX}")
    if path.exists() and not replace:
        message = f"{path} is there already; give another --name, or add --replace"
        raise InputError(message, path=path)
    return path


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
    choices = (Path(named), *(folder / f"{named}{end}" for end in (SUFFIX, f"{SUFFIX}{PACKED}")))
    for path in choices:
        if path.is_file():
            return path
    known = ", ".join(_names(folder)) or "none"
    raise InputError(f"there is no run {named}; in {folder} there are: {known}", path=named)


def _names(folder: Path) -> Iterable[str]:
    """The names of the newest runs."""
    paths = [*folder.glob(f"*{SUFFIX}"), *folder.glob(f"*{SUFFIX}{PACKED}")]
    newest = sorted(paths, key=lambda path: -path.stat().st_mtime)
    return [run_file.name_of(path) for path in newest[:10]]
