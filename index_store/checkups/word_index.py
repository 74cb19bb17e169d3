"""The word index (BM25) kept beside a store, as a search would load it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from index_store import records
from index_store.checkups.findings import Finding, Topic, said
from index_store.stamps import Stamp

if TYPE_CHECKING:
    from index_store.lexical import LexicalIndex

_NAME = "BM25"
_ANEW = "repeat the ingest with --check, which keeps it anew"
_SAMPLE = 20


def findings(topic: Topic, store: Path, stamp: Stamp) -> Iterator[Finding]:
    """Whether it loads, is over the store's papers, and finds them by their own words."""
    from index_store import lexical

    if stamp.snapshot is None:
        yield topic.ok(_NAME, "none is kept until an ingest has finished")
        return
    kept = records.load(store, stamp.snapshot)
    try:
        # It asks for the papers only when what is kept cannot be used: none then says so.
        index = lexical.load_or_build(store, stamp.snapshot, tuple)
        fault = _fault(index, kept or {})
    except Exception as error:  # noqa: BLE001  a damaged file may make it raise anything
        index, fault = lexical.LexicalIndex((), None), said(error)
    if fault:
        remedy = f"remove the folder {store / f'lexical-{stamp.snapshot}'}, then {_ANEW}"
        yield topic.fault(_NAME, f"the kept index is damaged ({fault})", remedy)
    elif not index.paper_ids and kept != {}:
        text = "the kept index is gone or damaged; it is built at each start instead"
        yield topic.warning(_NAME, text, _ANEW)
    else:
        yield topic.ok(
            _NAME, f"{len(index.paper_ids):,} papers", data={"count": len(index.paper_ids)}
        )


def _fault(index: LexicalIndex, kept: Mapping[str, str]) -> str:
    """What is wrong with an index that loads; "" when nothing is."""
    if not index.paper_ids or not kept:
        return ""
    if set(index.paper_ids) != set(kept):
        return "it is over other papers than the store holds"
    sample = sorted(kept)[:: max(1, len(kept) // _SAMPLE)]
    lost = [paper_id for paper_id in sample if not _finds(index, paper_id, kept[paper_id])]
    return f"{len(lost)} of {len(sample)} papers are not found by their own words" if lost else ""


def _finds(index: LexicalIndex, paper_id: str, record: str) -> bool:
    """Whether a paper's own text finds it; of like papers another may come somewhat before."""
    from index_store import lexical

    text = records.from_json(record).search_text
    if not lexical.terms(text):
        return True
    scores = index.scores(text)
    own = float(scores[index.paper_ids.index(paper_id)])
    return own > 0 and own >= float(scores.max()) / 2
