"""Every error askpapers raises on purpose.

One root, so that a caller who wants "anything that went wrong here" catches one name::

    AskpapersError
    ├── SettingError        a setting that cannot be used
    ├── InputError          something given to read that cannot be read
    ├── EncoderFailed       the encoder failed, or gave what cannot be used
    └── StoreError          the store on disk
        ├── StoreMissing    no store there, or one without papers
        ├── StoreForeign    written by another encoder or another version, or not a store
        ├── StoreLocked     another process is writing
        └── StoreFailed     the disk or the database said no

A message is one line: what happened, where, and what to do next.
"""

from __future__ import annotations

from pathlib import Path


class AskpapersError(Exception):
    """The root: its text is fit to be shown to a user as it is."""


class SettingError(AskpapersError):
    """A setting that cannot be used.

    Attributes:
        name: the setting as the user writes it (``ASKPAPERS_STORE``, ``--encoder``).
    """

    def __init__(self, message: str, *, name: str) -> None:
        super().__init__(message)
        self.name = name


class InputError(AskpapersError):
    """Something given to read that cannot be read at all.

    Attributes:
        path: the file or folder, ``-`` for standard input; None when it is no file.
        line: the line at fault, counted from 1; None when it is the whole file.
    """

    def __init__(self, message: str, *, path: Path | str | None, line: int | None = None) -> None:
        super().__init__(message)
        self.path = path
        self.line = line


class EncoderFailed(AskpapersError):
    """The encoder failed while it worked, or gave vectors that cannot be used.

    Attributes:
        encoder: its model's name.
    """

    def __init__(self, message: str, *, encoder: str) -> None:
        super().__init__(message)
        self.encoder = encoder


class StoreError(AskpapersError):
    """The store on disk cannot be used.

    Attributes:
        path: the store's folder.
    """

    def __init__(self, message: str, *, path: Path) -> None:
        super().__init__(message)
        self.path = path


class StoreMissing(StoreError):
    """There is no store at the path, or it holds no papers."""


class StoreForeign(StoreError):
    """The store was written by another encoder or version, or the folder is something else."""


class StoreLocked(StoreError):
    """Another process is writing to the store; the message says which."""


class StoreFailed(StoreError):
    """The disk is full, read-only or damaged, or the database failed."""
