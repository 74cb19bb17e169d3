"""What a user may set about the store: where it is and which encoder fills it.

Every setting is a field of `Settings`; its environment variable is ``ASKPAPERS_`` and the
field's name in capitals. A misspelt variable is an error, never silently ignored. An option of
the command line goes before the environment, the environment before the default; `Settings`
remembers which it was.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Literal

from index_store.errors import SettingError

PREFIX = "ASKPAPERS_"
DEFAULT_ENCODER = "minilm-l6-v2-int8"
DEFAULT_MULTILINGUAL_ENCODER = "use-multilingual-v3"
NO_ENCODER = "none"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the value of a setting came from.

    Attributes:
        kind: which of the places a value may come from.
        name: what sets it there, as the user writes it (``--store``, ``ASKPAPERS_STORE``);
            "" for a default.
    """

    kind: Literal["option", "environment", "default"]
    name: str = ""

    def __str__(self) -> str:
        return self.name or self.kind


_Given = tuple[str | Path, Origin]
_DEFAULT = Origin("default")


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the papers live and what encodes them.

    Attributes:
        store: the store's folder, absolute (``ASKPAPERS_STORE``).
        encoder: name of the encoder, as `encoders.load` takes it (``ASKPAPERS_ENCODER``).
        multilingual_encoder: name of the one for questions in other scripts than Latin
            (``ASKPAPERS_MULTILINGUAL_ENCODER``); "none" when `encoder` understands them itself.
        origins: where the values that are no defaults came from; no setting itself.
    """

    store: Path
    encoder: str = DEFAULT_ENCODER
    multilingual_encoder: str = DEFAULT_MULTILINGUAL_ENCODER
    origins: Mapping[str, Origin] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def load(cls, environ: Mapping[str, str], **overrides: str | Path | None) -> Settings:
        """Settings from the environment, with what the command line gave on top.

        Args:
            environ: the environment's variables; an empty value counts as not set.
            **overrides: values by field name; None counts as not given.

        Raises:
            SettingError: a variable starts with ``ASKPAPERS_`` and is no setting, or its value
                cannot be used.
        """
        # What stands later goes first.
        given = {**_from_environment(environ, cls.names()), **_from_options(overrides)}
        origins = {name: origin for name, (_, origin) in given.items()}
        store = given.pop("store") if "store" in given else (default_store(), _DEFAULT)
        texts = {name: str(value) for name, (value, _) in given.items()}
        return cls(_absolute(*store), **texts, origins=origins)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The settings there are."""
        return tuple(each.name for each in fields(cls) if each.name != "origins")

    def origin(self, name: str) -> Origin:
        """Where the value of a setting came from."""
        return self.origins.get(name, _DEFAULT)


def default_store() -> Path:
    """The folder for a user's data on this system, ``~/.local/share/askpapers`` on Linux."""
    import platformdirs

    return Path(platformdirs.user_data_dir("askpapers", appauthor=False))


def _from_environment(environ: Mapping[str, str], names: Iterable[str]) -> dict[str, _Given]:
    """What the environment sets."""
    known = {f"{PREFIX}{name.upper()}": name for name in names}
    _refuse_unknown([name for name in environ if name.startswith(PREFIX)], known)
    return {
        name: (environ[variable], Origin("environment", variable))
        for variable, name in known.items()
        if environ.get(variable)
    }


def _from_options(options: Mapping[str, str | Path | None]) -> dict[str, _Given]:
    """What the command line sets."""
    return {
        name: (value, Origin("option", f"--{name.replace('_', '-')}"))
        for name, value in options.items()
        if value is not None
    }


def _absolute(folder: str | Path, origin: Origin) -> Path:
    """The path of a folder, which may start at a home (``~``, ``~name``)."""
    try:
        return Path(folder).expanduser().absolute()
    except RuntimeError as error:
        message = f"{origin} names {folder}: {error}; write the path out"
        raise SettingError(message, name=origin.name) from error


def _refuse_unknown(given: list[str], known: Mapping[str, str]) -> None:
    """Raise for the first variable that is no setting, naming the nearest that is one."""
    for name in sorted(set(given) - set(known)):
        # The prefix, common to all, would make anything look near.
        words = [variable.removeprefix(PREFIX) for variable in known]
        nearest = difflib.get_close_matches(name.removeprefix(PREFIX), words, n=1)
        known_ones = f"known are {', '.join(sorted(known))}"
        hint = f"did you mean {PREFIX}{nearest[0]}?" if nearest else known_ones
        raise SettingError(f"{name} is not a setting; {hint}", name=name)
