"""Run a question set or a benchmark through the same chain as a user's question."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

from llama_index.core.base.embeddings.base import BaseEmbedding

from evals.metrics import Outcome, judge, ranking_figures, shared_stems
from evals.sets import Benchmark, QuestionItem
from index_store import encoders, stamps
from index_store.chroma import PaperStore
from index_store.errors import StoreMissing
from index_store.ingest import Progress, ingest
from rag.assistant import Assistant

DEPTH = 100
"""How many papers a benchmark's query is given, for recall@100."""


def run_questions(items: Iterable[QuestionItem], assistant: Assistant) -> list[Outcome]:
    """Answer every question and judge each answer."""
    return [judge(item, assistant.answer(item.question)) for item in items]


def question_figures(outcomes: Iterable[Outcome], store: PaperStore) -> dict[str, str]:
    """The figures of a question set, as counts: ``right/all``."""
    outcomes = list(outcomes)
    papers = {paper.title: paper for paper in store.all_papers()}
    shares = [
        shared_stems(outcome.item.question, papers[outcome.item.papers[0]])
        for outcome in outcomes
        if outcome.item.answerable
        and len(outcome.item.papers) == 1
        and outcome.item.papers[0] in papers
    ]
    single = [o for o in outcomes if len(o.item.papers) == 1 and o.item.answerable]
    outside = [o for o in outcomes if o.item.reason == "not_in_corpus"]
    unsaid = [o for o in outcomes if o.item.reason == "not_in_abstract"]
    return {
        "right paper first": _count(o.first_right for o in outcomes),
        "every quote exact": _count(o.quotes_exact for o in outcomes),
        "all facts quoted, one-paper questions": _count(o.facts_found for o in single),
        "refused, of those not in the corpus": _count(o.refused_rightly for o in outside),
        "refused, of those the abstract does not say": _count(o.refused_rightly for o in unsaid),
        "refused for the right reason": _count(o.reason_right for o in outcomes),
        "answered, of those that can be": _count(o.answered for o in outcomes),
        "median share of stems shared with the abstract": f"{median(shares or [0.0]):.2f}",
        "mean quoted sentences, one-paper questions": f"{_mean_sentences(single):.2f}",
    }


def default_cache() -> Path:
    """Where ingested benchmarks are kept from one run to the next."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("askpapers", appauthor=False)) / "benchmarks"


def run_benchmark(
    benchmark: Benchmark,
    encoder: BaseEmbedding,
    *,
    multilingual: BaseEmbedding | None = None,
    cache: Path,
    on_progress: Callable[[Progress], None] | None = None,
) -> dict[str, float]:
    """Ranking figures of a benchmark, through the same search as a user's.

    The corpus is ingested into a store of its own under `cache`, named by its content, so that
    a second run starts at once and a killed one goes on.
    """
    folder = cache / f"{benchmark.corpus.parent.name}-{_digest(benchmark.corpus)}"
    if not _is_finished(folder, multilingual):
        ingest(
            [benchmark.corpus],
            store=folder,
            encoder=encoder,
            multilingual=multilingual,
            on_progress=on_progress,
        )
    store = PaperStore.open(folder, encoder=encoder)
    assistant = Assistant(store, encoder, multilingual=multilingual)
    runs = {}
    for query_id, text in benchmark.queries.items():
        found = assistant.search(text, k=DEPTH).retrieved
        runs[query_id] = {dict(hit.paper.identifiers)["_id"]: hit.score for hit in found}
    return ranking_figures(benchmark.relevant, runs)


def _is_finished(folder: Path, multilingual: BaseEmbedding | None) -> bool:
    """Whether an ingest into this folder has ended, with the vectors that are wanted."""
    try:
        stamp = stamps.read(folder)
    except StoreMissing:
        return False
    wanted = None if multilingual is None else encoders.identity(multilingual)
    return stamp.snapshot is not None and (wanted is None or wanted == stamp.multilingual)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def _count(values: Iterable[bool | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{sum(known)}/{len(known)}"


def _mean_sentences(outcomes: list[Outcome]) -> float:
    """Quoted sentences an answer, over the answers that quote."""
    counts = [
        sum(
            quote.start <= sentence.start and sentence.end <= quote.end
            for citation in outcome.answer.citations
            for quote in citation.quotes
            for sentence in citation.paper.sentences
        )
        for outcome in outcomes
        if not outcome.answer.refused
    ]
    return sum(counts) / len(counts) if counts else 0.0
