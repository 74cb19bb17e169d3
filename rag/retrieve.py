"""A question in, the nearest papers out: two vector searches and BM25, fused per paper.

The fusion is a sum of z-scores, ``z(paper cosine + best sentence cosine) + z(BM25)``, over the
papers that any of the three found. Rank fusion (Cormack et al., SIGIR 2009) forgets by how much
a paper is better; on SciFact it loses two points of nDCG@10 to this (see DECISIONS.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
from numpy.typing import NDArray

from index_store.chroma import PaperStore
from index_store.papers import Paper
from rag.concepts import search_words
from rag.naming import names_in, title_in
from rag.spaces import Space, Spaces

PAPER_DEPTH = 100
"""Papers taken from the vector search and from BM25 before fusion."""
NAMED_BONUS = 6.0
"""Added to the fused score of a paper that the question names; z-scores rarely differ by more."""


@dataclass(frozen=True, slots=True)
class Signals:
    """Why a paper was found.

    Attributes:
        paper_cosine: of the question and the paper's vector, -1..1.
        sentence_cosine: of the question and its best sentence, -1..1.
        lexical: BM25, 0 or more.
        named: names of the paper that occur in the question.
    """

    paper_cosine: float
    sentence_cosine: float
    lexical: float
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper found, its fused score and the signals behind it."""

    paper: Paper
    score: float
    signals: Signals

    @classmethod
    def given(cls, paper: Paper) -> Candidate:
        """A paper that was chosen by its id, not searched for."""
        return cls(paper, 0.0, Signals(0.0, 0.0, 0.0))


class PaperRetriever(BaseRetriever):
    """The fused search as a llama-index retriever; `ask` itself goes through it.

    A node stands for one paper: its id is the paper's, its text the abstract as stored. The
    signals travel in the node's metadata, kept from prompts and embeddings.
    """

    def __init__(
        self,
        store: PaperStore,
        encoder: BaseEmbedding,
        *,
        multilingual: BaseEmbedding | None = None,
        k: int = 10,
    ) -> None:
        """Search `store` for the `k` papers nearest to a question.

        It is encoded by `encoder`; in another script than Latin by `multilingual`, if given.
        """
        super().__init__()
        self._store = store
        self._spaces = Spaces.of(store, encoder, multilingual)
        self._k = k

    @classmethod
    def over(cls, store: PaperStore, spaces: Spaces, k: int) -> PaperRetriever:
        """One over spaces that are there already, with what they keep."""
        made = cls.__new__(cls)
        BaseRetriever.__init__(made)
        made._store, made._spaces, made._k = store, spaces, k
        return made

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        text = query_bundle.query_str
        found = search(self._store, self._spaces.of_question(text), text, self._k)
        return [_node(candidate) for candidate in found]


def candidates(store: PaperStore, nodes: Sequence[NodeWithScore]) -> list[Candidate]:
    """The papers behind a retriever's nodes, in their order; other retrievers' nodes too.

    Nodes of papers that the store does not hold are left out: nothing could be quoted.
    """
    papers = {paper.paper_id: paper for paper in store.papers([node.node_id for node in nodes])}
    return [
        Candidate(papers[node.node_id], float(node.score or 0.0), _signals(node.node.metadata))
        for node in nodes
        if node.node_id in papers
    ]


def search(store: PaperStore, space: Space, question: str, k: int) -> list[Candidate]:
    """The `k` papers nearest to a question, best first; fewer when the store holds fewer."""
    vector = space.encode(question)
    words = search_words(question)
    depth = max(PAPER_DEPTH, k)
    papers = space.nearest_papers(vector, depth)
    ranked = store.lexical.rank(words)
    lexical = {hit.paper_id: hit.score for hit in ranked.best(depth)}
    sentences = space.best_sentences(vector, _promising(papers, lexical))
    found_by_any = {*papers, *sentences, *lexical}
    papers |= space.paper_cosines(sorted(found_by_any - papers.keys()), vector)
    fused = fuse(papers, sentences, ranked.of(found_by_any))
    shortlist = sorted(fused, key=lambda paper_id: -fused[paper_id][0])[: max(k, NAME_DEPTH)]
    found = [
        _candidate(paper, question, *fused[paper.paper_id]) for paper in store.papers(shortlist)
    ]
    return sorted(found, key=lambda candidate: -candidate.score)[:k]


def _promising(papers: Mapping[str, float], lexical: Mapping[str, float]) -> list[str]:
    """The papers that vectors or words put first, by turns: whose sentences are worth a look."""
    turns = zip_longest(papers, lexical)
    return list(dict.fromkeys(name for pair in turns for name in pair if name is not None))


NAME_DEPTH = 50
"""How many fused papers are looked at for a name that the question holds."""


def fuse(
    paper_cosines: Mapping[str, float],
    sentence_cosines: Mapping[str, float],
    lexical: Mapping[str, float],
) -> dict[str, tuple[float, Signals]]:
    """Fused score and signals of every paper that one of the searches found.

    Scores that a search did not give are made good where that is cheap (`search` does so for
    papers and BM25); a paper whose sentences were not found is given the lowest sentence score,
    since its own can only be lower. With one paper, or none that differ, there is no spread and
    every z-score is 0.
    """
    ids = sorted({*paper_cosines, *sentence_cosines, *lexical})
    papers = _column(ids, paper_cosines, min(paper_cosines.values(), default=0.0))
    sentences = _column(ids, sentence_cosines, min(sentence_cosines.values(), default=0.0))
    words = _column(ids, lexical, 0.0)
    scores = _z_scores(papers + sentences) + _z_scores(words)
    return {
        paper_id: (
            float(scores[i]),
            Signals(float(papers[i]), float(sentences[i]), float(words[i])),
        )
        for i, paper_id in enumerate(ids)
    }


def _column(ids: Sequence[str], values: Mapping[str, float], missing: float) -> NDArray[np.float64]:
    return np.array([values.get(paper_id, missing) for paper_id in ids], dtype=np.float64)


def _z_scores(values: NDArray[np.float64]) -> NDArray[np.float64]:
    spread = float(values.std()) if len(values) else 0.0
    return (values - values.mean()) / spread if spread > 1e-9 else np.zeros_like(values)


def _candidate(paper: Paper, question: str, score: float, signals: Signals) -> Candidate:
    named = names_in(question, paper.names) or title_in(question, paper)
    signals = Signals(signals.paper_cosine, signals.sentence_cosine, signals.lexical, named)
    return Candidate(paper, score + NAMED_BONUS * bool(named), signals)


def _node(candidate: Candidate) -> NodeWithScore:
    paper, signals = candidate.paper, candidate.signals
    metadata: dict[str, Any] = {
        "title": paper.display_title,
        "paper_cosine": signals.paper_cosine,
        "sentence_cosine": signals.sentence_cosine,
        "lexical": signals.lexical,
        "named": list(signals.named),
    }
    hidden = [key for key in metadata if key != "title"]
    node = TextNode(
        id_=paper.paper_id,
        text=paper.abstract or paper.display_title,
        metadata=metadata,
        excluded_llm_metadata_keys=hidden,
        excluded_embed_metadata_keys=hidden,
    )
    return NodeWithScore(node=node, score=candidate.score)


def _signals(metadata: Mapping[str, Any]) -> Signals:
    return Signals(
        float(metadata.get("paper_cosine", 0.0)),
        float(metadata.get("sentence_cosine", 0.0)),
        float(metadata.get("lexical", 0.0)),
        tuple(metadata.get("named", ())),
    )
