"""What tells a sentence that its source supports from one that it does not, as numbers.

Two things are asked: does the source speak of what the sentence says (similarity, content,
names, numbers), and does it say the same or the opposite (direction words, negation)?
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from index_store.cleaning import plain
from index_store.lexical import LexicalIndex, terms
from rag.naming import name_like
from rag.polarity import Opposition, negates, negation_differs, opposed
from rag.quantities import missing, quantities
from rag.supporting import Encodes, SourceSentence, held_share, ranked, said_concepts

BEST = 4
"""How many of a source's sentences may support one together, two by two."""
COMPARED = 3
"""How many of a source's sentences are looked at for the opposite."""

_WORD = re.compile(r"[^\W_]+(?:[-‐‑–._^'’+/]+[^\W_]+)*")
_ADDRESS = re.compile(r"https?://[^\s()<>]*[^\s()<>.,;:!?]")
_MARKS = re.compile(r"[-‐‑–._^'’+/]")


@dataclass(frozen=True, slots=True)
class AboutFeatures:
    """What says that a source speaks of the same, each 0..1.

    Attributes:
        cosine: of the sentence and the source's best sentence.
        pair_cosine: of the sentence and the best two together.
        pair_covered: share by idf of the sentence's concepts that the best two hold.
        covered: the same for the whole source.
        missing_name: 1 when the source does not hold a name that the sentence does.
        missing_number: 1 when it does not hold one of its numbers.
    """

    cosine: float
    pair_cosine: float
    pair_covered: float
    covered: float
    missing_name: float
    missing_number: float


@dataclass(frozen=True, slots=True)
class AgreementFeatures:
    """What says that a source says the opposite, each 0 or more.

    Attributes:
        opposed: the direction words turned round, each by how sure it is of the same things.
        opposed_across: the same between words of different kinds ("improves", "reduces").
        negation: 1 when one holds a negation and the other none.
    """

    opposed: float
    opposed_across: float
    negation: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """A sentence beside its source.

    Attributes:
        about: whether the source speaks of it.
        agreement: whether it says the same.
        missing_numbers: what the sentence states and the source does not, as written.
        missing_names: names that the source does not hold, as written.
        opposite: the surest opposition, None without one.
        negated: how surely, 0..1, one negates what the other affirms.
    """

    about: AboutFeatures
    agreement: AgreementFeatures
    missing_numbers: tuple[str, ...]
    missing_names: tuple[str, ...]
    opposite: Opposition | None
    negated: float


def compare(
    sentence: str,
    source: Sequence[str],
    *,
    space: Encodes,
    lexical: LexicalIndex,
    names: Sequence[str] = (),
) -> Comparison:
    """Compare a sentence with the sentences it cites, of which there is at least one.

    Args:
        sentence: as it is shown, without markers.
        source: the cited sentences.
        space: where the two are compared.
        lexical: the papers whose words tell what is rare.
        names: what the cited papers are called: where a source says "our method", a sentence
            says its name.
    """
    said, held = plain(sentence), [plain(text) for text in source]
    nearest = ranked(said, held, space=space, lexical=lexical)
    whole = [*held, *names]
    numbers = missing(quantities(said), [one for text in whole for one in quantities(text)])
    unheld = missing_names(said, whole)
    opposite = opposed(said, _texts(nearest[:COMPARED]), lexical.idf)
    return Comparison(
        AboutFeatures(
            *_similarity(said, nearest, names, lexical),
            covered=held_share(said_concepts(said), " ".join(whole), lexical),
            missing_name=float(bool(unheld)),
            missing_number=float(bool(numbers)),
        ),
        _agreement(said, _texts(nearest), opposite, lexical),
        tuple(quantity.text for quantity in numbers),
        unheld,
        max(opposite, key=lambda one: one.share, default=None),
        negation_differs(said, nearest[0].text, lexical.idf),
    )


def missing_names(sentence: str, source: Iterable[str]) -> tuple[str, ...]:
    """Names and addresses of a sentence that its source does not hold ("GPT-2" is "GPT2").

    A plural, or another form of the same stem, is the same name; one inside a longer word is not.
    """
    held = " ".join(source)
    stems = frozenset(terms(held))
    words = {_unmarked(word) for word in _WORD.findall(held)}
    names = [name.rstrip(".-_") for name in name_like(_ADDRESS.sub(" ", sentence))]
    return (
        *(
            name
            for name in names
            if _unmarked(name) not in words and not stems.issuperset(terms(name)[:1])
        ),
        *(address for address in _ADDRESS.findall(sentence) if address not in held),
    )


def _unmarked(name: str) -> str:
    return _MARKS.sub("", name).casefold()


def _similarity(
    said: str,
    nearest: Sequence[SourceSentence],
    names: Sequence[str],
    lexical: LexicalIndex,
) -> tuple[float, float, float]:
    """The cosine of the best sentence, and cosine and coverage of the best two together."""
    wanted = said_concepts(said)
    pairs = list(combinations(nearest[:BEST], 2)) or [(nearest[0], nearest[0])]
    cosines = [
        (one.cosine + other.cosine) / max(float(np.linalg.norm(one.vector + other.vector)), 1e-6)
        for one, other in pairs
    ]
    joined = [" ".join([one.text, other.text, *names]) for one, other in pairs]
    best = max(one.cosine for one in nearest)
    covered = max(held_share(wanted, text, lexical) for text in joined)
    return best, max(best, *cosines), covered


def _agreement(
    said: str, nearest: Sequence[str], opposite: Sequence[Opposition], lexical: LexicalIndex
) -> AgreementFeatures:
    across = opposed(said, nearest[:2], lexical.idf, across=True)
    return AgreementFeatures(
        opposed=sum(one.share for one in opposite),
        opposed_across=sum(one.share for one in across),
        negation=float(negates(said) != negates(nearest[0])),
    )


def _texts(sentences: Iterable[SourceSentence]) -> list[str]:
    return [one.text for one in sentences]
