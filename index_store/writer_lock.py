"""One writer at a time: two writers in one embedded Chroma folder lose vectors for good.

The lock is the operating system's, so a writer that was killed never leaves it behind. Who
holds it stands in a small file beside it, for the message the next writer gets.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from index_store.errors import StoreFailed, StoreLocked

LOCK = "writer.lock"
HOLDER = "writer.json"


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that is writing.

    Attributes:
        pid: its number on its host.
        host: the machine's name.
        command: its command line, shortened.
        since: when it took the lock, UTC, ISO 8601.
    """

    pid: int
    host: str
    command: str
    since: str

    @classmethod
    def current(cls) -> Holder:
        """This process, now."""
        program, *arguments = sys.argv or ["python"]
        command = " ".join([Path(program).name, *arguments])[:200]
        since = datetime.now(UTC).isoformat(timespec="seconds")
        return cls(os.getpid(), socket.gethostname(), command, since)

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host} ({self.command}), since {self.since}"


@contextmanager
def writer_lock(folder: Path) -> Iterator[None]:
    """Hold the store in ``folder``, which must exist, for writing; never waits.

    Raises:
        StoreLocked: another process, or another thread, is writing; says which.
        StoreFailed: the lock's file cannot be written.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(folder / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise StoreLocked(_occupied(folder), path=folder) from None
    except (OSError, NotImplementedError) as error:
        message = f"cannot write in {folder}: {error}; check its permissions"
        raise StoreFailed(message, path=folder) from error
    try:
        _announce(folder)
        yield
    finally:
        (folder / HOLDER).unlink(missing_ok=True)
        lock.release()


def writer_of(folder: Path) -> str | None:
    """Who is writing to the store in ``folder`` now; None for nobody. Changes nothing on disk."""
    try:
        import fcntl
    except ImportError:  # not a Unix: a writer that was not killed takes its file away
        return _holder(folder) if (folder / HOLDER).exists() else None
    try:
        with (folder / LOCK).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _holder(folder)
    except OSError:  # there is no lock, or it cannot be read
        return None
    return None


def _announce(folder: Path) -> None:
    """Write down who holds the lock; a courtesy, so a full disk does not stop the writer."""
    try:
        (folder / HOLDER).write_text(json.dumps(asdict(Holder.current())), "utf-8")
    except OSError:
        return


def _occupied(folder: Path) -> str:
    """The message for the writer that came second."""
    holder = _holder(folder)
    return f"the store at {folder} is being written by {holder}; try again when it has finished"


def _holder(folder: Path) -> str:
    """Who holds the lock, as far as it is written down."""
    try:
        return str(Holder(**json.loads((folder / HOLDER).read_text("utf-8"))))
    except (OSError, TypeError, ValueError):
        return "another process"
