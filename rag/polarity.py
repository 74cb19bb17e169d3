"""Whether a sentence says the opposite of its source: direction words and negation.

"Increases" against "reduces", "required" against "dispensable", "improves" against "does not
improve". A word's direction is turned round by a negation before it; two words are compared when
they are about the same things, that is, when the words around them are shared. Claims that
contradict their source differ from it by little else (Wadden et al., "Fact or Fiction: Verifying
Scientific Claims", EMNLP 2020), and cosines do not see it. The words are in ``opposites.tsv``.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from index_store.chinese import HAN
from index_store.lexical import STOP_WORDS, terms
from rag.glossary import Word, words_of
from rag.number_words import in_digits

Weigh = Callable[[str], float]
"""How much a term counts: its idf."""

_NEGATING = """
not no never without neither nor none nothing cannot lack lacks lacking lacked fail fails failed
failing unable incapable hardly unaffected unchanged little
"""
NEGATORS = frozenset(
    [
        "not",
        "no",
        "never",
        "without",
        "neither",
        "nor",
        "none",
        "nothing",
        "cannot",
        "lack",
        "lacks",
        "lacking",
        "lacked",
        "fail",
        "fails",
        "failed",
        "failing",
        "unable",
        "incapable",
        "hardly",
        "unaffected",
        "unchanged",
        "little",
    ]
)
"""Words that turn round what follows them."""
_NEGATING_IN_CHINESE = "不 没 没有 未 未能 无 无法 不能 并非 并不 不会 并未 非 不是"
_CHINESE_NEGATORS = frozenset(
    [
        "不",
        "没",
        "没有",
        "未",
        "未能",
        "无",
        "无法",
        "不能",
        "并非",
        "并不",
        "不会",
        "并未",
        "非",
        "不是",
    ]
)
REACH = 4
"""How many words after a negation it turns round."""
SAID_AROUND = 5
HELD_AROUND = 6
"""How many words before and behind a direction word say what it is about, in the sentence and
in the source: of 5/6, 8/10 and the whole sentence the first told contradictions best."""

_WORD = re.compile(r"[^\W_]+(?:[-‐‑–][^\W_]+)*")
_MARKS = re.compile(r"[-‐‑–]")
_CONTRACTED = re.compile(r"\b(ca|do|does|did|is|are|was|were|has|have|would|could)n['’]t\b", re.I)
_FIGURE = r"(?= (?:about |approximately )?[$(]?\d)"
_AT_LEAST = re.compile(rf"\b(?:(?:more|higher|greater) than|at least|over|above){_FIGURE}", re.I)
_AT_MOST = re.compile(rf"\b(?:(?:less|fewer|lower) than|at most|under|below|up to){_FIGURE}", re.I)
_NO_NEGATION = re.compile(r"\bnot (only|just|merely|necessarily)\b", re.I)


@dataclass(frozen=True, slots=True)
class Token:
    """A word as polarity sees it.

    Attributes:
        word: as written.
        stem: its term; the word itself for a stop word.
        negated: whether an odd number of negations reach it.
        signs: 1 or -1 by the axis of `opposites.tsv` it lies on; mostly none.
    """

    word: str
    stem: str
    negated: bool
    signs: Mapping[str, int]

    def sign(self, axis: str | None) -> int:
        """Its direction on an axis, or on its first one, as negation leaves it; 0 for none."""
        sign = next(iter(self.signs.values()), 0) if axis is None else self.signs.get(axis, 0)
        return -sign if self.negated else sign

    @property
    def has_content(self) -> bool:
        """Whether it says what a direction word is about."""
        return not self.signs and self.stem not in STOP_WORDS and self.word not in NEGATORS


@dataclass(frozen=True, slots=True)
class Opposition:
    """A word of a sentence, and the word of its source that says the opposite.

    Attributes:
        share: 0..1, how much of what stands around the one stands around the other.
        said: the sentence's word.
        held: the source's word.
    """

    share: float
    said: str
    held: str


@functools.lru_cache(maxsize=4_096)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of a text, with what negates them; Chinese as the glossary reads it."""
    words = list(_words(_english(text)))
    found = []
    for index, word in enumerate(words):
        before = words[max(0, index - REACH) : index]
        negations = sum(other.lower() in NEGATORS for other in before)
        stem = _stem(word)
        found.append(Token(word, stem, negations % 2 == 1, _directions().get(stem, {})))
    return tuple(found)


def opposed(
    sentence: str, source: Sequence[str], weigh: Weigh, *, across: bool = False
) -> list[Opposition]:
    """Each direction word of a sentence whose counterpart in the source says the opposite.

    Of the source's words on the same axis the one counts that is most about the same things;
    where one of these agrees, there is no opposition.

    Args:
        sentence: what is to be checked.
        source: the sentences it rests on.
        weigh: the idf of a term.
        across: compare words of different axes too ("improves" with "reduces"): it finds more
            contradictions, and more that are none, so it is for scores and not for verdicts.
    """
    said = tokens(sentence)
    held = [tokens(text) for text in source]
    found = []
    for index, token in enumerate(said):
        for axis in list(token.signs)[: 1 if across else None]:
            around = _around(said, index, SAID_AROUND)
            nearest = _nearest(around, held, None if across else axis, weigh)
            signs = {other.sign(None if across else axis) for other, _ in nearest}
            if nearest and token.sign(axis) not in signs:
                found.append(Opposition(nearest[0][1], token.word, nearest[0][0].word))
    return found


def negates(text: str) -> bool:
    """Whether a text holds any negation."""
    return any(token.word.lower() in NEGATORS for token in tokens(text))


def negation_differs(sentence: str, source: str, weigh: Weigh) -> float:
    """How surely one of two texts negates what the other affirms, 0..1.

    The share, by weight, of the words under a negation that the other text holds, all of them
    without one. Direction words are `opposed`'s matter.
    """
    one, other = tokens(sentence), tokens(source)
    return max(_only_negated(one, other, weigh), _only_negated(other, one, weigh))


def _only_negated(one: Sequence[Token], other: Sequence[Token], weigh: Weigh) -> float:
    under = {token.stem for token in one if token.negated and token.has_content}
    under -= {token.stem for token in one if not token.negated}
    affirmed = {token.stem for token in other if not token.negated}
    affirmed -= {token.stem for token in other if token.negated}
    return _share(under, affirmed, weigh)


def _nearest(
    around: frozenset[str], held: Iterable[Sequence[Token]], axis: str | None, weigh: Weigh
) -> list[tuple[Token, float]]:
    """The source's direction words that are most about these things, with the share of them."""
    shares = [
        (token, _share(around, _around(text, index, HELD_AROUND), weigh))
        for text in held
        for index, token in enumerate(text)
        if token.sign(axis)
    ]
    best = max((share for _, share in shares), default=0.0)
    return [(token, share) for token, share in shares if share == best > 0]


def _around(text: Sequence[Token], index: int, reach: int) -> frozenset[str]:
    """The content stems around a word."""
    near = (*text[max(0, index - reach) : index], *text[index + 1 : index + 1 + reach])
    return frozenset(token.stem for token in near if token.has_content)


def _share(wanted: Iterable[str], held: Iterable[str], weigh: Weigh) -> float:
    weights = {stem: weigh(stem) for stem in wanted}
    whole = math.fsum(weights.values())  # exact, so that equal shares are equal in any order
    shared = math.fsum(weights[stem] for stem in weights.keys() & set(held))
    return shared / whole if whole else 0.0


def _english(text: str) -> str:
    """The text with Chinese words as the glossary translates them, negations among them."""
    if not HAN.search(text):
        text = _AT_MOST.sub("at-most", _AT_LEAST.sub("at-least", in_digits(text)))
        return _CONTRACTED.sub(r"\1 not", text.replace("cannot", "can not"))
    return " ".join(_in_english(word) for word in words_of(text))


def _in_english(word: Word) -> str:
    if word.text in _CHINESE_NEGATORS:
        return "not"
    return word.english[0] if word.english else ""


def _words(text: str) -> Iterable[str]:
    """The words of a text; a joined word in its parts, unless it has a direction as a whole."""
    for word in _WORD.findall(_NO_NEGATION.sub(r"\1", text)):
        if _stem(word.lower()) in _directions():
            yield word
        else:
            yield from _MARKS.split(word)


@functools.lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    return (terms(word) or [word.lower()])[0]


@functools.cache
def _directions() -> dict[str, dict[str, int]]:
    """The sign of each stem by axis, in the order of the file."""
    found: dict[str, dict[str, int]] = {}
    for line in (files("rag") / "opposites.tsv").read_text("utf-8").splitlines():
        axis, *sides = line.split("\t")
        for sign, side in zip((1, -1), sides, strict=True):
            for word in side.split():
                found.setdefault(_stem(word), {}).setdefault(axis, sign)
    return found
