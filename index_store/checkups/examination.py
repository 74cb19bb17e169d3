"""Every check, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from index_store.checkups import configuration, encoding, machine, stores, versions
from index_store.checkups.findings import Finding, Topic, guarded
from index_store.settings import NO_ENCODER, Settings
from index_store.stamps import Identity


def examine(environ: Mapping[str, str], *, store: Path | None = None) -> Iterator[Finding]:
    """Every check, one after the other; it takes some seconds, so each is told as it comes.

    Args:
        environ: the environment's variables.
        store: the folder given on the command line, if one was.
    """
    settings, errors = configuration.load(environ, store=store)
    yield from guarded(Topic("versions"), versions.findings)
    yield from guarded(Topic("settings"), partial(configuration.findings, settings, errors))
    identities: dict[str, Identity] = {}
    for name in _encoders(settings):
        for finding in guarded(encoding.topic(name), partial(encoding.findings, name)):
            yield finding
            if "identity" in finding.data:
                identities[name] = Identity(**finding.data["identity"])
    yield from guarded(Topic("store"), partial(stores.findings, settings, identities))
    yield from guarded(Topic("machine"), partial(machine.findings, settings.store))


def _encoders(settings: Settings) -> list[str]:
    """The encoders that the settings name, each once."""
    named = dict.fromkeys((settings.encoder, settings.multilingual_encoder))
    return [name for name in named if name != NO_ENCODER]
