"""BM25 over the papers: finds what is named exactly, which vectors miss.

`terms` is the one tokenisation, of papers and questions alike. The index is kept beside the
store in a folder named after the snapshot it was built from, so a stale one is never used.
"""

from __future__ import annotations

import functools
import json
import math
import re
import shutil
import threading
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from index_store.chinese import simplified
from index_store.papers import Paper

if TYPE_CHECKING:
    import bm25s
    import Stemmer

# On SciFact's training claims nDCG@10 is .697 with these, and .692 to .698 with others around.
K1 = 1.2
B = 0.75
_NAME = "lexical-"
_NO_TERMS = "no_terms"  # instead of an index: nothing to find
_MAPPED_FROM = 64 * 2**20  # bytes: above this the arrays stay on disk and are mapped

# A word, a number, or several joined by a mark that a name may hold: GPT-2, 2.07, agent-as-a-judge.
_WORD = re.compile(r"[^\W_]+(?:[-‐‑–'’._/+][^\W_]+)*")
_MARKS = re.compile(r"[-‐‑–'’._/+]")
_POSSESSIVE = re.compile(r"['’]s$")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)+")
_CHINESE = re.compile(r"[\u3400-\u9fff]+")

_STOP_WORDS = """
a about above after again against all am an and any are as at be because been before being
below between both but by can could did do does doing down during each few for from further
had has have having he her here hers him his how i if in into is it its itself just me more
most my no nor not now of off on once only or other our ours out over own s same she should
so some such t than that the their theirs them then there these they this those through to
too under until up us very was we were what when where which while who whom why will with
would you your yours
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())


@dataclass(frozen=True, slots=True)
class PaperHit:
    """A paper that was found.

    Attributes:
        paper_id: its id.
        score: higher is nearer; cosine in -1..1, or BM25 above 0.
    """

    paper_id: str
    score: float


def terms(text: str) -> list[str]:
    """The terms of a text, in order and with repeats: stems of its words but stop words.

    A joined word gives itself without its marks, then its parts, so that "GPT-2" is found as
    "gpt-2", "GPT2" and "gpt". A decimal stays whole.
    """
    return [term for word in _WORD.findall(text.lower()) for term in _terms_of(word)]


class LexicalIndex:
    """BM25 over a fixed set of papers.

    Attributes:
        paper_ids: the papers, in the order of `scores`.
    """

    def __init__(self, paper_ids: Sequence[str], index: bm25s.BM25 | None) -> None:
        self.paper_ids = tuple(paper_ids)
        self._index = index

    @classmethod
    def build(cls, papers: Iterable[Paper]) -> LexicalIndex:
        """An index of the papers' search text, in memory."""
        pairs = [(paper.paper_id, terms(paper.search_text)) for paper in papers]
        vocabulary: dict[str, int] = {}
        documents = [
            [vocabulary.setdefault(term, len(vocabulary)) for term in found] for _, found in pairs
        ]
        ids = [paper_id for paper_id, _ in pairs]
        if not vocabulary:
            return cls(ids, None)
        import bm25s

        index = bm25s.BM25(k1=K1, b=B, method="lucene")
        corpus = (documents, vocabulary)
        index.index(corpus, create_empty_token=False, show_progress=False)
        return cls(ids, index)

    @classmethod
    def load(cls, store: Path, snapshot: str) -> LexicalIndex:
        """The saved index of a snapshot.

        Raises:
            OSError, ValueError, KeyError, EOFError, IndexError: there is none, or it is damaged;
                build it again.
        """
        folder = _folder(store, snapshot)
        paper_ids = json.loads((folder / "paper_ids.json").read_text("utf-8"))
        if (folder / _NO_TERMS).exists():
            return cls(paper_ids, None)
        import bm25s

        size = sum(file.stat().st_size for file in folder.glob("*.npy"))
        index = bm25s.BM25.load(folder, mmap=size > _MAPPED_FROM, show_progress=False)
        return cls(paper_ids, index)

    def save(self, store: Path, snapshot: str) -> None:
        """Write the index of a snapshot; its folder appears complete or not at all."""
        folder = _folder(store, snapshot)
        temporary = folder.with_name(f"{folder.name}.new")
        shutil.rmtree(temporary, ignore_errors=True)
        temporary.mkdir()
        if self._index is not None:
            self._index.save(temporary, show_progress=False)
        else:
            (temporary / _NO_TERMS).touch()
        (temporary / "paper_ids.json").write_text(json.dumps(self.paper_ids), "utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        temporary.replace(folder)

    def scores(self, query: str) -> NDArray[np.float32]:
        """The score of every paper for a query, shape (papers,), in the order of `paper_ids`."""
        if self._index is None:
            return np.zeros(len(self.paper_ids), np.float32)
        known = self._index.get_tokens_ids(terms(query))
        return np.asarray(self._index.get_scores_from_ids(known), np.float32)

    def rank(self, query: str) -> Ranked:
        """Every paper scored for a query, to be looked at in more than one way."""
        return Ranked(self, self.scores(query))

    def search(self, query: str, k: int) -> list[PaperHit]:
        """The k best papers, best first; fewer when fewer share a term with the query."""
        return self.rank(query).best(k)

    @functools.cached_property
    def places(self) -> dict[str, int]:
        """Where each paper stands in `paper_ids`."""
        return {paper_id: place for place, paper_id in enumerate(self.paper_ids)}

    def document_frequency(self, term: str) -> int:
        """How many papers hold a term, given as `terms` gives it."""
        if self._index is None or term not in self._index.vocab_dict:
            return 0
        column = self._index.vocab_dict[term]
        start, end = self._index.scores["indptr"][column : column + 2]
        return int(end - start)

    def idf(self, term: str) -> float:
        """How rare a term is: ``ln(1 + (N - df + 0.5) / (df + 0.5))``, above 0."""
        found = self.document_frequency(term)
        return math.log(1 + (len(self.paper_ids) - found + 0.5) / (found + 0.5))


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """The papers of an index, scored for one query."""

    index: LexicalIndex
    scores: NDArray[np.float32]

    def best(self, k: int) -> list[PaperHit]:
        """The k best papers, best first; fewer when fewer share a term with the query."""
        ids, scores = self.index.paper_ids, self.scores
        best = np.lexsort((np.arange(len(scores)), -scores))[:k]
        return [PaperHit(ids[place], float(scores[place])) for place in best if scores[place] > 0]

    def of(self, paper_ids: Iterable[str]) -> dict[str, float]:
        """The score of each of some papers; 0 for one that shares no term or is not there."""
        places = self.index.places
        return {
            paper_id: float(self.scores[places[paper_id]]) if paper_id in places else 0.0
            for paper_id in paper_ids
        }


def load_or_build(
    store: Path, snapshot: str, papers: Callable[[], Iterable[Paper]]
) -> LexicalIndex:
    """The saved index of a snapshot, or one built in memory; writes nothing."""
    try:
        return LexicalIndex.load(store, snapshot)
    except (OSError, ValueError, KeyError, EOFError, IndexError):
        return LexicalIndex.build(papers())


def forget_others(store: Path, snapshot: str) -> None:
    """Remove the saved indexes of all snapshots but one, and what a kill left of others."""
    for folder in store.glob(f"{_NAME}*"):
        if folder != _folder(store, snapshot):
            shutil.rmtree(folder, ignore_errors=True)


def _folder(store: Path, snapshot: str) -> Path:
    return store / f"{_NAME}{snapshot}"


@functools.lru_cache(maxsize=200_000)
def _terms_of(word: str) -> tuple[str, ...]:
    """The terms of one lower-case word as `_WORD` finds it."""
    if word in STOP_WORDS:
        return ()
    word = _POSSESSIVE.sub("", _without_accents(word))
    if _CHINESE.search(word):
        return _pairs(word)
    if word.isalnum() or _NUMBER.fullmatch(word):
        return (_stem(word),)
    parts = [part for part in _MARKS.split(word) if part not in STOP_WORDS]
    return (_stem(_MARKS.sub("", word)), *(_stem(part) for part in parts))


def _pairs(word: str) -> tuple[str, ...]:
    """Chinese has no spaces: each two neighbouring characters are a term, in simplified script."""
    word = simplified(word)
    runs = _CHINESE.findall(word)
    pairs = [run[i : i + 2] for run in runs for i in range(max(1, len(run) - 1))]
    rest = [_stem(part) for part in re.findall(r"[^\W_]+", _CHINESE.sub(" ", word))]
    return (*pairs, *rest)


def _without_accents(word: str) -> str:
    """The word in plain letters, "schrodinger" for "schrödinger"."""
    if word.isascii():
        return word
    parts = unicodedata.normalize("NFKD", word)
    return "".join(character for character in parts if not unicodedata.combining(character))


def _stem(word: str) -> str:
    """The Snowball stem of a word."""
    with _STEMMING:  # a stemmer is not safe to share between threads
        return str(_stemmer().stemWord(word))


_STEMMING = threading.Lock()


@functools.cache
def _stemmer() -> Stemmer.Stemmer:
    import Stemmer

    return Stemmer.Stemmer("english")
