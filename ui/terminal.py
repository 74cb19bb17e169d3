"""Answers and search results as text: plain for pipes, rich for a terminal. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from index_store.papers import Paper
from rag.answers import Answer, Citation, SearchResult, source_labels
from ui.characters import displayable, one_line

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

SEPARATOR = " · "
INDENT = "    "


def heading(paper: Paper) -> str:
    """The title; a derived label is marked as one."""
    name = one_line(paper.display_title)
    return name if paper.title else f"{name} (derived)"


def published(paper: Paper) -> str:
    """Venue and year, as far as they are known."""
    known = (one_line(paper.venue or ""), str(paper.year or ""))
    return " ".join(part for part in known if part)


def provenance(paper: Paper) -> str:
    """Where the paper's text came from, where it was published, and its address."""
    sources = ", ".join(one_line(label) for label in source_labels(paper))
    parts = (sources, published(paper), one_line(paper.url or ""))
    return SEPARATOR.join(part for part in parts if part)


def remarks(answer: Answer) -> tuple[str, ...]:
    """What a reader must know beside the answer: doubts, and what was done instead."""
    return tuple(one_line(remark) for remark in _remarks(answer))


def unquoted(answer: Answer, citation: Citation) -> tuple[str, ...]:
    """Quotes of a citation that the answer's text does not already show."""
    shown = one_line(answer.answer)
    quotes = (one_line(quote.text) for quote in citation.quotes)
    return tuple(quote for quote in quotes if quote not in shown)


def plain_answer(answer: Answer) -> str:
    """The answer, and beneath it each paper it cites."""
    blocks = [displayable(answer.answer), *remarks(answer)]
    blocks += [_plain_citation(answer, citation) for citation in answer.citations]
    return "\n\n".join(blocks)


def rich_answer(answer: Answer) -> RenderableType:
    """The same for a terminal, wrapped to its width."""
    from rich.console import Group

    parts: list[RenderableType] = [_marked(displayable(answer.answer))]
    for remark in remarks(answer):
        parts += ["", _styled(remark, "yellow")]
    for citation in answer.citations:
        parts += ["", *_rich_citation(answer, citation)]
    return Group(*parts)


def plain_search(result: SearchResult) -> str:
    """The papers found, best first, with what leads to each."""
    if not result.retrieved:
        return "No papers found."
    return "\n\n".join(
        f"{rank}. {heading(found.paper)}\n"
        f"{INDENT}{provenance(found.paper)}\n"
        f"{INDENT}{found.paper.paper_id}{SEPARATOR}score {found.score:.2f}"
        for rank, found in enumerate(result.retrieved, start=1)
    )


def rich_search(result: SearchResult) -> RenderableType:
    """The same for a terminal."""
    from rich.console import Group

    if not result.retrieved:
        return _styled("No papers found.", "yellow")
    parts: list[RenderableType] = []
    for rank, found in enumerate(result.retrieved, start=1):
        identity = f"{found.paper.paper_id}{SEPARATOR}score {found.score:.2f}"
        parts += ["", _styled(f"{rank}. {heading(found.paper)}", "bold")]
        parts += [_indented(provenance(found.paper), "cyan"), _indented(identity, "dim")]
    return Group(*parts[1:])


def _remarks(answer: Answer) -> Iterator[str]:
    if answer.fallback:
        yield f"Quoted instead of written: {answer.fallback}"
    if answer.truncated:
        yield "The answer was cut off."
    for sentence in answer.sentences:
        if sentence.support != "supported":
            reason = f" ({sentence.why})" if sentence.why else ""
            verdict = "Weakly supported" if sentence.support == "weak" else "Not supported"
            yield f"{verdict}{reason}: {sentence.text}"


def _plain_citation(answer: Answer, citation: Citation) -> str:
    lines = [f"[{citation.number}] {heading(citation.paper)}"]
    lines += [f"{INDENT}“{quote}”" for quote in unquoted(answer, citation)]
    lines += [f"{INDENT}{provenance(citation.paper)}"]
    return "\n".join(lines)


def _rich_citation(answer: Answer, citation: Citation) -> Iterator[RenderableType]:
    yield _marked(f"[{citation.number}] {heading(citation.paper)}", "bold")
    for quote in unquoted(answer, citation):
        yield _indented(f"“{quote}”", "italic")
    yield _indented(provenance(citation.paper), "cyan")


def _marked(text: str, style: str = "") -> Text:
    """Text whose citation markers stand out; nothing in it is read as markup."""
    styled = _styled(text, style)
    styled.highlight_regex(r"\[\d+\]", "bold green")
    return styled


def _styled(text: str, style: str) -> Text:
    from rich.text import Text

    return Text(text, style=style, overflow="fold")


def _indented(text: str, style: str) -> RenderableType:
    from rich.padding import Padding

    return Padding(_styled(text, style), (0, 0, 0, len(INDENT)))
