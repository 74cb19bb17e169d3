"""What llama-index's own quick start gives on the same papers, beside askpapers.

It retrieves; without a model it answers nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from evals.scores import mean_ranking
from evals.speed import subject
from evals.speed.figures import Figure, Section
from evals.speed.keeping import Making
from evals.speed.processes import in_fresh_process
from evals.speed.racing import race
from evals.speed.timing import percentile, timed
from evals.speed.vector_index import documents_found, index_key, open_retriever, prepare_index
from evals.speed.workbench import Workbench

OURS, THEIRS, RATIO = "askpapers", "quick start", "ratio"


@dataclass(slots=True)
class Asked:
    """One side's retrieval for all queries.

    Attributes:
        seconds: of each query.
        runs: score by document id, by query id.
    """

    seconds: list[float] = field(default_factory=list)
    runs: dict[str, dict[str, float]] = field(default_factory=dict)


def measure(workbench: Workbench) -> Section:
    """Ingest the sample, and retrieve for every query of the benchmark, both ways."""
    run = race(workbench)
    ours = workbench.store(workbench.whole)
    theirs = workbench.kept("quick-start", index_key(), prepare_index)
    asked = in_fresh_process(
        ask_both, ours.folder, theirs.folder, dict(workbench.benchmark.queries)
    ).value
    figures = [
        *ingest_figures(run.ingest.making, run.quick_start.making),
        *_row("disk", "KB/paper", [one.disk_bytes_per_paper / 1e3 for one in (ours, theirs)]),
        *retrieval_figures(asked, workbench.benchmark.relevant),
    ]
    notes = (
        "the quick start encodes chunks, askpapers every sentence and each paper twice",
        f"question: retrieval alone, {len(workbench.benchmark.queries)} queries, in turns",
    )
    return Section(
        f"Beside a llama-index quick start, {ours.making.papers:,} papers", tuple(figures), notes
    )


def ask_both(store: Path, folder: Path, queries: Mapping[str, str]) -> dict[str, Asked]:
    """Retrieve for each query, taking turns."""
    given = subject.Encoders.default()
    assistant = subject.open_assistant(store, given)
    retriever = open_retriever(folder, given)
    ours, theirs = Asked(), Asked()
    for query_id, text in queries.items():
        seconds, result = timed(assistant.search, text)
        ours.seconds.append(seconds)
        ours.runs[query_id] = {
            dict(hit.paper.identifiers)["_id"]: hit.score for hit in result.retrieved
        }
        seconds, nodes = timed(retriever.retrieve, text)
        theirs.seconds.append(seconds)
        theirs.runs[query_id] = documents_found(nodes)
    return {OURS: ours, THEIRS: theirs}


def ingest_figures(ours: Making, theirs: Making) -> list[Figure]:
    """Rate and memory of both ingests of the sample."""
    what = f"ingest of {ours.papers:,}"
    return [
        *_row(what, "papers/s", [one.papers / one.seconds for one in (ours, theirs)]),
        *_row(f"{what}, peak memory", "MB", [one.peak_bytes / 1e6 for one in (ours, theirs)]),
    ]


def retrieval_figures(
    asked: Mapping[str, Asked], relevant: Mapping[str, Mapping[str, int]]
) -> list[Figure]:
    """Time, nDCG@10 and recall@5 of both sides."""
    times = [1000 * percentile(asked[side].seconds, 50) for side in (OURS, THEIRS)]
    ranked = [mean_ranking(relevant, asked[side].runs) for side in (OURS, THEIRS)]
    return [
        *_row("question, p50", "ms", times),
        *_row("nDCG@10", "", [figures["nDCG@10"] for figures in ranked]),
        *_row("recall@5", "", [figures["R@5"] for figures in ranked]),
    ]


def _row(name: str, unit: str, sides: Sequence[float]) -> list[Figure]:
    """Our figure, the quick start's, and their ratio."""
    ours, theirs = sides
    return [
        Figure(name, ours, unit, column=OURS),
        Figure(name, theirs, unit, column=THEIRS),
        Figure(name, ours / theirs, "×", column=RATIO),
    ]
