"""Named fields to a record: the spellings that exporters use, and values of any shape.

Every format with named fields (JSON now) ends here, so that a name is added once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from index_store.cleaning import plain, valid_unicode
from index_store.papers import Record, Source
from index_store.readers.headings import is_known_venue, named

_TITLE = ("title", "display_name", "paper_title", "name", "papertitle")
_ABSTRACT = ("abstract", "paperabstract", "summary", "abstract_text", "text", "abstracttext")
_AUTHORS = ("authors", "author", "authorships", "author_names", "creators", "author_site")
_VENUE = ("venue", "conference", "booktitle", "journal", "container-title", "journal_name",
          "publicationvenue", "source_title")  # fmt: skip
_YEAR = ("year", "publication_year", "pub_year", "date", "published", "publication_date",
         "publicationdate", "issued")  # fmt: skip
_URL = ("url", "link", "paper_url", "forum_url", "openreview_url", "site", "pdf", "pdf_url",
        "primary_location", "openaccesspdf")  # fmt: skip
_IDENTIFIERS = frozenset(
    ("id", "_id", "paper_id", "paperid", "openreview_id", "doi", "arxiv_id", "arxiv", "arxivid",
     "eprint", "pmid", "pmcid", "corpusid", "forum", "uid", "isbn", "acl_id", "openalex",
     "externalids", "ids")
)  # fmt: skip
_LINKS = frozenset(("pdf", "link", "site", "github", "code", "project", "oa", "openaccesspdf"))
_SCHEMES = {"arxiv": "arxiv_id", "arxivid": "arxiv_id", "forum": "openreview_id"}
_FORUM = "https://openreview.net/forum?id="

_NO_VALUE = re.compile(
    r"\W*(?:n/?a|none|null|nan|unknown|tbd|tba|-1|(?:no )?abstract(?: is)?(?: not)?"
    r"(?: available| provided| found)?|no abstract|not available|无|暂无|无摘要|暂无摘要)?\W*",
    re.IGNORECASE,
)
_YEAR_NUMBER = re.compile(r"(?<!\d)(1[6-9]\d\d|20\d\d)(?!\d)")
_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
_LONGEST_NO_VALUE = 60
_LONGEST_IDENTIFIER = 200


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record stands: its source, and its line counted from 1."""

    source: Source
    line: int


def record_of(fields: Mapping[str, object], place: Place) -> Record | str:
    """Build a record from named fields.

    Args:
        fields: values by name, names in any case; a ``{"value": …}`` stands for its value.
        place: where the record stands.

    Returns:
        The record, or the reason why there is none: neither a title nor an abstract.
    """
    known = _known(fields)
    title = _line(_first(known, _TITLE))
    abstract = _abstract(known)
    if title is None and abstract is None:
        return "neither a title nor an abstract: call these fields title and abstract"
    venue = _venue(known)
    said = named(venue or "")
    years = (_year(known.get(name)) for name in _YEAR)
    return Record(
        source=place.source,
        line=place.line,
        title=title,
        abstract=abstract,
        authors=tuple(_authors(_first(known, _AUTHORS))),
        # "ICML 2025 poster" and "icml" are ICML; "ICML Workshop on …" is something else.
        venue=said.venue if said.year or is_known_venue(venue or "") else venue,
        year=next(filter(None, years), said.year),
        url=_url(known),
        links=tuple(_links(known)),
        identifiers=tuple(dict.fromkeys(_identifiers(known))),
    )


def present(value: object) -> str | None:
    """A value as text without outer whitespace, with LF line ends and valid Unicode.

    Returns:
        None for what is no text or number, and for text that says there is none ("N/A").
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text = valid_unicode(str(value)).replace("\r\n", "\n").replace("\r", "\n").strip()
    return None if len(text) < _LONGEST_NO_VALUE and _NO_VALUE.fullmatch(text) else text


def _known(fields: Mapping[str, object]) -> dict[str, object]:
    """Values by lower-case name, unwrapped; the first that is not empty keeps a name."""
    known: dict[str, object] = {}
    for name, value in fields.items():
        if isinstance(value, dict) and "value" in value:
            value = value["value"]
        if known.get(name.lower()) in (None, "", [], {}):
            known[name.lower()] = value
    return known


def _first(known: Mapping[str, object], names: Sequence[str]) -> object:
    """The first value under one of the names that is there at all."""
    values = (known.get(name) for name in names)
    return next((value for value in values if _is_filled(value)), None)


def _is_filled(value: object) -> bool:
    return bool(value) if isinstance(value, list | dict) else bool(present(value))


def _line(value: object) -> str | None:
    text = present(value)
    return " ".join(text.split()) if text else None


def _abstract(known: Mapping[str, object]) -> str | None:
    """The abstract; a number under its name is no abstract."""
    index = known.get("abstract_inverted_index")
    value = _first(known, _ABSTRACT)
    text = present(value) if isinstance(value, str) else None
    return text if text or not isinstance(index, dict) else present(_uninverted(index))


def _uninverted(index: Mapping[str, object]) -> str:
    """OpenAlex gives an abstract as the positions of each word."""
    placed = [
        (position, word)
        for word, positions in index.items()
        if isinstance(positions, list)
        for position in positions
        if isinstance(position, int)
    ]
    return " ".join(word for _, word in sorted(placed))


def _authors(value: object) -> Iterator[str]:
    """Authors of a list of names or objects, or of one string."""
    if isinstance(value, str):
        value = _separated(value)
    for author in value if isinstance(value, list) else ():
        name = _author_name(author)
        if name:
            yield name


def _separated(authors: str) -> list[str]:
    """One string of authors, parted by semicolons if there are any, else by commas."""
    text = " ".join(authors.split())
    if re.search(r"[;；|]", text):
        return re.split(r"\s*[;；|]\s*", text)
    return re.split(r"\s*[,，、]\s*(?:and\s+)?|\s+and\s+", text)


def _author_name(author: object) -> str:
    if isinstance(author, dict):
        person = author.get("author")
        named = _known(person if isinstance(person, dict) else author)
        whole = _first(named, ("name", "display_name", "full_name", "fullname"))
        given = _first(named, ("given", "first", "first_name", "firstname"))
        family = _first(named, ("family", "last", "last_name", "lastname"))
        author = whole or " ".join(present(part) or "" for part in (given, family))
    # Authors are no quotation: accents are mended for display.
    return plain(present(author) or "")


def _venue(known: Mapping[str, object]) -> str | None:
    for name in _VENUE:
        value = known.get(name)
        if isinstance(value, dict):
            value = _first(_known(value), ("short", "name", "display_name", "title"))
        if isinstance(value, list):
            value = next(iter(value), None)
        text = present(value)
        if text:
            return plain(text) or None
    return None


def _year(value: object) -> int | None:
    """A year of 2025, 2025.0, "2025-07-13" or CrossRef's ``{"date-parts": [[2025]]}``."""
    if isinstance(value, dict):
        value = _first(_known(value), ("date-parts", "year", "raw"))
    while isinstance(value, list) and value:
        value = value[0]
    match = _YEAR_NUMBER.search(present(value) or "")
    return int(match[0]) if match else None


def _url(known: Mapping[str, object]) -> str | None:
    address = next(filter(None, (_address(known.get(name)) for name in _URL)), None)
    forum = present(known.get("forum"))
    return address or (_FORUM + forum if forum else None)


def _address(value: object) -> str | None:
    """A web address in a text, a list or an object of addresses."""
    if isinstance(value, dict):
        value = _first(_known(value), ("url", "href", "landing_page_url", "pdf_url"))
    if isinstance(value, list):
        value = next((item for item in value if isinstance(item, str)), None)
    match = _ADDRESS.match(present(value) or "")
    return match[0] if match else None


def _links(known: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Every further address under its own name ("proceedings_url")."""
    main = _url(known)
    for name, value in known.items():
        address = _address(value) if name in _LINKS or name.endswith("_url") else None
        if address and address != main:
            yield name, address


def _identifiers(known: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for name, value in known.items():
        if name in _IDENTIFIERS and isinstance(value, dict):
            yield from _identifiers({key.lower(): inner for key, inner in value.items()
                                     if not isinstance(inner, dict)})  # fmt: skip
        elif name in _IDENTIFIERS and (text := _line(value)) and len(text) <= _LONGEST_IDENTIFIER:
            yield _SCHEMES.get(name, name), text
