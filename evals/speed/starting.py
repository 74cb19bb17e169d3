"""The time of whole processes, against importing the two libraries that none can do without.

The commands take turns; each starts cold, but for what the system keeps of files.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.speed.figures import Figure, Goal, Section, spread
from evals.speed.processes import MeasurementFailed, in_fresh_process
from evals.speed.stores import Made
from evals.speed.timing import timed
from evals.speed.workbench import Workbench
from index_store.settings import PREFIX

ASK_GOAL = Goal(1.5)
HELP_GOAL = Goal(0.25)
ROUNDS = 7
PROGRAM = str(Path(sys.executable).with_name("askpapers"))
IMPORTS = "import llama_index.core, chromadb"
LEAST = 0.02
"""The share of a start below which a package's imports are not shown."""
OURS = ("ui", "rag", "index_store", "evals")
_IMPORT = re.compile(r"^import time: +(\d+) \| +\d+ \|( +)(\S+)$", re.MULTILINE)

Command = Sequence[str]


@dataclass(frozen=True, slots=True)
class Start:
    """A command, and what it is to cost at most, as a multiple of the imports alone.

    Attributes:
        store: the store that it asks; None when it asks none.
        question: what it asks; "" when it asks nothing.
    """

    name: str
    command: Command
    goal: Goal | None = None
    store: Path | None = None
    question: str = ""

    @classmethod
    def ask(cls, made: Made, question: str) -> Start:
        """``askpapers ask``, of one store."""
        command = (PROGRAM, "ask", "--store", str(made.folder), question)
        name = f"askpapers ask, {made.making.papers:,} papers"
        return cls(name, command, ASK_GOAL, made.folder, question)


BASE = Start(f'python -c "{IMPORTS}"', (sys.executable, "-c", IMPORTS))
HELP = Start("askpapers --help", (PROGRAM, "--help"), HELP_GOAL)


def measure(workbench: Workbench, rounds: int = ROUNDS) -> Section:
    """Start `askpapers --help`, and ask one question of the smallest and the largest store."""
    question = next(iter(workbench.benchmark.queries.values()))
    sizes = sorted({workbench.few, workbench.whole})
    starts = [BASE, HELP, *(Start.ask(workbench.store(size), question) for size in sizes)]
    seconds = alternate([start.command for start in starts], rounds)
    taken = list(zip(starts, seconds, strict=True))
    times = [spread(start.name, [1000 * one for one in each], "ms") for start, each in taken]
    ratios = [_ratio(start, each, seconds[0]) for start, each in taken[1:]]
    missed = [start for start, ratio in zip(starts[1:], ratios, strict=True) if ratio.missed]
    return Section(
        "Cold starts",
        (*times, *ratios),
        notes=(f"whole processes, {rounds} of each, in turns",),
        profile=tuple(line for start in missed for line in profile(start)),
    )


def profile(start: Start) -> list[str]:
    """Where the time of a start goes."""
    lines = [f"{start.name}:", *imports_of(start.command)]
    if start.store:
        lines += ["after its imports:"]
        lines += in_fresh_process(first_steps, start.store, start.question).value
    return lines


def alternate(commands: Sequence[Command], rounds: int) -> list[list[float]]:
    """For each command the seconds of every round; one round before them is not counted."""
    taken = [[timed(run, one)[0] for one in commands] for _ in range(rounds + 1)]
    return [list(column) for column in zip(*taken[1:], strict=True)]


def run(command: Command) -> str:
    """Run a command to its end, with default settings; gives what it said on standard error.

    Raises:
        MeasurementFailed: it failed.
    """
    environment = {name: text for name, text in os.environ.items() if not name.startswith(PREFIX)}
    done = subprocess.run(
        command,
        env=environment,
        cwd=tempfile.gettempdir(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise MeasurementFailed(f"{' '.join(command)} failed: {done.stderr.strip()[-500:]}")
    return done.stderr


def first_steps(store: Path, question: str) -> list[str]:
    """What follows the imports of an `ask`, in milliseconds; to be called in a fresh process."""
    from evals.speed import subject
    from index_store import encoders

    given = subject.Encoders.default()
    opening, assistant = timed(subject.open_assistant, store, given)
    encoding, _ = timed(encoders.encode_query, given.main, question)
    seconds, answer = timed(assistant.answer, question)
    steps = {"open the store": opening, "load the encoder": encoding, "answer": seconds}
    steps |= {f"of it {name}": taken / 1000 for name, taken in answer.timings_ms.items()}
    return [f"{1000 * taken:4.0f} ms  {name}" for name, taken in steps.items()]


def imports_of(command: Command) -> list[str]:
    """The share of a start of one of our commands that each import takes, the largest first."""
    seconds, log = timed(run, [sys.executable, "-X", "importtime", *command])
    packages = by_package(log)
    imports = sum(packages.values())
    ordered = sorted(packages.items(), key=lambda item: -item[1])
    shown = [(name, spent) for name, spent in ordered if spent >= LEAST * seconds]
    lines = [(f"import {name}, with what it imports", spent) for name, spent in shown]
    lines.append(("other imports", imports - sum(spent for _, spent in shown)))
    lines.append(("all but imports", seconds - imports))
    return [f"{spent / seconds:4.0%}  {name}" for name, spent in lines]


def by_package(log: str) -> dict[str, float]:
    """Seconds of imports by the package that our modules, or Python, imported first.

    Args:
        log: what ``-X importtime`` says; each module comes after those it imports, which are
            indented further.
    """
    seconds: dict[str, float] = defaultdict(float)
    above: list[tuple[int, str]] = []  # depth and package of the modules around the next one
    for own, indent, name in reversed(_IMPORT.findall(log)):
        while above and above[-1][0] >= len(indent):
            above.pop()
        outer = above[-1][1] if above else ""
        package = outer if outer and outer not in OURS else name.partition(".")[0]
        above.append((len(indent), package))
        seconds[package] += int(own) / 1e6
    return dict(seconds)


def _ratio(start: Start, taken: Sequence[float], base: Sequence[float]) -> Figure:
    """The median of the rounds: in one, both sides ran within seconds of each other."""
    each = [own / other for own, other in zip(taken, base, strict=True)]
    return spread(f"{start.name} ÷ imports", each, "×", goal=start.goal)
