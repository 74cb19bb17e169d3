"""The language of a text, told from its script; all Latin script counts as English."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

ENGLISH = "en"
CHINESE = "zh"

# The first word of a letter's Unicode name, and the language most written with it.
_LANGUAGES = {
    "CJK": CHINESE,
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "CYRILLIC": "ru",
    "ARABIC": "ar",
    "THAI": "th",
    "GREEK": "el",
    "HEBREW": "he",
    "DEVANAGARI": "hi",
}
_SYLLABLES = (CHINESE, "ja", "ko")
LETTERS_A_CHARACTER = 4
"""A Chinese character says about as much as four Latin letters, so names in Latin letters
inside a Chinese question do not make it English."""


_ASKS_IN_CHINESE = re.compile(
    r"什[么麼]|甚麼|哪[些个個里裡种種篇]|怎|如何|多少|为[何什]|為[何什]|[吗嗎呢][?？]?$|区别|區別|是[谁誰]|有没有"
    r"|有沒有|总结|總結|概括|比[较較]"
)


def language_of(text: str) -> str:
    """ISO 639-1 code: that of the script which carries most of the text; ``en`` for Latin.

    A question in Japanese holds Chinese characters too; any kana tells. One that asks in
    Chinese is Chinese, however long the English name it asks about ("什么是 over-squashing？").
    """
    weights: Counter[str] = Counter({ENGLISH: 0})
    for character in unicodedata.normalize("NFKC", text):
        if character.isascii():
            weights[ENGLISH] += character.isalpha()
        elif character.isalpha():
            language = _language_of_letter(character)
            weights[language] += LETTERS_A_CHARACTER if language in _SYLLABLES else 1
    found = max(weights, key=lambda language: (weights[language], language != ENGLISH))
    if weights[CHINESE] and weights["ja"]:
        return "ja"
    return CHINESE if _ASKS_IN_CHINESE.search(text) else found


def _language_of_letter(character: str) -> str:
    script = unicodedata.name(character, "LATIN").split()[0].split("-")[0]
    return _LANGUAGES.get(script, ENGLISH)


_BESIDE_HAN = re.compile(
    r"(?<=[\u3400-\u9fff])(?=[A-Za-z0-9$\\(\[])|(?<=[A-Za-z0-9$)\]%])(?=[\u3400-\u9fff])"
)


def spaced(text: str) -> str:
    """The text with a space where Chinese meets a name or a number, so that words are words."""
    return _BESIDE_HAN.sub(" ", text)
