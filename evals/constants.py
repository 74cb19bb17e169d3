"""Constants of the chain, changed for one run: a threshold, a weight, a depth.

They are the capitalised numbers of ``rag``'s modules, named by their place:
``rag.relevance.ANSWERED_FROM``. Each module reads its own when it needs them, and no other
imports one by its name, so that a changed one holds everywhere; a test holds that.
"""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from index_store.errors import SettingError

PACKAGE = "rag."

Value = float | int


def parse(place: str, text: str) -> Value:
    """A value for a constant, of the kind that it has.

    Raises:
        SettingError: there is no such constant, or the value is of another kind.
    """
    now = _value(place)
    kind = "whole number" if isinstance(now, int) else "number"
    message = f"--set {place}={text}: it is a {kind}, now {now}"
    try:
        value = type(now)(text)
    except ValueError as error:
        raise SettingError(message, name="--set") from error
    if not math.isfinite(value):
        raise SettingError(message, name="--set")
    return value


@contextmanager
def changed(values: Mapping[str, Value]) -> Iterator[None]:
    """Give constants other values, and their own back afterwards."""
    before = {place: _value(place) for place in values}
    try:
        for place, value in values.items():
            _give(place, value)
        yield
    finally:
        for place, value in before.items():
            _give(place, value)


def _give(place: str, value: Value) -> None:
    module, _, name = place.rpartition(".")
    setattr(importlib.import_module(module), name, value)
    for cached in _cached_functions():
        cached.cache_clear()


def _cached_functions() -> Iterator[Any]:
    """The functions of the chain that keep what they gave: it may hang on a constant."""
    modules = [one for name, one in list(sys.modules.items()) if name.startswith(PACKAGE)]
    for module in modules:
        yield from (one for one in vars(module).values() if hasattr(one, "cache_clear"))


def _value(place: str) -> Value:
    module, _, name = place.rpartition(".")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        message = f"--set: there is no constant {place}; write it as rag.module.NAME"
        raise SettingError(message, name="--set") from error
    if not name.isupper() or not isinstance(found, int | float) or isinstance(found, bool):
        raise SettingError(f"--set: {place} is no number to change", name="--set")
    return found
