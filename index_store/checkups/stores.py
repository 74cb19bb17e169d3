"""The store: whether it is there, is ours, fits the encoders, and holds what it should.

Opening a database writes in it, so what it holds is looked at in a copy; see `contents`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from index_store import stamps
from index_store.checkups import contents
from index_store.checkups.findings import Finding, Topic, guarded
from index_store.checkups.machine import amount, existing, size_of
from index_store.errors import StoreError, StoreForeign, StoreMissing
from index_store.settings import NO_ENCODER, Settings
from index_store.stamps import Identity, Stamp
from index_store.writer_lock import writer_of

_TOPIC = Topic("store")
_SPARE = 64 * 2**20  # bytes: what a copy must leave free where it is made
_TRIES = 3
_UNREADABLE = "check its permissions; if they are right, restore it or ingest into a new folder"


def findings(settings: Settings, identities: Mapping[str, Identity]) -> Iterator[Finding]:
    """What there is to say of the store that the settings name.

    Args:
        settings: which store, and what it should be encoded with.
        identities: the encoders that could be made, by name.
    """
    folder = settings.store
    try:
        stamp = stamps.read(folder)
    except StoreMissing:
        yield _absent(settings)
        yield _writable(folder)
        return
    except StoreForeign as error:
        yield _TOPIC.failed("folder", error)
        return
    except StoreError as error:
        finding = _TOPIC.failed("folder", error)
        yield replace(finding, remedy=finding.remedy or _UNREADABLE)
        stamp = None
    writer = writer_of(folder)
    if stamp is not None:
        yield _TOPIC.ok("folder", f"{folder}, format {stamps.FORMAT}", data={"path": str(folder)})
        yield _last_ingest(stamp, writer)
        yield _encoder(settings, stamp, identities)
        yield _multilingual(settings, stamp, identities)
    yield _writable(folder)
    yield _TOPIC.ok("size", amount(size_of(folder)), data={"bytes": size_of(folder)})
    yield from guarded(_TOPIC, lambda: _contents(folder, stamp, writer), "contents")


def _absent(settings: Settings) -> Finding:
    """No store: as it should be before the first ingest, a fault when one was named."""
    origin = settings.origin("store")
    path = str(settings.store)
    if origin.kind == "default":
        remedy = "askpapers ingest LIST reads your papers into it"
        return _TOPIC.ok("folder", f"none yet at {path}", remedy, data={"path": path})
    remedy = "name the one you mean, or ingest papers into it"
    return _TOPIC.fault(
        "folder", f"none at {path}, which {origin} names", remedy, data={"path": path}
    )


def _last_ingest(stamp: Stamp, writer: str | None) -> Finding:
    data = {"finished": stamp.generation, "snapshot": stamp.snapshot, "writer": writer}
    if writer is not None:
        return _TOPIC.ok("last ingest", f"under way, by {writer}", data=data)
    if stamp.snapshot is None:
        text = "cut short; what it had stored is kept"
        return _TOPIC.warning(
            "last ingest", text, "repeat it, and it goes on from there", data=data
        )
    text = f"finished, number {stamp.generation}, snapshot {stamp.snapshot}"
    return _TOPIC.ok("last ingest", text, data=data)


def _encoder(settings: Settings, stamp: Stamp, identities: Mapping[str, Identity]) -> Finding:
    """Whether the store's vectors come from the encoder that questions will be encoded with."""
    data = {"encoder": stamp.encoder.name}
    identity = identities.get(settings.encoder)
    if identity is None:
        text = f"{stamp.encoder}; not compared, as {settings.encoder} could not be made"
        return _TOPIC.warning("encoder", text, "mend the encoder first", data=data)
    if stamp.encoder.agrees(identity):
        return _TOPIC.ok("encoder", str(stamp.encoder), data=data)
    choice = f"set ASKPAPERS_ENCODER={stamp.encoder.name}"
    if stamp.encoder.name == identity.name:
        choice = "install the askpapers again that the store was made with"
    remedy = f"{choice}, or name another store"
    return _TOPIC.fault("encoder", f"{stamp.encoder}, not {identity}", remedy, data=data)


def _multilingual(settings: Settings, stamp: Stamp, identities: Mapping[str, Identity]) -> Finding:
    """Whether questions in other scripts can be searched for."""
    name, held, wanted = "multilingual", stamp.multilingual, settings.multilingual_encoder
    data = {"encoder": None if held is None else held.name}
    if wanted == NO_ENCODER:
        return _TOPIC.ok(name, f"switched off; the store has {held or 'none'}", data=data)
    identity = identities.get(wanted)
    if identity is None:
        text = f"{held or 'none'}; not compared, as {wanted} could not be made"
        return _TOPIC.warning(name, text, "mend the encoder first", data=data)
    if held is None or not held.agrees(identity):
        text = f"{held or 'none'}, not {identity}: questions in other scripts will find less"
        remedy = "repeat the ingest: it encodes the papers with that one too"
        return _TOPIC.warning(name, text, remedy, data=data)
    return _TOPIC.ok(name, str(held), data=data)


def _writable(folder: Path) -> Finding:
    """Whether files can be written where they have to be."""
    folder = existing(folder)
    parts = (folder, folder / "chroma", folder / "chroma" / "chroma.sqlite3")
    shut = [str(part) for part in parts if os.path.lexists(part) and not os.access(part, os.W_OK)]
    if shut:
        remedy = "check its permissions; Chroma needs to write even where papers are only read"
        return _TOPIC.fault(
            "permissions", f"{shut[0]} cannot be written", remedy, data={"paths": shut}
        )
    return _TOPIC.ok("permissions", f"{folder} can be written")


def _contents(folder: Path, stamp: Stamp | None, writer: str | None) -> Iterator[Finding]:
    """What is in the store, looked at in a copy by a process of its own."""
    if writer is not None:
        text = f"not looked into while it is being written by {writer}"
        yield _TOPIC.warning("contents", text, "run this again when that has ended")
        return
    cramped = _cramped(size_of(folder / "chroma"))
    if cramped:
        text = f"not looked into, as there is no room for a copy: {cramped}"
        remedy = "free some space for temporary files, or name a place for them in TMPDIR"
        yield _TOPIC.warning("contents", text, remedy)
        return
    try:
        with _copied(folder) as copy:
            yield from contents.findings(folder, copy, stamp)
    except OSError as error:
        yield _TOPIC.fault("contents", f"cannot be read: {_first(error)}", "check its permissions")


def _cramped(size: int) -> str:
    """Why so many bytes cannot be copied to where temporary files are; "" when they can."""
    try:
        place = tempfile.gettempdir()
        free = shutil.disk_usage(place).free
    except OSError as error:
        return str(error)
    lacking = free < size + _SPARE
    return f"{amount(size)} to copy, {amount(free)} free in {place}" if lacking else ""


def _first(error: OSError) -> str:
    """What went wrong; where many files were copied, with the first."""
    return str(error.args[0][0][2] if isinstance(error, shutil.Error) else error)


@contextmanager
def _copied(folder: Path) -> Iterator[Path]:
    """A copy of a store's database, in a temporary folder.

    Raises:
        OSError: the store cannot be read.
    """
    source = folder / "chroma"
    with tempfile.TemporaryDirectory(
        prefix="askpapers-doctor-", ignore_cleanup_errors=True
    ) as temporary:
        for _ in range(_TRIES):  # again if somebody who opened it wrote meanwhile
            before = _written(source)
            shutil.rmtree(Path(temporary) / "chroma", ignore_errors=True)
            _copy(source, Path(temporary) / "chroma")
            if _written(source) == before:
                break
        yield Path(temporary)


def _copy(source: Path, copy: Path) -> None:
    """Copy a folder that may not be there; what was read-only can be written in the copy."""
    if not source.is_dir():
        return
    shutil.copytree(source, copy, copy_function=shutil.copyfile)
    for path in (copy, *copy.rglob("*")):
        if path.is_dir():
            path.chmod(0o700)


def _written(folder: Path) -> list[tuple[str, int, int]]:
    """When each file was last written, and how long it was."""
    status = [(str(path), path.stat()) for path in sorted(folder.rglob("*"))]
    return [(name, each.st_mtime_ns, each.st_size) for name, each in status]
