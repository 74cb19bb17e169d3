"""askpapers as the measurements call it: its encoders, an ingest, an assistant.

The one place that follows when the way to call them changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from llama_index.core.base.embeddings.base import BaseEmbedding

import index_store
from index_store import encoders, ingest, merging, readers, stamps
from index_store.chroma import PaperStore
from index_store.ingest import IngestReport, Progress
from index_store.papers import Paper, Record
from index_store.settings import DEFAULT_ENCODER, DEFAULT_MULTILINGUAL_ENCODER
from rag.assistant import Assistant

Work = tuple[BaseEmbedding, list[str]]
"""An encoder, and the texts that it has to encode."""


@dataclass(frozen=True, slots=True)
class Encoders:
    """What turns papers and questions into vectors, by default.

    Attributes:
        main: encodes papers, their sentences, and questions in Latin script.
        multilingual: encodes papers once more, for questions in other scripts.
    """

    main: BaseEmbedding
    multilingual: BaseEmbedding | None

    @classmethod
    def default(cls) -> Encoders:
        """The encoders; each loads its model at the first text."""
        other = encoders.load_multilingual(DEFAULT_MULTILINGUAL_ENCODER)
        return cls(encoders.load(DEFAULT_ENCODER), other)

    @classmethod
    def warm(cls) -> Encoders:
        """The encoders with their models in memory."""
        made = cls.default()
        for encoder in made.all:
            encoders.encode(encoder, ["Load the model."])
        return made

    @property
    def all(self) -> list[BaseEmbedding]:
        """Those there are."""
        return [one for one in (self.main, self.multilingual) if one is not None]

    def work_on(self, papers: Sequence[Paper]) -> list[Work]:
        """What an ingest of these papers encodes."""
        texts = [paper.search_text for paper in papers]
        sentences = [sentence.plain for paper in papers for sentence in paper.sentences]
        return [(self.main, sentences), *((encoder, texts) for encoder in self.all)]


def ingest_corpus(
    corpus: Path, store: Path, given: Encoders, on_progress: Callable[[Progress], None]
) -> IngestReport:
    """Ingest one file into a store."""
    return ingest.ingest(
        [corpus],
        store=store,
        encoder=given.main,
        multilingual=given.multilingual,
        on_progress=on_progress,
    )


def open_assistant(store: Path, given: Encoders) -> Assistant:
    """An assistant over a store."""
    papers = PaperStore.open(store, encoder=given.main)
    return Assistant(papers, given.main, multilingual=given.multilingual)


def papers_of(corpus: Path) -> list[Paper]:
    """The papers that an ingest of one file stores."""
    records = [item for item in readers.read(corpus) if isinstance(item, Record)]
    return merging.merge_all([merging.build(record) for record in records])[0]


def store_key() -> Mapping[str, object]:
    """What a store that is kept from run to run depends on, beside its papers."""
    identities = [asdict(encoders.identity(encoder)) for encoder in Encoders.default().all]
    return {"format": stamps.FORMAT, "encoders": identities}


def code_digest() -> str:
    """A hash of the code that ingests."""
    sources = sorted(Path(index_store.__path__[0]).rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]
