"""Papers as the store holds them: as text, as a table, as JSON. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from index_store.errors import InputError
from index_store.papers import Paper
from rag.answers import source_labels
from ui.characters import displayable, one_line
from ui.terminal import heading, published

if TYPE_CHECKING:
    from rich.console import RenderableType

NAMED_CANDIDATES = 5
SHORTEST_PREFIX = 4


def find_paper(papers: Iterable[Paper], wanted: str) -> Paper:
    """The paper of an id, of the beginning of one, or of a source (``list.txt:13``).

    Raises:
        InputError: no paper fits, or several do.
    """
    fitting = [paper for paper in papers if _fits(paper, wanted)]
    exact = [paper for paper in fitting if paper.paper_id == wanted]
    if len(exact or fitting) == 1:
        return (exact or fitting)[0]
    if not fitting:
        raise InputError(
            f"no paper {wanted!r} in the store: askpapers papers list shows the ids", path=None
        )
    named = ", ".join(
        f"{paper.paper_id} ({heading(paper)})" for paper in fitting[:NAMED_CANDIDATES]
    )
    raise InputError(
        f"{wanted!r} fits {len(fitting)} papers: {named}; give more of the id", path=None
    )


def paper_json(paper: Paper) -> dict[str, Any]:
    """Everything the store holds of a paper, ready for `json.dumps`."""
    return {
        "paper_id": paper.paper_id,
        "title": paper.title,
        "label": paper.label,
        "authors": list(paper.authors),
        "venue": paper.venue,
        "year": paper.year,
        "url": paper.url,
        "links": dict(paper.links),
        "identifiers": dict(paper.identifiers),
        "names": list(paper.names),
        "sources": source_labels(paper),
        "abstract": paper.abstract,
        "sentences": [
            {"start": one.start, "end": one.end, "text": paper.quote(one.start, one.end)}
            for one in paper.sentences
        ],
    }


def paper_text(paper: Paper) -> str:
    """A paper's record, its abstract, and the sentences answers can quote."""
    known = [(name, one_line(value)) for name, value in _facts(paper) if value]
    width = max(len(name) for name, _ in known) + 2
    facts = "\n".join(f"{name:<{width}}{value}" for name, value in known)
    sentences = "\n".join(
        f"{one.start:>6}-{one.end:<6}{one_line(paper.quote(one.start, one.end))}"
        for one in paper.sentences
    )
    blocks = [heading(paper), facts]
    blocks += [displayable(paper.abstract) or "(no abstract)"]
    blocks += [f"Sentences, by their place in the abstract:\n{sentences}"] if sentences else []
    return "\n\n".join(blocks)


def plain_list(papers: Sequence[Paper]) -> str:
    """A line a paper, fields parted by tabs: id, title, venue and year, sources."""
    return "\n".join("\t".join(_row(paper)) for paper in papers)


def rich_list(papers: Sequence[Paper]) -> RenderableType:
    """The same as a table for a terminal."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("id", no_wrap=True, style="dim")
    table.add_column("title", ratio=3)
    table.add_column("published", no_wrap=True)
    table.add_column("sources", ratio=2, style="cyan", overflow="fold")
    for paper in papers:
        table.add_row(*(Text(cell) for cell in _row(paper)))
    return table


def _fits(paper: Paper, wanted: str) -> bool:
    by_id = len(wanted) >= SHORTEST_PREFIX and paper.paper_id.startswith(wanted)
    return by_id or paper.paper_id == wanted or wanted in source_labels(paper)


def _facts(paper: Paper) -> list[tuple[str, str]]:
    return [
        ("id", paper.paper_id),
        ("label", "" if paper.title is None else paper.label),
        ("authors", ", ".join(paper.authors)),
        ("published", published(paper)),
        ("url", paper.url or ""),
        *paper.links,
        *paper.identifiers,
        ("names", ", ".join(paper.names)),
        ("sources", ", ".join(source_labels(paper))),
    ]


def _row(paper: Paper) -> tuple[str, str, str, str]:
    sources = ", ".join(one_line(label) for label in source_labels(paper))
    return paper.paper_id, heading(paper), published(paper), sources
