"""What a check found, as data: good or bad, in a line, with what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from index_store.errors import AskpapersError

State = Literal["ok", "warning", "fault"]
_Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of a check-up.

    Attributes:
        topic: what it is about, in groups ("store").
        name: what was looked at ("vectors").
        state: "warning" for what works, but not as well as it could.
        text: what was found.
        remedy: what to do; "" when there is nothing to do.
        data: the same for programs, ready for JSON.
    """

    topic: str
    name: str
    state: State
    text: str
    remedy: str = ""
    data: _Data = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Topic:
    """Makes the findings of one topic."""

    title: str

    def ok(self, name: str, text: str, remedy: str = "", *, data: _Data | None = None) -> Finding:
        """All is well; a remedy is then merely what to do next."""
        return Finding(self.title, name, "ok", text, remedy, data or {})

    def warning(self, name: str, text: str, remedy: str, *, data: _Data | None = None) -> Finding:
        """It works, but not as well as it could."""
        return Finding(self.title, name, "warning", text, remedy, data or {})

    def fault(self, name: str, text: str, remedy: str, *, data: _Data | None = None) -> Finding:
        """Something is wrong."""
        return Finding(self.title, name, "fault", text, remedy, data or {})

    def failed(self, name: str, error: Exception) -> Finding:
        """What an error says; ours end in what to do, after a semicolon."""
        if not isinstance(error, AskpapersError):
            remedy = "install askpapers again; if that does not help, report it"
            return self.fault(name, f"the check itself failed: {said(error)}", remedy)
        text, _, remedy = str(error).partition("; ")
        return self.fault(name, text, remedy)


def said(error: BaseException) -> str:
    """The kind of an error and what it says, in a line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}".removesuffix(": ")


def guarded(
    topic: Topic, check: Callable[[], Iterable[Finding]], name: str = "check"
) -> Iterator[Finding]:
    """What a check finds, and when it fails, that it failed: the others still run."""
    try:
        yield from check()
    except Exception as error:  # noqa: BLE001  whatever it is, it must not hide the rest
        yield topic.failed(name, error)
