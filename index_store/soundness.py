"""Whether a store's vectors can be read, found out in a process of its own.

Chroma's engine does not always raise on a damaged vector file: it may end the process. So the
look at every vector is taken by a child, ``python -m index_store.soundness FOLDER``, whose end
tells.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from index_store import stamps
from index_store.advice import lost_vectors
from index_store.connection import connect, failures
from index_store.errors import StoreFailed

_LOST = 3


def is_sound(path: Path) -> bool:
    """Whether every vector can be read, and be searched for.

    Raises:
        StoreFailed: the store cannot be read for another reason than damaged vectors.
    """
    command = [sys.executable, "-m", "index_store.soundness", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode in (0, _LOST) or done.returncode < 0:
        return done.returncode == 0
    reason = done.stderr.strip().splitlines()[-1:] or ["it cannot be read"]
    raise StoreFailed(reason[0], path=path)


def _look(path: Path) -> int:
    """Read each vector and search for one; returns how the process should end."""
    try:
        with failures(path):
            session = connect(path, stamps.read(path), create=True)
            tables = (session.papers, session.sentences, session.multilingual)
            for table in filter(None, tables):
                found = table.vectors(table.ids())
                for vector in list(found.values())[:1]:
                    table.nearest(vector, 10)
    except StoreFailed as error:
        if lost_vectors(error):
            return _LOST
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_look(Path(sys.argv[1])))
