"""Fit the weights of `rag.relevance`: is the nearest paper about what was asked?

``python -m evals.fit_relevance STORE SET…`` fits on the first set and prints, for that set
(ten-fold) and for every other one, what would be answered wrongly and refused wrongly. The
store holds the sample corpus. Paste what it prints into `rag.relevance`.
"""

from __future__ import annotations

import sys
from dataclasses import astuple, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from evals.sets import QuestionItem, read_questions
from index_store import encoders
from index_store.chroma import PaperStore
from index_store.settings import DEFAULT_ENCODER, DEFAULT_MULTILINGUAL_ENCODER
from rag.question import read_question
from rag.relevance import RelevanceFeatures, relevance_features
from rag.retrieve import search
from rag.spaces import Spaces

PENALTY = 0.001
OUTSIDE_WEIGHT = 2.0
"""A question answered though nothing here is about it counts as two refused wrongly."""

Array = NDArray[np.float64]


def features_of(store: PaperStore, items: list[QuestionItem]) -> tuple[Array, Array]:
    """Features of each question, shape (questions, features + 1), and 1 for those answerable here.

    The last column is 1, for the bias.
    """
    spaces = load_spaces(store)
    rows = []
    for item in items:
        question = read_question(item.question)
        found = search(store, spaces.of_question(question.plain), question.topic, 10)
        rows.append([*astuple(relevance_features(question, found, store.lexical)), 1.0])
    about = [float(item.reason != "not_in_corpus") for item in items]
    return np.array(rows), np.array(about)


def load_spaces(store: PaperStore) -> Spaces:
    """The spaces of a store that the default encoders filled."""
    multilingual = encoders.load(DEFAULT_MULTILINGUAL_ENCODER)
    return Spaces.of(store, encoders.load(DEFAULT_ENCODER), multilingual)


def fit(rows: Array, about: Array) -> Array:
    """Weights and bias of a logistic regression with a small quadratic penalty."""
    weight = np.where(about == 1, 1.0, OUTSIDE_WEIGHT)

    def loss(weights: Array) -> float:
        margin = (rows @ weights) * (2 * about - 1)
        penalty = PENALTY * float(weights[:-1] @ weights[:-1])
        return float(np.mean(weight * np.logaddexp(0, -margin))) + penalty

    return np.asarray(minimize(loss, np.zeros(rows.shape[1])).x)


def held_out(rows: Array, about: Array, folds: int = 10) -> Array:
    """The logit of each question from weights fitted without it."""
    logits = np.zeros(len(about))
    for fold in np.array_split(np.random.default_rng(1).permutation(len(about)), folds):
        rest = np.setdiff1d(np.arange(len(about)), fold)
        logits[fold] = rows[fold] @ fit(rows[rest], about[rest])
    return logits


def main(store_path: str, *sets: str) -> None:
    """Fit on the first set, report on all."""
    encoder = encoders.load(DEFAULT_ENCODER)
    store = PaperStore.open(Path(store_path), encoder=encoder)
    read = {name: features_of(store, read_questions(Path(name))) for name in sets}
    weights = fit(*read[sets[0]])
    names = [field.name for field in fields(RelevanceFeatures)] + ["bias"]
    print({name: round(float(weight), 2) for name, weight in zip(names, weights, strict=True)})
    for name, (rows, about) in read.items():
        logits = held_out(rows, about) if name == sets[0] else rows @ weights
        for threshold in (-1.0, -0.5, 0.0, 0.5):
            wrong = int(((logits > threshold) & (about == 0)).sum())
            refused = int(((logits <= threshold) & (about == 1)).sum())
            print(
                f"{name} from {threshold:+.1f}: {wrong}/{int((about == 0).sum())} answered "
                f"wrongly, {refused}/{int((about == 1).sum())} refused wrongly"
            )


if __name__ == "__main__":
    main(*sys.argv[1:])
