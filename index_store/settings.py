"""What a user may set about the store: where it is and which encoder fills it.

Every setting is a field of `Settings`; its environment variable is ``ASKPAPERS_`` and the
field's name in capitals. A misspelt variable is an error, never silently ignored.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from index_store.errors import SettingError

PREFIX = "ASKPAPERS_"
DEFAULT_ENCODER = "minilm-l6-v2-int8"
DEFAULT_MULTILINGUAL_ENCODER = "use-multilingual-v3"


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the papers live and what encodes them.

    Attributes:
        store: the store's folder, absolute (``ASKPAPERS_STORE``).
        encoder: name of the encoder, as `encoders.load` takes it (``ASKPAPERS_ENCODER``).
        multilingual_encoder: name of the one for questions in other scripts than Latin
            (``ASKPAPERS_MULTILINGUAL_ENCODER``); "none" when `encoder` understands them itself.
    """

    store: Path
    encoder: str = DEFAULT_ENCODER
    multilingual_encoder: str = DEFAULT_MULTILINGUAL_ENCODER

    @classmethod
    def load(cls, environ: Mapping[str, str], **overrides: str | Path | None) -> Settings:
        """Settings from the environment, with what the command line gave on top.

        Args:
            environ: the environment's variables; an empty value counts as not set.
            **overrides: values by field name; None counts as not given.

        Raises:
            SettingError: a variable starts with ``ASKPAPERS_`` and is no setting.
        """
        known = {f"{PREFIX}{field.name.upper()}": field.name for field in fields(cls)}
        _refuse_unknown([name for name in environ if name.startswith(PREFIX)], known)
        values: dict[str, str | Path] = {
            field: environ[name] for name, field in known.items() if environ.get(name)
        }
        values |= {name: value for name, value in overrides.items() if value is not None}
        store = values.pop("store", None) or default_store()
        return cls(Path(store).expanduser().absolute(), **{k: str(v) for k, v in values.items()})


def default_store() -> Path:
    """The folder for a user's data on this system, ``~/.local/share/askpapers`` on Linux."""
    import platformdirs

    return Path(platformdirs.user_data_dir("askpapers", appauthor=False))


def _refuse_unknown(given: list[str], known: Mapping[str, str]) -> None:
    """Raise for the first variable that is no setting, naming the nearest that is one."""
    for name in sorted(set(given) - set(known)):
        # The prefix, common to all, would make anything look near.
        words = [variable.removeprefix(PREFIX) for variable in known]
        nearest = difflib.get_close_matches(name.removeprefix(PREFIX), words, n=1)
        known_ones = f"known are {', '.join(sorted(known))}"
        hint = f"did you mean {PREFIX}{nearest[0]}?" if nearest else known_ones
        raise SettingError(f"{name} is not a setting; {hint}", name=name)
