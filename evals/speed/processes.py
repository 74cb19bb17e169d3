"""Functions in processes of their own, so that one measurement does not show in another."""

from __future__ import annotations

import multiprocessing
import os
import re
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Generic, ParamSpec, TypeVar

from index_store.errors import AskpapersError

Given = ParamSpec("Given")
Result = TypeVar("Result")

_CONTEXT = multiprocessing.get_context("spawn")  # a fork would inherit what is loaded here


class MeasurementFailed(AskpapersError):
    """A process that measured something ended without a result."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Result]):
    """What a function in a process of its own gave.

    Attributes:
        peak_bytes: the most memory that the process has held.
    """

    value: Result
    peak_bytes: int


class Child(Generic[Result]):
    """A function under way in a fresh process."""

    def __init__(
        self, function: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
    ) -> None:
        """Start it; what is given to it must be picklable."""
        self._name = function.__name__
        self._results, sending = _CONTEXT.Pipe(duplex=False)
        self._process = _CONTEXT.Process(
            target=_run, args=(sending, function, args, kwargs), daemon=True
        )
        self._process.start()
        sending.close()  # so that the end of the process ends the pipe

    def has_ended(self, within: float | None) -> bool:
        """Whether it ends within so many seconds; None waits until it does."""
        return self._results.poll(within)

    def pause(self) -> None:
        """Stop it where it is, until `resume`."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on; nothing happens where it is not stopped, or has ended."""
        self._signal(signal.SIGCONT)

    def outcome(self) -> Outcome[Result]:
        """What it gave, once it has ended.

        Raises:
            MeasurementFailed: it ended otherwise; it has said on standard error why.
        """
        try:
            outcome: Outcome[Result] = self._results.recv()
        except EOFError as error:
            message = f"the process that ran {self._name} failed; see above for what it said"
            raise MeasurementFailed(message) from error
        finally:
            self._process.join()
        return outcome

    def _signal(self, number: signal.Signals) -> None:
        if self._process.is_alive() and self._process.pid:
            os.kill(self._process.pid, number)


def in_fresh_process(
    function: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
) -> Outcome[Result]:
    """Call a function in a process of its own, and wait for it."""
    return Child(function, *args, **kwargs).outcome()


def peak_memory() -> int:
    """The most memory (resident set) that this process has held so far, in bytes.

    On Linux from ``/proc``: the peak that `getrusage` gives begins at what the parent held.
    """
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
    if found:
        return 1024 * int(found[1])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def pipe() -> tuple[Connection, Connection]:
    """Two ends to talk through, one of which can be given to a `Child`."""
    return _CONTEXT.Pipe()


def _run(
    sending: Connection,
    function: Callable[..., Result],
    args: tuple[object, ...],
    kwargs: dict[str, object],
) -> None:
    value = function(*args, **kwargs)
    sending.send(Outcome(value, peak_memory()))
