"""An ingest of the sample, its encoders alone, and a quick start: the same papers, in turns."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from evals.speed import subject
from evals.speed.stores import Made, making_of, prepare_ingest
from evals.speed.turns import Contestant, take_turns
from evals.speed.vector_index import prepare_index
from evals.speed.workbench import Workbench
from index_store import encoders


@dataclass(frozen=True, slots=True)
class Race:
    """What each of the three took.

    Attributes:
        ingest: our store.
        encoding_seconds: of the texts that our ingest encodes, without a store.
        quick_start: llama-index's index.
    """

    ingest: Made
    encoding_seconds: float
    quick_start: Made


@functools.cache
def race(workbench: Workbench) -> Race:
    """Run the three, once a run."""
    corpus = workbench.corpus(workbench.sample)
    store, index = workbench.scratch("ingested"), workbench.scratch("quick-start")
    ingest = Contestant(prepare_ingest, corpus, store)
    encoding = Contestant(prepare_encoding, corpus)
    quick_start = Contestant(prepare_index, corpus, index)
    seconds = take_turns([ingest, encoding, quick_start])
    encoding.outcome()
    made = Made(store, making_of(ingest.outcome(), seconds[0]))
    workbench.remember(workbench.sample, made)
    return Race(made, seconds[1], Made(index, making_of(quick_start.outcome(), seconds[2])))


def prepare_encoding(corpus: Path) -> Callable[[], None]:
    """Encoding all texts that an ingest of a corpus encodes, a list for each encoder's kind."""
    given = subject.Encoders.warm()
    work = given.work_on(subject.papers_of(corpus))

    def encode() -> None:
        for encoder, texts in work:
            encoders.encode(encoder, texts)

    return encode
