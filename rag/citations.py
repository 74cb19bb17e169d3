"""Numbers for papers and quotes from them, as an answer cites them."""

from __future__ import annotations

from collections.abc import Mapping

from index_store.papers import Paper
from rag.answers import Citation, Evidence, Quote


class CitationBook:
    """Gives papers their numbers and keeps their quotes while one answer is made.

    A paper gets the next number at its first citation and keeps it for the whole conversation.
    A quote is cut from the stored abstract here and nowhere else, so that every citation
    resolves by construction.
    """

    def __init__(self, numbers: Mapping[str, int] | None = None) -> None:
        """Start from the numbers that earlier answers of the conversation gave, by paper id."""
        self._numbers = dict(numbers or {})
        self._papers: dict[str, Paper] = {}
        self._quotes: dict[str, list[Quote]] = {}

    def number(self, paper: Paper) -> int:
        """The paper's number; citing it for the first time gives it one."""
        self._papers.setdefault(paper.paper_id, paper)
        self._quotes.setdefault(paper.paper_id, [])
        return self._numbers.setdefault(paper.paper_id, max(self._numbers.values(), default=0) + 1)

    def quote(self, paper: Paper, start: int, end: int) -> Evidence:
        """Cite a stretch of the abstract, the same stretch once.

        Raises:
            ValueError: the stretch is empty or reaches outside the abstract.
        """
        if not 0 <= start < end <= len(paper.abstract):
            raise ValueError(f"{start}:{end} is no stretch of the abstract of {paper.paper_id}")
        number = self.number(paper)
        quotes = self._quotes[paper.paper_id]
        quote = Quote(start, end, paper.quote(start, end))
        if quote not in quotes:
            quotes.append(quote)
        return Evidence(number, quotes.index(quote))

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The papers cited in this answer, by number."""
        cited = [
            Citation(self._numbers[paper_id], paper, tuple(self._quotes[paper_id]))
            for paper_id, paper in self._papers.items()
        ]
        return tuple(sorted(cited, key=lambda citation: citation.number))
