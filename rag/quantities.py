"""Numbers with their units, as a text states them, and whether a source holds the same.

"40%", LaTeX's 40 and "forty percent" are one quantity; "24.0%" is not it, and neither is "40 ms" or
"40". A rounded number is another number. Digits that belong to a name ("GPT-2") are none: names
are compared as names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from index_store.cleaning import plain
from index_store.lexical import terms
from rag.number_words import in_digits

PERCENT = "%"
TIMES = "×"
POWER = "^"
_TOLD = frozenset({PERCENT, TIMES, POWER})
"""Units that change what a number says, so that a number without them is another one."""

_UNITS = {
    PERCENT: "%",
    TIMES: "× x times fold",
    "points": "point points pp",
    "ms": "ms millisecond milliseconds",
    "s": "s sec secs second seconds",
    "min": "min mins minute minutes",
    "h": "h hr hrs hour hours",
    "day": "d day days",
    "week": "week weeks wk",
    "month": "month months",
    "year": "year years yr yrs",
    "kb": "kb kilobyte kilobytes",
    "mb": "mb megabyte megabytes",
    "gb": "gb gigabyte gigabytes",
    "tb": "tb terabyte terabytes",
    "ng": "ng nanogram nanograms",
    "μg": "μg ug mcg microgram micrograms",
    "mg": "mg milligram milligrams",
    "g": "g gram grams",
    "kg": "kg kilogram kilograms",
    "nm": "nm nanometer nanometers nanometre nanometres",
    "μm": "μm um micrometer micrometers micrometre micrometres",
    "mm": "mm millimeter millimeters millimetre millimetres",
    "cm": "cm centimeter centimeters centimetre centimetres",
    "m": "m meter meters metre metres",
    "km": "km kilometer kilometers kilometre kilometres",
    "kda": "kd kda kilodalton kilodaltons",
    "hz": "hz hertz",
    "khz": "khz kilohertz",
    "mhz": "mhz megahertz",
    "ghz": "ghz gigahertz",
    "°": "° ° degree degrees",
}
_UNIT_OF = {word: unit for unit, words in _UNITS.items() for word in words.split()}
_SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_SCALES |= {"k": 3, "K": 3, "M": 6, "B": 9, "T": 12}

_ADDRESS = re.compile(r"https?://\S+")
_THIN_SPACE = re.compile("(?<=\\d)[\u2009\u202f\u00a0](?=\\d{3}(?!\\d))")
_PER_CENT = re.compile(r"\s?\bper ?cent\b", re.I)
_POINTS = re.compile(r"\s(?:percentage |absolute |%-)points?\b|\s?个百分点", re.I)
_LETTER = r"[^\W\u3400-\u9fff]"
"""A letter or digit that runs on into a number; Chinese leaves no space before one."""
_NUMBER = re.compile(
    rf"(?<!\.)(?<!{_LETTER})(?<![A-Za-z][-‐–])(?<![\w)\]]\^)(?<![\w)\]]\^[-−])"
    r"(?:(?<![\w)\]%])(?P<sign>[-−])(?=\.?\d))?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"(?:\s?[×x·*]\s?10\^\{?(?P<tens>[-−]?\d{1,6})\}?|\^[{(]?(?P<power>[-−]?\d{1,6})[})]?"
    r"|e(?P<exponent>[-+−]?\d{1,6})\b|/(?P<below>[1-9]\d*)(?![\d/]))?"
    r"(?:\s?(?P<hundred>hundred)\b)?"
    r"(?:\s?(?P<scale>thousand|million|billion|trillion)\b|(?P<letter>[kKMBT])(?!\w))?"
    r"\+?(?:\s?(?P<times>×)(?!\s?\d)|(?P<unit>[ -]?(?!x\s?\d)(?:%|°|[A-Za-zµμ]+)[A-Za-z0-9]*)?)"
)
_RAISED = re.compile(
    r"(?P<base>[^\W\d_]|(?<=[)\]]))\^[({]?(?P<sign>[-−])?(?P<digits>\d+(?:\.\d+|/[1-9]\d*)?)"
)
_BETWEEN = re.compile(r"-?\s*(?:,|to|and|or|-|–|—|versus|vs\.?|/|, and|, or|到|至|和|与)\s*", re.I)
_JOINING = frozenset({"versus", "vs"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number that a text states.

    Attributes:
        value: the number in full ("48B" is 48,000,000,000).
        unit: in its shortest form, "" for none: "%", "×", "mg"; "^" for an exponent.
        counted: stem of the word behind a number without a unit ("12 hives"), or what an exponent
            raises; else "".
        text: as written, in plain text and in digits.
    """

    value: Decimal
    unit: str
    counted: str
    text: str


def quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of a text; LaTeX, numbers in words and Chinese numerals are read.

    In "8.9 to 14.0 points" and "12, 15 and 20%" the unit is that of each number.
    """
    text = _ADDRESS.sub(" ", plain(_THIN_SPACE.sub("", text)))
    text = in_digits(_POINTS.sub(" points", _PER_CENT.sub("%", text)))
    matches = list(_NUMBER.finditer(text))
    found = [_quantity(match) for match in matches]
    for index in reversed(range(len(found) - 1)):
        between = text[_end(matches[index], found[index]) : matches[index + 1].start()]
        bare = not (found[index].unit or found[index].counted)
        if bare and _BETWEEN.fullmatch(between):
            after = found[index + 1]
            found[index] = replace(found[index], unit=after.unit, counted=after.counted)
    return (*found, *map(_exponent, _RAISED.finditer(text)))


def missing(stated: Iterable[Quantity], held: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """The stated quantities that a source does not hold, each value with its unit."""
    return tuple(quantity for quantity in stated if not _is_held(quantity, held))


def _is_held(stated: Quantity, held: Sequence[Quantity]) -> bool:
    """Whether a source states a quantity, and not only other numbers of what it counts."""
    same = [other for other in held if other.value == stated.value and _fits(stated, other)]
    counts = [other for other in held if stated.counted and other.counted == stated.counted]
    return bool(same) and (not counts or any(other.value == stated.value for other in counts))


def _fits(stated: Quantity, held: Quantity) -> bool:
    """Whether two units may stand for the same; "40" may leave out a "ms" but no "%"."""
    return stated.unit == held.unit or (not stated.unit and held.unit not in _TOLD)


def _quantity(match: re.Match[str]) -> Quantity:
    word = (match["unit"] or "").lstrip(" -")
    word = word if len(word) == 1 else word.lower()  # "3D" is not three days
    unit = TIMES if match["times"] else _UNIT_OF.get(word, "")
    attached = (match["unit"] or "")[:1] not in (" ", "-", "")
    if not unit and attached:  # "3D", "18th": whatever it is, it belongs to the number
        unit = word
    counted = "" if unit or not word or word in _JOINING else (terms(word) or [""])[0]
    end = match.end() if unit else match.end("letter" if match["letter"] else "digits")
    written = match.string[match.start() : max(end, _number_end(match))].strip()
    return Quantity(_value(match), unit, counted, written)


def _number_end(match: re.Match[str]) -> int:
    """Where the number itself ends, before any unit."""
    return match.start("unit") if match["unit"] else match.end()


def _end(match: re.Match[str], quantity: Quantity) -> int:
    return match.end() if quantity.unit or quantity.counted else _number_end(match)


def _value(match: re.Match[str]) -> Decimal:
    value = Decimal(match["digits"].replace(",", ""))
    if match["power"]:
        value = _raised(value, int(match["power"].replace("−", "-")))
    if match["below"]:
        value /= Decimal(match["below"])
    tens = match["tens"] or match["exponent"] or "0"
    scale = _SCALES.get(match["scale"] or match["letter"] or "", 0) + 2 * bool(match["hundred"])
    value = value.scaleb(_bounded(int(tens.replace("−", "-"))) + scale)
    return -value if match["sign"] else value


def _raised(value: Decimal, power: int) -> Decimal:
    return value ** _bounded(power) if value else value


def _bounded(power: int) -> int:
    """A power that can be computed: no text means 10^100000."""
    return max(-999, min(999, power))


def _exponent(match: re.Match[str]) -> Quantity:
    above, _, below = match["digits"].partition("/")
    value = Decimal(above) / Decimal(below or 1)
    return Quantity(-value if match["sign"] else value, POWER, f"{match['base']}^", match[0])
