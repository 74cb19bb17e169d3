"""The settings, and where each came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from index_store.checkups.findings import Finding, Topic
from index_store.errors import SettingError
from index_store.settings import Settings

_TOPIC = Topic("settings")


def load(
    environ: Mapping[str, str], *, store: Path | None = None
) -> tuple[Settings, tuple[SettingError, ...]]:
    """The settings without those that cannot be used, and what is wrong with these."""
    usable, errors = dict(environ), list[SettingError]()
    while True:
        try:
            return Settings.load(usable, store=store), tuple(errors)
        except SettingError as error:
            errors.append(error)
            if usable.pop(error.name, None) is None:
                store = None  # what is no variable was the option


def findings(settings: Settings, errors: Sequence[SettingError]) -> Iterator[Finding]:
    """A line for each setting, then one for each that cannot be used."""
    for name in Settings.names():
        value, origin = str(getattr(settings, name)), settings.origin(name)
        data = {"value": value, "origin": origin.kind, "set_by": origin.name}
        yield _TOPIC.ok(name, f"{value} ({origin})", data=data)
    for error in errors:
        yield _TOPIC.failed(error.name, error)
