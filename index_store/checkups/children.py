"""Looks taken by a process of its own, since what is looked at may end the process.

The child is ``python -m`` a module that calls `tell`: a line of JSON a finding, at once, so
that what was found before the end is not lost.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from index_store.checkups.findings import Finding, Topic

_MARK = "askpapers-finding "  # what else the child's libraries print is no finding


@dataclass(frozen=True, slots=True)
class Look:
    """A look that a child takes.

    Attributes:
        module: what the child runs.
        arguments: what it is given.
        topic: of its findings.
        names: what it looks at, in order; the first that it does not tell of is what ended it.
        remedy: what to do when it was ended.
        seconds: how long it may take.
    """

    module: str
    arguments: Sequence[str]
    topic: Topic
    names: Sequence[str]
    remedy: str
    seconds: float = 600.0

    def findings(self) -> Iterator[Finding]:
        """What the child told, and how it ended when that was not as it should."""
        end, output = self._run()
        told = [_parsed(line) for line in output.splitlines() if line.startswith(_MARK)]
        yield from told
        if end:
            missing = [name for name in self.names if name not in {each.name for each in told}]
            yield self.topic.fault(next(iter(missing), "look"), end, self.remedy)
            for name in missing[1:]:
                text = "not looked at, since the look before it did not come to its end"
                yield self.topic.warning(name, text, "")

    def _run(self) -> tuple[str, str]:
        """How the child ended, "" for well, and what it printed."""
        # -P and the path: it finds exactly the modules that this process finds.
        command = [sys.executable, "-P", "-m", self.module, *self.arguments]
        path = os.pathsep.join(str(Path(entry or Path.cwd())) for entry in sys.path)
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env={**os.environ, "PYTHONPATH": path},
                timeout=self.seconds,
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            end = f"looking at it took more than {self.seconds:.0f} seconds"
            return end, (late.stdout or b"").decode("utf-8", "replace")
        return _end(done), done.stdout.decode("utf-8", "replace")


def tell(findings: Iterable[Finding]) -> None:
    """Called by the child: hand findings to the parent, each as soon as it is there."""
    for finding in findings:
        print(f"\n{_MARK}{json.dumps(asdict(finding))}", flush=True)


def _parsed(line: str) -> Finding:
    content: dict[str, Any] = json.loads(line.removeprefix(_MARK))
    return Finding(**content)


def _end(done: subprocess.CompletedProcess[bytes]) -> str:
    """How a child ended, in words; "" when it came to its end."""
    if done.returncode == 0:
        return ""
    if done.returncode < 0:
        number = -done.returncode
        known = {each.value: each.name for each in signal.Signals}
        return f"looking at it ended the process ({known.get(number, f'signal {number}')})"
    last = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
    return f"looking at it failed: {' '.join(last)[:300] or f'exit code {done.returncode}'}"
