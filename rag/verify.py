"""Whether the sentences that an answer cites support what it says.

Every written sentence is checked before it counts as supported (ALCE: Gao et al., "Enabling Large
Language Models to Generate Text with Citations", EMNLP 2023, with a model of entailment; here
without one). As in SummaC (Laban et al., TACL 2022) the sentence is held against the source's
sentences one by one, and two by two, and the best counts. Weights and thresholds were fitted by
``evals/fit_support.py`` on SciFact's training claims; see DECISIONS.md.

Support means that the source speaks of this, in these numbers and names, and that no word of it
was found to say the opposite. It does not mean that the source proves it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from index_store.lexical import LexicalIndex
from rag.answers import Support
from rag.languages import ENGLISH, language_of
from rag.support_features import AboutFeatures, AgreementFeatures, Comparison, compare
from rag.supporting import Encodes


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check says of one sentence.

    Attributes:
        support: "supported", "weak" or "unsupported".
        score: 0..1, how sure the fitted features are; rules lower the support, not this.
        why: what is missing, in plain words; None for a supported sentence.
    """

    support: Support
    score: float
    why: str | None = None


@dataclass(frozen=True, slots=True)
class SupportModel:
    """Two logistic regressions, and what their scores say.

    Attributes:
        about: weights for: the source speaks of this.
        about_bias: its bias.
        agreement: weights for: it does not say the opposite.
        agreement_bias: its bias.
        weak_from: the score from which a sentence is weakly supported.
        supported_from: the score from which one that misses nothing is supported.
    """

    about: AboutFeatures
    about_bias: float
    agreement: AgreementFeatures
    agreement_bias: float
    weak_from: float
    supported_from: float


LATIN_SUPPORT = SupportModel(
    about=AboutFeatures(2.2, 2.45, 2.33, 2.65, -0.5, -0.58),
    about_bias=-5.1,
    agreement=AgreementFeatures(-0.89, -1.32, -0.93),
    agreement_bias=1.2,
    weak_from=0.2,
    supported_from=0.5,
)
"""For sentences in Latin script, compared by MiniLM."""
OTHER_SUPPORT = SupportModel(
    about=AboutFeatures(1.09, 1.46, 2.69, 2.91, -0.55, -0.5),
    about_bias=-3.64,
    agreement=AgreementFeatures(-1.04, -1.22, -0.94),
    agreement_bias=1.19,
    weak_from=0.2,
    supported_from=0.5,
)
"""For the others, compared by the multilingual encoder."""
AGREEMENT_POWER = 0.4
"""How much agreement counts beside what the source speaks of. With more, contradicted claims are
told apart better and claims without evidence worse."""
SURE_OPPOSITE = 0.5
"""Share of the words around them from which two words of opposite directions are told of."""
SURE_NEGATION = 0.7
"""Share of the words under a negation from which it is told of."""


def check(
    sentence: str,
    cited: Sequence[str],
    *,
    space: Encodes,
    lexical: LexicalIndex,
    names: Sequence[str] = (),
) -> Verdict:
    """Whether the cited sentences support a sentence.

    Args:
        sentence: of an answer, without its markers, in any language.
        cited: the sentences it cites, as stored or in plain text.
        space: where to compare them: `Spaces.of_question(sentence)`.
        lexical: the index of the papers, whose idf tells which words count.
        names: titles and names of the cited papers: where a source says "our method", a sentence
            says its name.

    Raises:
        EncoderFailed: the encoder failed.
    """
    source = [text for text in cited if text.strip()]
    if not sentence.strip() or not source:
        return Verdict("unsupported", 0.0, "it cites no source" if sentence.strip() else None)
    compared = compare(sentence, source, space=space, lexical=lexical, names=names)
    return verdict(compared, model_for(language_of(sentence)))


def verdict(compared: Comparison, model: SupportModel) -> Verdict:
    """What a comparison amounts to; with anything missing it is weak at best."""
    sure = score(compared, model)
    missing = _missing(compared)
    if sure < model.weak_from:
        return Verdict("unsupported", sure, missing or "the source does not speak of this")
    if missing:
        return Verdict("weak", sure, missing)
    if sure < model.supported_from:
        return Verdict("weak", sure, "the source holds only a part of this")
    return Verdict("supported", sure)


def score(compared: Comparison, model: SupportModel) -> float:
    """How sure it is, 0..1, that the source speaks of this and does not say the opposite."""
    about = _logistic(astuple(model.about), astuple(compared.about), model.about_bias)
    return float(about * agreement(compared, model) ** AGREEMENT_POWER)


def agreement(compared: Comparison, model: SupportModel) -> float:
    """How sure it is, 0..1, that a source that speaks of this does not say the opposite."""
    weights, features = astuple(model.agreement), astuple(compared.agreement)
    return _logistic(weights, features, model.agreement_bias)


def model_for(language: str) -> SupportModel:
    """The model for sentences in a language."""
    return LATIN_SUPPORT if language == ENGLISH else OTHER_SUPPORT


def _logistic(weights: Sequence[float], features: Sequence[float], bias: float) -> float:
    total = bias + sum(weight * value for weight, value in zip(weights, features, strict=True))
    return 1.0 / (1.0 + math.exp(-total))


def _missing(compared: Comparison) -> str | None:
    """The first thing that keeps a sentence from being supported, gravest first."""
    if compared.missing_numbers:
        return f"the source does not hold {_listed(compared.missing_numbers)}"
    if compared.missing_names:
        return f"the source does not mention {_listed(compared.missing_names)}"
    if compared.opposite and compared.opposite.share >= SURE_OPPOSITE:
        return f"the source says the opposite: {compared.opposite.held!r}"
    if compared.negated >= SURE_NEGATION:
        return "one of the two says 'not', the other does not"
    return None


def _listed(words: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(words))
