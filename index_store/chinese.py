"""Chinese script: whether a text is written in it, and traditional against simplified."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opencc import OpenCC

HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")


def simplified(text: str) -> str:
    """The text in simplified characters; as it is without Han characters."""
    if not HAN.search(text):
        return text
    clean = text.encode("utf-8", "replace").decode("utf-8")
    return str(_converter("t2s").convert(clean))


def mainland(text: str) -> str:
    """A text in traditional script as the mainland would write it; others as they are.

    Words differ too, not only characters: "網路" becomes "网络".
    """
    return str(_converter("tw2sp").convert(text)) if is_traditional(text) else text


def traditional(text: str) -> str:
    """The text in traditional characters; as it is without Han characters."""
    return str(_converter("s2t").convert(text)) if HAN.search(text) else text


def is_traditional(text: str) -> bool:
    """Whether a text holds characters that only traditional script has."""
    return simplified(text) != text


@functools.cache
def _converter(direction: str) -> OpenCC:
    """A converter, loaded at the first Chinese text: a few milliseconds."""
    from opencc import OpenCC

    return OpenCC(direction)
