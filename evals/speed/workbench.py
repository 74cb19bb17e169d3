"""What the measurements of a run share: the benchmark's papers, and the stores made of them."""

from __future__ import annotations

import gzip
import hashlib
import itertools
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from evals.benchmarks import Benchmark
from evals.speed import keeping, subject
from evals.speed.keeping import Making
from evals.speed.stores import Made, Prepare, make, prepare_ingest

FEW = 100
SAMPLE = 1_000


class Workbench:
    """The benchmark in three sizes, with a store of each; one is made at its first use.

    The store of all papers is kept in the cache, those of a part of them go with the run.

    Attributes:
        few: the smallest size, in papers.
        sample: the size at which the speed of an ingest is measured.
        whole: the whole corpus.
    """

    def __init__(
        self,
        benchmark: Benchmark,
        *,
        cache: Path,
        scratch: Path,
        few: int = FEW,
        sample: int = SAMPLE,
        fresh: bool = False,
    ) -> None:
        """Measure with `benchmark`.

        Args:
            benchmark: whose corpus and queries are used.
            cache: where what is costly to make stays; see `default_cache`.
            scratch: an empty folder that the caller removes after the run.
            few: see the attributes.
            sample: likewise.
            fresh: whether to make anew what the cache holds.
        """
        self.benchmark = benchmark
        self.whole = sum(1 for _ in lines_of(benchmark.corpus))
        self.sample = min(sample, self.whole)
        self.few = min(few, self.sample)
        self._scratch = scratch.resolve()  # commands are run in another folder
        self._fresh = fresh
        digest = hashlib.sha256(benchmark.corpus.read_bytes()).hexdigest()[:12]
        self._cache = cache.resolve() / f"{benchmark.corpus.parent.name}-{digest}"
        self._stores: dict[int, Made] = {}

    @property
    def sizes(self) -> list[int]:
        """The sizes, the smallest first, each once."""
        return sorted({self.few, self.sample, self.whole})

    def corpus(self, size: int) -> Path:
        """A file of the first papers of the corpus, which `ingest` reads."""
        if size == self.whole:
            return self.benchmark.corpus
        path = self._scratch / f"papers-{size}.jsonl"
        if not path.exists():
            path.write_text(
                "".join(itertools.islice(lines_of(self.benchmark.corpus), size)), "utf-8"
            )
        return path

    def scratch(self, name: str) -> Path:
        """A folder of the run's own, not there yet."""
        return self._scratch / name

    def store(self, size: int) -> Made:
        """A store of the first papers of the corpus."""
        if size not in self._stores:
            self._stores[size] = self._whole_store() if size == self.whole else self._part(size)
        return self._stores[size]

    def remember(self, size: int, made: Made) -> None:
        """Take a store that a measurement has made anyway, instead of making one."""
        if size != self.whole:
            self._stores[size] = made

    def kept(self, name: str, key: Mapping[str, object], prepare: Prepare) -> Made:
        """Something made of the whole corpus that the cache keeps.

        Args:
            name: of its folder in the cache.
            key: what it depends on, beside the corpus.
            prepare: what fills the folder.
        """
        folder = self._cache / name

        def tell_and_make(empty: Path) -> Making:
            print(f"making {empty}: minutes, this once", file=sys.stderr)
            return make(prepare, self.benchmark.corpus, empty / "content")

        making = keeping.kept(folder, key, tell_and_make, fresh=self._fresh)
        return Made(folder / "content", making)

    def _whole_store(self) -> Made:
        return self.kept("askpapers", subject.store_key(), prepare_ingest)

    def _part(self, size: int) -> Made:
        folder = self.scratch(f"store-{size}")
        return Made(folder, make(prepare_ingest, self.corpus(size), folder))


def default_cache() -> Path:
    """Where the stores of whole benchmarks stay from one run to the next."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("askpapers", appauthor=False)) / "speed"


def lines_of(corpus: Path) -> Iterator[str]:
    """The records of a corpus, a line each."""
    packed = gzip.open if corpus.suffix == ".gz" else open
    with packed(corpus, "rt", encoding="utf-8") as file:
        yield from (line for line in file if line.strip())
