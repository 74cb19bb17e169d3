"""The store a command works on, opened as the environment and the options say."""

from __future__ import annotations

import contextlib
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ui.failures import DEBUG_VARIABLE

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

    from index_store.chroma import PaperStore
    from index_store.settings import Settings
    from rag.assistant import Assistant


@dataclass(frozen=True, slots=True)
class Session:
    """A store opened for questions."""

    papers: PaperStore
    assistant: Assistant


def environment() -> dict[str, str]:
    """The environment's variables but for the one that is no setting."""
    return {name: value for name, value in os.environ.items() if name != DEBUG_VARIABLE}


def load_settings(*, store: Path | None = None, encoder: str | None = None) -> Settings:
    """Settings from the environment, with what the command line gave on top.

    Raises:
        SettingError: a variable of the environment is no setting.
    """
    from index_store.settings import Settings

    return Settings.load(environment(), store=store, encoder=encoder)


def load_encoder(settings: Settings) -> BaseEmbedding:
    """The encoder the settings name.

    Raises:
        SettingError: there is none of that name, or it cannot be used.
    """
    from index_store import encoders

    return encoders.load(settings.encoder)


def load_multilingual(settings: Settings) -> BaseEmbedding | None:
    """The encoder the settings name for questions that are not in Latin script; None for none.

    Raises:
        SettingError: as `load_encoder`.
    """
    from index_store import encoders

    return encoders.load_multilingual(settings.multilingual_encoder)


def open_papers(store: Path | None) -> PaperStore:
    """The store for looking at its papers; needs no encoder.

    Raises:
        StoreMissing: there is none, or it holds no papers.
        StoreError: it cannot be read.
    """
    from index_store.chroma import PaperStore

    return PaperStore.open(load_settings(store=store).store, encoder=None)


def open_session(store: Path | None) -> Session:
    """The store and an assistant over it.

    Raises:
        StoreMissing: there is no store, or it holds no papers.
        StoreError: it cannot be read, or another encoder wrote it.
        SettingError: the encoder cannot be used.
    """
    from index_store.chroma import PaperStore

    settings = load_settings(store=store)
    encoder = load_encoder(settings)
    papers = PaperStore.open(settings.store, encoder=encoder)
    # Not a daemon: the database must not be left in the middle of a call when the program ends.
    threading.Thread(target=_warm_up, args=(papers,)).start()
    from rag.assistant import Assistant  # which imports more, meanwhile

    multilingual = load_multilingual(settings)
    return Session(papers, Assistant(papers, encoder, multilingual=multilingual))


def _warm_up(papers: PaperStore) -> None:
    """Load the indexes while the encoder loads; what fails here fails again where it is told."""
    from index_store.errors import StoreError

    with contextlib.suppress(StoreError):
        papers.warm_up()
