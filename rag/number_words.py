"""Numbers in words to numbers in digits: "forty-two" is "42", "百分之四十" is "40%".

"One" and "一" are left alone, which mostly mean "a"; ordinals are no quantities.
"""

from __future__ import annotations

import re

_UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUES = {word: value for value, word in enumerate(_UNITS) if word != "one"}
_VALUES |= {word: 10 * value for value, word in enumerate(_TENS, 2)}
_VALUES |= {"dozen": 12, "hundreds": 100}
_DIGIT = rf"(?:{'|'.join(_UNITS[1:10])})"
_COMPOUND = re.compile(
    rf"\b(?:(?P<tens>{'|'.join(_TENS)})[- ](?P<unit>{_DIGIT})|(?P<alone>{'|'.join(_VALUES)}))"
    r"(?P<fold>fold)?\b",
    re.I,
)
_MULTIPLES = {
    "twice": "2×", "twofold": "2×", "doubled": "2×", "doubles": "2×", "doubling": "2×",
    "thrice": "3×", "tripled": "3×", "triples": "3×", "tripling": "3×", "quadrupled": "4×",
    "half": "50%",
}  # fmt: skip
_MULTIPLE = re.compile(rf"(?<![\w-])(?:{'|'.join(_MULTIPLES)})(?![\w-])", re.I)
_ONE_SCALED = re.compile(
    r"\b(?:a|one)(?= (?:hundred|thousand|million|billion|trillion)\b)|\bone(?= ?%)",
    re.I,
)

_CHINESE = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_POWERS = {"十": 10, "百": 100, "千": 1_000}
_NUMERAL = r"[零〇一二两三四五六七八九十百千]+"
_MEASURES = "[个種种篇项項倍类類组組层層年天位名条條张張轮輪次步周月人秒只隻台万亿]|小时|分钟"
_PERCENT = re.compile(rf"百分之(?P<value>{_NUMERAL}(?:点{_NUMERAL})?|\d+(?:\.\d+)?)")
_TENTHS = re.compile(rf"(?P<value>{_NUMERAL}|\d)成(?![为為功了本员員果熟立长長])")
_PART = re.compile(rf"(?P<below>{_NUMERAL})分之(?P<above>{_NUMERAL})")
_COUNTED = re.compile(rf"(?P<value>{_NUMERAL})(?={_MEASURES})")
_SCALED = re.compile(r"(?<![\d.])(?P<value>\d+(?:\.\d+)?)\s?(?P<scale>万|亿|千|百)")
_SCALES = {"百": 2, "千": 3, "万": 4, "亿": 8}


def in_digits(text: str) -> str:
    """The text with its numbers in digits; everything else stays."""
    text = _ONE_SCALED.sub("1", _MULTIPLE.sub(lambda match: _MULTIPLES[match[0].lower()], text))
    return _chinese(_COMPOUND.sub(_english, text))


def _english(match: re.Match[str]) -> str:
    if match["tens"]:
        value = _VALUES[match["tens"].lower()] + _UNITS.index(match["unit"].lower())
    else:
        value = _VALUES[match["alone"].lower()]
    return f"{value}{'×' if match['fold'] else ''}"


def _chinese(text: str) -> str:
    text = _PERCENT.sub(lambda match: f" {_spoken(match['value'])}% ", text)
    text = _TENTHS.sub(lambda match: f" {10 * int(_spoken(match['value']))}% ", text)
    text = _PART.sub(lambda match: f" {_spoken(match['above'])}/{_spoken(match['below'])} ", text)
    text = _COUNTED.sub(_counted, text)
    text = _SCALED.sub(_scaled, text)
    return text.replace("倍", "× ")


def _counted(match: re.Match[str]) -> str:
    """A numeral before a measure word; "一" alone is an article."""
    return match[0] if match[0] == "一" else _spoken(match["value"])


def _scaled(match: re.Match[str]) -> str:
    power = _SCALES[match["scale"]]
    whole, _, part = match["value"].partition(".")
    if len(part) > power:
        return match[0]
    return str(int(whole + part.ljust(power, "0")))


def _spoken(numeral: str) -> str:
    """A Chinese numeral in digits: "四十二" is "42", "三点五" "3.5"."""
    whole, _, part = numeral.partition("点")
    if whole[:1].isdigit():
        return numeral
    value, last = 0, 0
    for sign in whole:
        if sign in _POWERS:
            value, last = value + (last or 1) * _POWERS[sign], 0
        else:
            last = _CHINESE[sign]
    digits = "".join(str(_CHINESE[sign]) for sign in part if sign in _CHINESE)
    return f"{value + last}.{digits}" if digits else str(value + last)
