"""Fit the weights of `rag.verify`: does a source support a sentence?

``python -m evals.fit_support SCIFACT`` fits on the training claims of that folder, prints the
weights to paste into `rag.verify`, and ten-fold ROC AUCs, claims that share an abstract in one
fold. ``--test`` prints those of the shipped weights on the test claims, with bootstrap intervals.
``--multilingual`` compares by the multilingual encoder.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import Literal

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from numpy.typing import NDArray
from scipy.optimize import minimize

from evals.claim_ranking import Encoded, first_hit, ranking
from evals.figures import area_under_roc
from evals.support_pairs import Label, Pair, index_of, read_corpus, read_pairs
from index_store import encoders
from index_store.lexical import LexicalIndex
from index_store.settings import DEFAULT_ENCODER, DEFAULT_MULTILINGUAL_ENCODER
from rag import verify
from rag.support_features import AboutFeatures, AgreementFeatures, Comparison, compare
from rag.supporting import ranked
from rag.verify import SupportModel

Array = NDArray[np.float64]

PENALTY = 0.001
FOLDS = 10
RESAMPLES = 2_000
THRESHOLDS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7)


@dataclass(frozen=True, slots=True)
class Measured:
    """Pairs with their comparisons, and at which place their evidence came first.

    Attributes:
        check_ranks: as `rag.supporting` ranks; None for a pair without evidence.
        answer_ranks: as answers are made, by `rag.evidence`.
    """

    pairs: Sequence[Pair]
    compared: Sequence[Comparison]
    check_ranks: Sequence[int | None]
    answer_ranks: Sequence[int | None]

    def rows(self, part: Literal["about", "agreement"]) -> Array:
        """Features of each pair and 1 for the bias, shape (pairs, features + 1)."""
        return np.array([[*astuple(getattr(one, part)), 1.0] for one in self.compared])

    def labelled(self, *labels: Label) -> NDArray[np.bool_]:
        """Which pairs bear one of some labels."""
        return np.array([pair.label in labels for pair in self.pairs])


def measure(pairs: Sequence[Pair], encoder: BaseEmbedding, lexical: LexicalIndex) -> Measured:
    """Compare each claim with its abstract."""
    texts = [text for pair in pairs for text in (pair.claim, *pair.sentences)]
    space = Encoded(encoder, list(dict.fromkeys(texts)))
    compared, by_check, by_answer = [], [], []
    for pair in pairs:
        compared.append(compare(pair.claim, pair.sentences, space=space, lexical=lexical))
        order = ranked(pair.claim, pair.sentences, space=space, lexical=lexical)
        by_check.append(first_hit([one.index for one in order], pair.gold))
        by_answer.append(first_hit(ranking(pair, space, lexical), pair.gold) if pair.gold else None)
    return Measured(pairs, compared, by_check, by_answer)


def fit(rows: Array, right: NDArray[np.bool_]) -> Array:
    """Weights and bias of a logistic regression with a small quadratic penalty."""
    signs = np.where(right, 1.0, -1.0)

    def loss(weights: Array) -> float:
        penalty = PENALTY * float(weights[:-1] @ weights[:-1])
        return float(np.mean(np.logaddexp(0, -(rows @ weights) * signs))) + penalty

    return np.asarray(minimize(loss, np.zeros(rows.shape[1])).x)


def fitted(sample: Measured, chosen: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Weights of both models, from the chosen pairs."""
    speaking, saying = chosen, chosen & sample.labelled("SUPPORT", "CONTRADICT")
    about = fit(sample.rows("about")[speaking], ~sample.labelled("NONE")[speaking])
    agreement = fit(sample.rows("agreement")[saying], sample.labelled("SUPPORT")[saying])
    return about, agreement


def held_out(sample: Measured) -> tuple[Array, Array]:
    """Score and agreement of each pair from weights fitted without it."""
    score, agreement = np.zeros(len(sample.pairs)), np.zeros(len(sample.pairs))
    folds = folds_of(sample.pairs)
    for fold in range(FOLDS):
        out = folds == fold
        model = model_of(*fitted(sample, ~out))
        score[out], agreement[out] = scored(sample, model, out)
    return score, agreement


def folds_of(pairs: Sequence[Pair]) -> NDArray[np.int64]:
    """A fold for each pair; claims that share an abstract, and abstracts of a claim, share one."""
    group = {one: one for pair in pairs for one in (pair.claim, pair.document)}

    def head(name: str) -> str:
        while group[name] != name:
            name = group[name]
        return name

    for pair in pairs:
        group[head(pair.claim)] = head(pair.document)
    heads = list(dict.fromkeys(head(pair.claim) for pair in pairs))
    drawn = dict(zip(heads, np.random.default_rng(0).permutation(len(heads)) % FOLDS, strict=True))
    return np.array([drawn[head(pair.claim)] for pair in pairs])


def model_of(about: Array, agreement: Array) -> SupportModel:
    """The weights as `rag.verify` holds them, with its thresholds."""
    return replace(
        verify.LATIN_SUPPORT,
        about=AboutFeatures(*about[:-1]),
        about_bias=float(about[-1]),
        agreement=AgreementFeatures(*agreement[:-1]),
        agreement_bias=float(agreement[-1]),
    )


def scored(
    sample: Measured, model: SupportModel, chosen: NDArray[np.bool_]
) -> tuple[list[float], list[float]]:
    """Score of the verdict and agreement of the chosen pairs."""
    compared = [one for one, is_chosen in zip(sample.compared, chosen, strict=True) if is_chosen]
    return (
        [verify.verdict(one, model).score for one in compared],
        [verify.agreement(one, model) for one in compared],
    )


def interval(figure: Callable[..., float], *samples: Array) -> str:
    """A figure with its 95 % bootstrap interval, each sample drawn anew."""
    draw = np.random.default_rng(0)
    drawn = [figure(*(draw.choice(one, len(one)) for one in samples)) for _ in range(RESAMPLES)]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return f"{figure(*samples):.3f} [{low:.3f}, {high:.3f}]"


def report(name: str, sample: Measured, score: Array, agreement: Array) -> None:
    """Print ROC AUCs, verdicts and how evidence sentences were ranked."""
    is_of = {label: sample.labelled(label) for label in ("SUPPORT", "NONE", "CONTRADICT")}
    supported = is_of["SUPPORT"]
    for other in ("NONE", "CONTRADICT"):
        for what, values in (("score", score), ("agreement", agreement)):
            figure = interval(area_under_roc, values[supported], values[is_of[other]])
            print(f"{name}: {what}, SUPPORT against {other}: {figure}")
    for label, chosen in is_of.items():
        shares = {one: round(float(np.mean(score[chosen] >= one)), 2) for one in THRESHOLDS}
        print(f"{name}: share of {int(chosen.sum())} {label} that score from: {shares}")
    for by, ranks in (("check", sample.check_ranks), ("answers", sample.answer_ranks)):
        places = np.array([place for place in ranks if place is not None])
        for top in (1, 3):
            figure = interval(lambda found: float(np.mean(found)), (places < top).astype(float))
            print(f"{name}: evidence within {top} of {len(places)}, as {by} rank: {figure}")


def main() -> None:
    """Fit and report on the training claims; with --test, report on the test claims."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--test", action="store_true")
    parser.add_argument("--multilingual", action="store_true")
    options = parser.parse_args()
    name = DEFAULT_MULTILINGUAL_ENCODER if options.multilingual else DEFAULT_ENCODER
    encoder = encoders.load(name)
    corpus = read_corpus(options.folder / "corpus.jsonl.gz")
    lexical = index_of(corpus)
    train = measure(read_pairs(options.folder / "claims_train.jsonl", corpus), encoder, lexical)
    about, agreement = fitted(train, np.ones(len(train.pairs), bool))
    for kind, weights in ((AboutFeatures, about), (AgreementFeatures, agreement)):
        names = [field.name for field in fields(kind)] + ["bias"]
        print({name: round(float(one), 2) for name, one in zip(names, weights, strict=True)})
    report("train, held out", train, *held_out(train))
    if options.test:
        test = measure(read_pairs(options.folder / "claims_test.jsonl", corpus), encoder, lexical)
        model = verify.OTHER_SUPPORT if options.multilingual else verify.LATIN_SUPPORT
        values = scored(test, model, np.ones(len(test.pairs), bool))
        report("test, as shipped", test, *map(np.array, values))


if __name__ == "__main__":
    main()
