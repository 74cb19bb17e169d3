"""Fit the weights of `rag.ranking`: which sentence of the right paper answers a clause?

``python -m evals.fit_ranking STORE SET…`` fits a log-linear model over the sentences of each
abstract on the one-paper questions of all the sets, and prints the weights and how many
questions have all their facts quoted: with weights fitted on those very questions, and, eleven
times, on all the others. The store holds the sample corpus. Paste what it prints into
`rag.ranking`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from evals.fit_relevance import load_spaces
from evals.sets import QuestionItem, read_questions
from index_store import encoders
from index_store.chroma import PaperStore
from index_store.papers import Paper
from index_store.settings import DEFAULT_ENCODER
from rag import choose, evidence
from rag.evidence import PaperEvidence, RankedSentence
from rag.naming import names_in
from rag.question import read_question
from rag.ranking import WEIGHTS, SentenceFeatures
from rag.retrieve import Candidate

PENALTY = 0.01
FOLDS = 11

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """A question, its paper's evidence, and which sentences hold one of its facts."""

    item: QuestionItem
    evidence: PaperEvidence
    gold: NDArray[np.bool_]

    @property
    def columns(self) -> list[Array]:
        """For each clause, features of shape (sentences, features) in the abstract's order."""
        return [
            np.array(
                [astuple(s.features) for s in sorted(clause.ranked, key=lambda one: one.index)]
            )
            for clause in self.evidence.clauses
        ]


def examples(store: PaperStore, items: Sequence[QuestionItem]) -> list[Example]:
    """An example of each question that one paper answers with facts that can be found."""
    spaces = load_spaces(store)
    papers = {paper.title: paper for paper in store.all_papers()}
    found = []
    for item in items:
        if item.answerable and len(item.papers) == 1 and item.facts:
            paper = papers[item.papers[0]]
            question = read_question(item.question)
            candidate = Candidate.given(paper)
            signals = replace(candidate.signals, named=names_in(item.question, paper.names))
            candidate = replace(candidate, signals=signals)
            space = spaces.of_question(question.plain)
            gathered = evidence.gather(space, store.lexical, question, [candidate])[0]
            found.append(Example(item, gathered, _gold(item, paper)))
    return found


def fit(sample: Sequence[Example]) -> Array:
    """Weights that make the gold sentences probable, with a small quadratic penalty."""
    useful = [
        (example.columns, example.gold)
        for example in sample
        if example.gold.any() and not all(clause.is_open for clause in example.evidence.clauses)
    ]

    def loss(weights: Array) -> float:
        total = 0.0
        for columns, gold in useful:
            logits = [column @ weights for column in columns]
            shares = [np.exp(logit - np.logaddexp.reduce(logit)) for logit in logits]
            total -= float(np.log(np.mean(shares, axis=0)[gold].sum() + 1e-9))
        return total / len(useful) + PENALTY * float(weights @ weights)

    return np.asarray(minimize(loss, np.zeros(len(fields(SentenceFeatures)))).x)


def facts_quoted(example: Example, weights: Array) -> bool:
    """Whether the sentences chosen with these weights hold every fact."""
    ranked = _reranked(example.evidence, weights)
    paper = ranked.paper
    chosen = [paper.sentences[index] for index in choose.for_clauses(ranked)]
    quoted = " ".join(paper.quote(one.start, one.end) for one in chosen).casefold()
    return all(any(word.casefold() in quoted for word in fact) for fact in example.item.facts)


def held_out(sample: Sequence[Example]) -> int:
    """How many examples have their facts quoted by weights fitted without them."""
    order = np.random.default_rng(0).permutation(len(sample))
    right = 0
    for fold in np.array_split(order, FOLDS):
        weights = fit([sample[index] for index in order if index not in fold])
        right += sum(facts_quoted(sample[index], weights) for index in fold)
    return right


def main(store_path: str, *sets: str) -> None:
    """Fit on all sets together and report on each."""
    encoder = encoders.load(DEFAULT_ENCODER)
    store = PaperStore.open(Path(store_path), encoder=encoder)
    read = {name: examples(store, read_questions(Path(name))) for name in sets}
    sample = [example for found in read.values() for example in found]
    weights = fit(sample)
    names = [field.name for field in fields(SentenceFeatures)]
    print({name: round(float(weight), 2) for name, weight in zip(names, weights, strict=True)})
    for label, used in (("fitted", weights), ("shipped", np.array(astuple(WEIGHTS)))):
        for name, found in read.items():
            right = sum(facts_quoted(example, used) for example in found)
            print(f"{label}: {right}/{len(found)} of {name}")
    print(f"held out, all sets: {held_out(sample)}/{len(sample)}")


def _gold(item: QuestionItem, paper: Paper) -> NDArray[np.bool_]:
    texts = [paper.quote(one.start, one.end).casefold() for one in paper.sentences]
    return np.array([any(fact[0].casefold() in text for fact in item.facts) for text in texts])


def _reranked(given: PaperEvidence, weights: Array) -> PaperEvidence:
    clauses = []
    for clause in given.clauses:
        scored = [
            RankedSentence(
                one.index, float(weights @ np.array(astuple(one.features))), one.features
            )
            for one in clause.ranked
        ]
        scored.sort(key=lambda one: (-one.score, one.index))
        clauses.append(replace(clause, ranked=tuple(scored)))
    return replace(given, clauses=tuple(clauses))


if __name__ == "__main__":
    main(*sys.argv[1:])
