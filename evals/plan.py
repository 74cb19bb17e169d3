"""What a run will do: the sets it was given, read and checked, as tasks and a header."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals import constants, provenance
from evals.benchmarks import read_benchmark
from evals.chain import Chain, Encoders, load_reranker
from evals.judges import Judges
from evals.kept_stores import kept_store
from evals.run_file import Header
from evals.run_settings import RunSettings
from evals.sets import OnFault, QuestionItem, read_questions
from evals.support_pairs import read_corpus, read_pairs
from evals.tasks import Task, claim_tasks, query_tasks, question_tasks
from evals.usage import Prices
from index_store.errors import InputError
from index_store.ingest import Progress
from index_store.papers import Fault

DEFAULT_SPLIT = "test"
"""Of a benchmark; of a question file all halves are asked."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What is asked, and of which papers.

    Attributes:
        sets: question files and benchmark folders.
        store: the store that question files are asked of.
        corpus: lists of papers that they are asked of instead, in a store that is kept.
        split: the half of each set to ask; None for all of a question file and `DEFAULT_SPLIT`
            of a benchmark.
        limit: the most questions of a set, from its start; None for all.
        cache: where stores are kept.
    """

    sets: Sequence[Path]
    store: Path
    corpus: Sequence[Path] = ()
    split: str | None = None
    limit: int | None = None
    cache: Path | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A run to be made: under which settings, and each question as a task."""

    header: Header
    settings: RunSettings
    tasks: tuple[Task, ...]


def make(
    scope: Scope,
    settings: RunSettings,
    *,
    on_progress: Callable[[Progress], None] | None = None,
    on_fault: OnFault | None = None,
    on_skipped: Callable[[Fault], None] = lambda _fault: None,
) -> Plan:
    """Read the sets, and open or make the stores that they are asked of.

    Args:
        scope: what to ask.
        settings: how.
        on_progress: told how far the ingest of a corpus is.
        on_fault: takes faults of single questions, which are then left out; without it, the first
            is raised.
        on_skipped: told of records of the corpus that could not be read, when it is ingested.

    Raises:
        InputError: a set, or a list of the corpus, cannot be read; a gold paper is unknown.
        SettingError: an encoder, the reranker or the judge cannot be used.
        StoreError: the store is not there or cannot be read.
    """
    maker = _Maker(scope, settings, on_progress, on_fault, on_skipped)
    _refuse_twins(scope.sets)
    with constants.changed(settings.constants):
        found = [maker.set_of(path) for path in scope.sets]
    tasks = [task for made, _ in found for task in made]
    if not tasks:
        wanted = f" of the split {scope.split!r}" if scope.split else ""
        raise InputError(f"no question{wanted} is left to ask", path=None)
    header = Header(
        settings={**settings.to_json(), "split": scope.split, "limit": scope.limit},
        versions=provenance.versions(),
        commit=provenance.commit(),
        encoders=dict(maker.encoders.identities),
        corpus=maker.corpus,
        sets=tuple(told for _, told in found),
    )
    return Plan(header, settings, tuple(tasks))


class _Maker:
    """Reads sets; the chain that question files are asked of is opened once."""

    def __init__(
        self,
        scope: Scope,
        settings: RunSettings,
        on_progress: Callable[[Progress], None] | None,
        on_fault: OnFault | None,
        on_skipped: Callable[[Fault], None],
    ) -> None:
        self._scope = scope
        self._settings = settings
        self._on_progress = on_progress
        self._on_fault = on_fault
        self._on_skipped = on_skipped
        self._reranker = load_reranker(settings.reranker)
        self._chain: Chain | None = None
        self.encoders = Encoders.named(settings.encoder, settings.multilingual_encoder)
        self.corpus: dict[str, Any] = {}

    def set_of(self, path: Path) -> tuple[list[Task], dict[str, Any]]:
        """The tasks of a set, and what the header says of it."""
        made = self._benchmark(path) if path.is_dir() else self._questions(path)
        return made[0], {**made[1], "asked": len(made[0])}

    def _questions(self, path: Path) -> tuple[list[Task], dict[str, Any]]:
        items = [one for one in read_questions(path, on_fault=self._on_fault) if self._wants(one)]
        chain = self._question_chain()
        tasks = question_tasks(
            path.stem,
            self._first(items),
            chain,
            Judges.of(self._settings, chain.assistant),
            path=path,
            on_fault=self._on_fault,
        )
        return list(tasks), {"name": path.stem, "sha256": _digest(path)}

    def _benchmark(self, path: Path) -> tuple[list[Task], dict[str, Any]]:
        split = self._scope.split or DEFAULT_SPLIT
        benchmark = read_benchmark(path, split)
        name = f"{path.resolve().name} {split}"
        chain = self._open_kept(path.resolve().name, [benchmark.corpus])
        tasks = list(self._first(query_tasks(name, benchmark, chain)))
        if benchmark.claims is not None:
            pairs = read_pairs(benchmark.claims, read_corpus(benchmark.corpus))
            tasks += self._first(claim_tasks(name, pairs, chain))
        told = {"name": name, "sha256": _digest(*benchmark.files), **_state(chain)}
        return tasks, told

    def _wants(self, item: QuestionItem) -> bool:
        return self._scope.split in (None, item.split)

    def _first(self, tasks: Iterator[Any] | Sequence[Any]) -> Iterator[Any]:
        return itertools.islice(tasks, self._scope.limit)

    def _question_chain(self) -> Chain:
        if self._chain is None:
            corpus = self._scope.corpus
            self._chain = (
                self._open_kept("corpus", corpus) if corpus else self._open(self._scope.store)
            )
            self.corpus.update(_state(self._chain))
        return self._chain

    def _open_kept(self, name: str, lists: Sequence[Path]) -> Chain:
        return self._open(
            kept_store(
                name,
                lists,
                self.encoders,
                cache=self._scope.cache,
                on_progress=self._on_progress,
                on_skipped=self._on_skipped,
            )
        )

    def _open(self, folder: Path) -> Chain:
        settings = self._settings
        return Chain.open(
            folder,
            self.encoders,
            k=settings.k,
            reranker=self._reranker,
            prices=Prices(settings.price_in, settings.price_out),
        )


def _state(chain: Chain) -> dict[str, Any]:
    return {"papers": chain.store.paper_count, "snapshot": chain.snapshot}


def _refuse_twins(sets: Sequence[Path]) -> None:
    """Raise for sets that would be called the same."""
    names = Counter(path.stem if not path.is_dir() else path.resolve().name for path in sets)
    twins = [name for name, count in names.items() if count > 1]
    if twins:
        raise InputError(f"two sets are called {twins[0]}; rename one", path=None)


def _digest(*paths: Path) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:16]
