"""Display text to plain search text: LaTeX, HTML, Markdown, ligatures and mojibake undone.

Search text is what BM25 and the encoders read. It is never shown as a quotation, so it may
change length; what it may not do is lose a figure, a name or an address.
"""

from __future__ import annotations

import html
import logging
import re
import unicodedata
from functools import lru_cache
from typing import Protocol, cast

_SPACES = dict.fromkeys((0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029), " ")
_CONTROL = dict.fromkeys((*range(32), *range(127, 160)))
_INVISIBLE = dict.fromkeys((0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF))
_PLACE_MARKS = dict.fromkeys((0xE000, 0xE001))  # ours, see `_shelter`
# Plain NFKC would turn 10³ into 103 and 1½ into 11/2: figures that were never written.
_FIGURES = {ord(sign): f"^{digit}" for sign, digit in zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True)}
_FRACTIONS = {ord("½"): " 1/2", ord("¼"): " 1/4", ord("¾"): " 3/4", 0x2010: "-", 0x2011: "-"}
_CHARACTERS: dict[int, str | None] = {
    **_CONTROL, **_SPACES, **_INVISIBLE, **_FIGURES, **_FRACTIONS, **_PLACE_MARKS
}  # fmt: skip

_BLOCK_TAGS = "p|br|div|li|ul|ol|tr|td|th|table|h[1-6]|hr|section|title|jats:p|jats:title|jats:sec"
_INLINE_TAGS = "b|i|u|em|strong|span|a|sub|small|font|code|tt|jats:[a-z-]+|mml:[a-z-]+|img|abbr"
_BLOCK_TAG = re.compile(rf"</?(?:{_BLOCK_TAGS})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_INLINE_TAG = re.compile(rf"</?(?:{_INLINE_TAGS})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_SUPERSCRIPT = re.compile(r"<(?:jats:)?sup(?:\s[^<>]*)?>(.*?)</(?:jats:)?sup>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});", re.IGNORECASE)

_URL = re.compile(r"https?://[^\s<>\"{}|\\^`\[\]，。；（）]+", re.IGNORECASE)
_URL_TAIL = ".,;:!?'*_)"
_HREF = re.compile(r"\\href\s*\{([^{}]*)\}\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_URL_MACRO = re.compile(r"\\url\s*\{([^{}]*)\}")
# A dollar opens mathematics only before a non-space, and closes it only after one and not
# before a digit: "$5 and $10" is money.
_MATH = re.compile(
    r"\$\$(?P<display>[^$]+)\$\$"
    r"|(?<!\\)\$(?=\S)(?P<inline>(?:[^$\\]|\\.)*?(?<=\S))\$(?!\d)"
    r"|\\\((?P<round>.+?)\\\)|\\\[(?P<square>.+?)\\\]",
    re.DOTALL,
)
_FONT_MACRO = re.compile(r"\\(?:texttt|textnormal|mbox|operatorname\*?)\s*\{([^{}]*)\}")

_LINK = re.compile(r"!?\[([^\[\]]*)\]\(\s*<?([^\s()<>]*)>?(?:\s+\"[^\"]*\")?\s*\)")
_STRONG = re.compile(r"(\*\*|(?<!\w)__)(?=\S)(.+?)(?<=\S)\1", re.DOTALL)
# One star or underline inside a word is mathematics ("a*b") or an identifier ("a_b").
_EMPHASIS = re.compile(r"(?<![\w*\\])([*_])(?=[^\s*_])([^*]*?)(?<=[^\s*_\\])\1(?![\w*])", re.DOTALL)
_TIGHT_EMPHASIS = re.compile(r"(?<=-)\*(?=[^\s*])([^*]*?)(?<=[^\s*])\*(?=-)", re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")
_QUOTES = str.maketrans("‘’“”", "''\"\"")

# By itself U+0085 ends a line; next to others of its kind it is half of a broken letter.
_NEXT_LINE = re.compile(r"(?<![\x80-\xff])\x85(?![\x80-\xff])")
_LINE_END_HYPHEN = re.compile(r"(?<=\w)-[ \t]*\n\s*(?!(?:and|or)\b)(?=\w)")
_ABSTRACT_LABEL = re.compile(r"^\s*(?:abstract|摘\s*要)\s*[.:：—–-]+\s*(?=\S)", re.IGNORECASE)
_SHELTERED = re.compile("\ue000(\\d+)\ue001")
_MAXIMUM_MATH = 2_000


class _LatexConverter(Protocol):
    def latex_to_text(self, latex: str) -> str: ...


@lru_cache(maxsize=64)  # an abstract is asked for by its id, its names and its label
def plain(text: str) -> str:
    """Turn display text into plain text for searching.

    Every number, percent sign, name and address of the text is kept; whitespace is folded to
    single spaces. Markup that does not parse is left as it is written.

    Args:
        text: a title, a sentence or an abstract as a list gives it.

    Returns:
        One line of NFKC-normalised text, without markup; "" for text that holds only markup.
    """
    shelter: list[str] = []
    text = _LINE_END_HYPHEN.sub("-", text)
    # Mojibake first: a soft hyphen or a fraction may be half of a broken letter.
    text = _with_plain_characters(_repaired(valid_unicode(text)))
    text = _without_html(text)
    text = _sheltered_urls(text, shelter)
    if "\\" in text or "$" in text:
        text = _without_latex(text, shelter)
    text = _without_markdown(text)
    text = _restored(text, shelter)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _with_plain_characters(text)).translate(_QUOTES)
    return _ABSTRACT_LABEL.sub("", " ".join(text.split()))


def valid_unicode(text: str) -> str:
    """Join surrogate pairs and replace lone ones, so that the text can be encoded.

    JSON may hold one half of a pair alone; such a string cannot be written to any store.
    """
    if text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _with_plain_characters(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return text.translate(_CHARACTERS)


def _repaired(text: str) -> str:
    """Undo mojibake ("â€™"): only text beyond ASCII can hold any."""
    if text.isascii():
        return text
    import ftfy

    text = _NEXT_LINE.sub(" ", text)
    return ftfy.fix_text(text, unescape_html=False, normalization=None, explain=False)


def _without_html(text: str) -> str:
    if "<" in text:
        text = _SUPERSCRIPT.sub(r"^\1", text)
        text = _INLINE_TAG.sub("", _BLOCK_TAG.sub(" ", text))
    if "&" in text:
        text = _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    return text


def _sheltered_urls(text: str, shelter: list[str]) -> str:
    """Put addresses out of reach: their ``_``, ``%`` and ``*`` are no markup."""
    if "://" not in text:
        return text
    return _URL.sub(lambda match: _shelter_url(match[0], shelter), text)


def _shelter_url(url: str, shelter: list[str]) -> str:
    address = url.rstrip(_URL_TAIL)
    if "(" in address and url[len(address) :].startswith(")"):
        address += ")"
    return _shelter(address, shelter) + url[len(address) :]


def _shelter(text: str, shelter: list[str]) -> str:
    shelter.append(text)
    return f"\ue000{len(shelter) - 1}\ue001"


def _restored(text: str, shelter: list[str]) -> str:
    for _ in range(2 if shelter else 0):  # mathematics may itself hold a sheltered address
        text = _SHELTERED.sub(lambda match: shelter[int(match[1])], text)
    return text


def _without_latex(text: str, shelter: list[str]) -> str:
    """Convert mathematics and macros piece by piece, so that one bad piece spoils only itself."""
    text = text.replace("\\\\%", "\\%")
    text = _HREF.sub(lambda match: _link_text(match[2], match[1]), text)
    text = _URL_MACRO.sub(r"\1", text)
    pieces: list[str] = []
    end = 0
    for match in _MATH.finditer(text):
        pieces.append(_without_macros(text[end : match.start()]))
        pieces.append(_shelter(_math_text(match[0]), shelter))
        end = match.end()
    pieces.append(_without_macros(text[end:]))
    return "".join(pieces)


def _math_text(math: str) -> str:
    """Readable text of one formula with its delimiters; the bare source if it cannot be had."""
    if len(math) > _MAXIMUM_MATH:
        return math
    source = re.sub(r"(?<!\\)%", r"\\%", _FONT_MACRO.sub(r"\1", math))
    return _converted(source) or math.strip("$")


def _without_macros(text: str) -> str:
    """Convert text outside mathematics, where only a backslash makes it LaTeX."""
    if "\\" not in text:
        return text
    # What LaTeX reads as comment, mathematics or alignment is plain text in an abstract.
    source = re.sub(r"(?<!\\)([%$&#_^])", r"\\\1", _FONT_MACRO.sub(r"\1", text))
    source = re.sub(r"(?<!\S)~", r"\\textasciitilde{}", source)
    leading = source[: len(source) - len(source.lstrip())]
    trailing = source[len(source.rstrip()) :]
    converted = _converted(source.strip())
    return f"{leading}{converted}{trailing}" if converted else text


def _converted(source: str) -> str:
    """Run pylatexenc; "" when it fails, which the callers answer with the raw text."""
    try:
        return _latex_converter().latex_to_text(source).strip()
    except Exception:  # noqa: BLE001 - the parser raises IndexError and others on odd input
        logging.getLogger(__name__).debug("left as written: %r", source[:80])
        return ""


@lru_cache(maxsize=1)
def _latex_converter() -> _LatexConverter:
    from pylatexenc.latex2text import LatexNodes2Text

    # It warns of every macro that it does not know; raw text is the answer to these.
    logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)
    return cast(_LatexConverter, LatexNodes2Text(math_mode="text", keep_comments=True))


def _without_markdown(text: str) -> str:
    if "](" in text:
        text = _LINK.sub(lambda match: _link_text(match[1], match[2]), text)
    if "`" in text:
        text = _CODE.sub(r"\1", text.replace("``", '"').replace("''", '"'))
    if "*" in text or "_" in text:
        text = _STRONG.sub(r"\2", text)
        text = _TIGHT_EMPHASIS.sub(r"\1", _EMPHASIS.sub(r"\2", text))
    return text


def _link_text(text: str, address: str) -> str:
    """A link's words, and its address unless the words are the address or it leads nowhere."""
    if "\ue000" not in address and "://" not in address:
        return text
    return text if not text or _is_same_link(text, address) else f"{text} ({address})"


def _is_same_link(text: str, address: str) -> bool:
    # Two sheltered addresses carry different numbers, so a link whose words hold an address
    # is taken for that address.
    return text == address or "\ue000" in text or "://" in text
