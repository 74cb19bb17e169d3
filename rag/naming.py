"""Names in a question: those of a paper, and those that a paper does not mention."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from index_store.lexical import STOP_WORDS, terms
from index_store.papers import Paper

_STAND_IN = "the method"
"""What a masked name leaves behind, so that the clause still reads as a sentence."""

_LETTER = r"[A-Za-zÀ-ɏͰ-ӿ0-9_-]"
"""What makes a neighbouring character part of the same word in the scripts that use spaces."""

_NAME_LIKE = re.compile(
    rf"(?<!{_LETTER})(?:[A-Za-z]+[-_]?\d[\w.-]*|[A-Z][a-z]+[A-Z]\w*|[A-Z]{{2,}}[\w-]*s?"
    rf"|[A-Z]\w*(?:-[A-Z0-9]\w*)+)(?!{_LETTER})"
)
_CAPITALISED = re.compile(r"(?<=[a-z,\u3400-\u9fff] )[A-Z][a-z]{2,}(?![\w-])")
_EVERYDAY = frozenset(
    [
        "LLM",
        "LLMS",
        "AI",
        "ML",
        "GPU",
        "GPUS",
        "TPU",
        "TPUS",
        "RL",
        "NLP",
        "CPU",
        "CPUS",
        "RAM",
        "GNN",
        "GNNS",
        "DNN",
        "DNNS",
    ]
)
"""Acronyms in everybody's mouth: their absence from an abstract means nothing."""


_EMPHASISED = STOP_WORDS | {"any", "every", "many", "must", "never", "none", "one", "two", "much"}
"""Words that a writer puts in capitals to stress them."""


def names_in(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """Those of a paper's names that a text holds as whole words.

    Capitals matter for a name that may be a plain word ("MERIT", "PEAKS"): the text must write
    it as the paper does, unless the text is in lower case throughout.
    """
    careless = text == text.lower()
    return tuple(
        name
        for name in names
        if _whole(name, ignore_case=careless or not (name.isalpha() and name.isupper())).search(
            text
        )
    )


_TITLE_PAUSE = re.compile(r"\s*[:：]|\s+(?:via|through|using)\s")
OPENING_WORDS = 3
"""A title's opening of this many words with capitals names its paper."""


def title_in(text: str, paper: Paper) -> tuple[str, ...]:
    """The opening of a paper's title, up to its first pause, where a text quotes it.

    Only in the title's own capitals: in lower case the same words are a topic.
    """
    opening = _title_opening(paper.plain_title)
    found = opening in text and _whole(opening, ignore_case=False).search(text)
    return (opening,) if opening and found else ()


@functools.lru_cache(maxsize=50_000)
def _title_opening(title: str) -> str:
    """A title up to its first pause, where that may name a paper, else ""."""
    opening = _TITLE_PAUSE.split(title, maxsplit=1)[0].strip()
    words = re.split(r"[\s-]+", opening)
    capitals = sum(word[:1].isupper() for word in words)
    return opening if len(words) >= OPENING_WORDS <= capitals else ""


_DESCRIBED = re.compile(
    r"\b(in|of|from|by|for|did|does) the (?!same |whole |full |first |second )"
    r"[\w/+-]+(?: [\w/+-]+){0,5}? (?:paper|article)\b(?! (?:on|about)\b)",
    re.I,
)
_DESCRIBED_IN_CHINESE = re.compile(
    r"^[^，,？?]{2,40}?(?:那|这)(?:一)?篇(?:论文|文章|工作)?[，,]?(?=.{2})"
)


def mask(text: str, names: Sequence[str]) -> str:
    """The text with a paper's names replaced by words that name nothing.

    So is what describes the paper instead ("in the imperfect-information games paper"): it
    chooses the paper, as a name does, and not the sentence.
    """
    text = _DESCRIBED.sub(r"\1 the paper", text)
    text = _DESCRIBED_IN_CHINESE.sub("该论文", text)
    for name in sorted(names, key=len, reverse=True):
        text = _whole(name, ignore_case=True).sub(_STAND_IN, text)
    return " ".join(text.split())


def name_like(text: str) -> tuple[str, ...]:
    """Words of a text that look like proper names, in order, each once."""
    matches = [*_NAME_LIKE.finditer(text), *_CAPITALISED.finditer(text)]
    found = [match[0] for match in sorted(matches, key=lambda match: match.start())]
    return tuple(dict.fromkeys(name for name in found if not _is_plain_word(name)))


def _is_plain_word(name: str) -> bool:
    """Whether a capitalised word says nothing by its capitals: "MANY", "GPU"."""
    return name.upper() in _EVERYDAY or name.lower() in _EMPHASISED


def others_mentioned(text: str, paper: Paper) -> tuple[str, ...]:
    """Proper names in a text that a paper mentions and that are not its own ("AdamW")."""
    own = {name.casefold() for name in paper.names}
    return tuple(
        name for name in name_like(text) if name.casefold() not in own and _mentions(paper, name)
    )


def unmentioned_names(text: str, paper: Paper) -> tuple[str, ...]:
    """Proper names in a text ("Adam", "CIFAR-10") that a paper's title and abstract do not hold.

    "Adam" is not in "AdamW"; but a plural, or another form of the same stem, is the same name.
    """
    stems = frozenset(terms(paper.search_text))
    return tuple(
        name
        for name in name_like(text)
        if not _mentions(paper, name) and not stems.issuperset(terms(name)[:1])
    )


def _mentions(paper: Paper, name: str) -> bool:
    pattern = _whole(name, ignore_case=True)
    return bool(pattern.search(paper.search_text) or pattern.search(paper.abstract))


@functools.lru_cache(maxsize=50_000)
def _whole(name: str, *, ignore_case: bool) -> re.Pattern[str]:
    """A pattern for a name that is not part of a longer word; Chinese needs no space beside it."""
    pattern = rf"(?<!{_LETTER}){re.escape(name)}(?!{_LETTER})"
    return re.compile(pattern, re.IGNORECASE if ignore_case else 0)
