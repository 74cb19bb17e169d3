"""Processes that work in turns, so that the noise of the machine falls on all alike.

While one has its turn the others are stopped, wherever they are: none has to be cut in pieces
for it, or knows of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Generic, ParamSpec, Protocol, TypeVar

from evals.speed.processes import Child, Outcome, pipe
from evals.speed.timing import timed

TURN = 1.0
"""Seconds of a turn."""

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Worker(Protocol):
    """What can take turns; see `Contestant`."""

    def work(self, within: float | None) -> bool:
        """Let it work for so many seconds at most, and say whether it has ended."""

    def let_go(self) -> None:
        """Leave it to itself."""


class Contestant(Generic[Result]):
    """A process that has made its preparations, and waits for its first turn to work."""

    def __init__(
        self,
        prepare: Callable[Given, Callable[[], Result]],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> None:
        """Start a fresh process, and wait until it is prepared.

        Args:
            prepare: called there; gives the work that the turns are taken at.
            *args: what is given to `prepare`; must be picklable.
            **kwargs: likewise.
        """
        gate, theirs = pipe()
        self._child = Child(_work_after_gate, theirs, prepare, args, kwargs)
        theirs.close()
        try:
            gate.recv()
        except EOFError:
            self._child.outcome()  # tells of its failure
        self._child.pause()
        gate.send(None)

    def work(self, within: float | None) -> bool:
        """See `Worker`; None is as long as it takes."""
        self._child.resume()
        has_ended = self._child.has_ended(within)
        if not has_ended:
            self._child.pause()
        return has_ended

    def let_go(self) -> None:
        """See `Worker`."""
        self._child.resume()

    def outcome(self) -> Outcome[Result]:
        """What its work gave; errors as for `Child.outcome`."""
        return self._child.outcome()


def take_turns(workers: Sequence[Worker], turn: float = TURN) -> list[float]:
    """Let all work to their end, in turns of some seconds; the seconds that each has worked."""
    seconds = [0.0] * len(workers)
    waiting = list(range(len(workers)))
    try:
        while waiting:
            within = turn if len(waiting) > 1 else None
            for place in tuple(waiting):
                spent, has_ended = timed(workers[place].work, within)
                seconds[place] += spent
                if has_ended:
                    waiting.remove(place)
    finally:
        for worker in workers:  # one left stopped would never end
            worker.let_go()
    return seconds


def _work_after_gate(
    gate: Connection,
    prepare: Callable[..., Callable[[], Result]],
    args: Sequence[object],
    kwargs: Mapping[str, object],
) -> Result:
    work = prepare(*args, **kwargs)
    gate.send(None)
    gate.recv()
    return work()
