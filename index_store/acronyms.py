"""Acronyms and the words they stand for."""

from __future__ import annotations

import re


def expansion_of(acronym: str, before: str) -> str:
    """Find the words that an acronym stands for at the end of the text before it.

    A digit repeats the letter in front of it ("G2PT": graph generative …) or counts nothing.

    Args:
        acronym: the short form, as written in brackets behind the words.
        before: the text up to the bracket.

    Returns:
        The words as written; "" when none fit.
    """
    short = singular(acronym).casefold()
    repeated = re.sub(r"([a-z])([23])", lambda match: match[1] * int(match[2]), short)
    for spelling in dict.fromkeys((repeated, short)):
        letters = "".join(filter(str.isalpha, spelling))
        found = _by_initials(letters, before) or _by_letters(letters, before)
        if re.search(r"[ -]", found) and not re.search(r"[()]", found):
            return found
    return ""


def singular(acronym: str) -> str:
    """An acronym without its plural s: "LLMs" is "LLM"."""
    is_plural = len(acronym) > 2 and acronym[-1] == "s" and acronym[-2].isupper()
    return acronym[:-1] if is_plural else acronym


def _by_initials(letters: str, before: str) -> str:
    """The last words of a text, if the letters are their initials one by one."""
    for pattern in (r"[^\s\"']+", r"[^\s\"'-]+"):
        words = list(re.finditer(pattern, before))[-len(letters) :]
        if letters and "".join(word[0][0] for word in words).casefold() == letters:
            return before[words[0].start() :].strip("\"' ")
    return ""


def _by_letters(letters: str, before: str) -> str:
    """The shortest end of a text that holds the letters in order, the first opening a word.

    The method of Schwartz and Hearst (2003), from right to left.
    """
    words = before.split()[-(2 * len(letters) + 2) :]
    text = " ".join(words).strip("\"' ,")
    folded = text.casefold()
    place = len(folded) if letters and len(folded) == len(text) else -1
    for letter in reversed(letters):
        place = folded.rfind(letter, 0, max(place, 0))
    while place > 0 and folded[place - 1].isalnum():
        place = folded.rfind(letters[0], 0, place)
    return text[place:] if place >= 0 else ""
