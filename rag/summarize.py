"""Cited summaries: for each paper its contribution and its main result, no two saying the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from index_store.chroma import PaperStore
from index_store.papers import Paper
from rag.choose import highlights
from rag.compose import Chosen

SAME = 0.9
"""Cosine of two sentences from which they say the same."""


def summarize(store: PaperStore, papers: Sequence[Paper]) -> list[Chosen]:
    """The sentences to quote of each paper, best paper first.

    A paper whose sentences were all said before is dropped; one without an abstract stays.
    """
    vectors = store.sentence_vectors([paper.paper_id for paper in papers])
    said: list[NDArray[np.float32]] = []
    chosen = []
    for paper in papers:
        fresh = _fresh(highlights(paper), vectors[paper.paper_id], said)
        if fresh or not paper.sentences:
            chosen.append(Chosen(paper, fresh))
    return chosen


def _fresh(
    indices: Iterable[int], rows: NDArray[np.float32], said: list[NDArray[np.float32]]
) -> tuple[int, ...]:
    """Those sentences that say nothing said before; `said` grows by them."""
    kept = []
    for index in indices:
        if all(float(rows[index] @ other) < SAME for other in said):
            said.append(rows[index])
            kept.append(index)
    return tuple(kept)
