"""What a paper is: frozen records, from a line of a file to what the store holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Source:
    """Where a text came from.

    Attributes:
        path: absolute path of the file; ``-`` for standard input.
        ordinal: which of that file's papers, counted from 1; headings do not count.
    """

    path: str
    ordinal: int

    @property
    def label(self) -> str:
        """``file name:ordinal``, as answers show it."""
        return f"{Path(self.path).name}:{self.ordinal}"


@dataclass(frozen=True, slots=True)
class Record:
    """One paper as one file gives it, before cleaning and merging.

    ``abstract`` is decoded, has LF line ends and is stripped; nothing else is done to it.
    ``links`` maps a name ("proceedings_url") to an address; ``identifiers`` maps a scheme
    ("openreview_id", "doi", "_id") to a value.
    """

    source: Source
    line: int
    title: str | None = None
    abstract: str | None = None
    authors: tuple[str, ...] = ()
    venue: str | None = None
    year: int | None = None
    url: str | None = None
    links: tuple[tuple[str, str], ...] = ()
    identifiers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a record or a file was not read: a value, not a crash, so the rest goes on.

    Attributes:
        path: as in `Source`.
        line: line of the file, counted from 1; None when the whole file is at fault.
        reason: one line that says what is wrong and what to do.
    """

    path: str
    line: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a stored abstract.

    Attributes:
        start: offset of its first code point in the stored abstract.
        end: offset after its last; ``abstract[start:end]`` is the sentence to the letter.
        plain: its search text, cleaned of LaTeX, Markdown and the like.
    """

    start: int
    end: int
    plain: str


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as the store holds it.

    Attributes:
        paper_id: content hash of the abstract (of the title, where there is none), so that
            the same paper from two lists has one id.
        title: as given by a list, None when no list gave one.
        label: what to call a paper without a title: the name of what it introduces, else
            its opening words. Shown as derived. Set for every paper.
        abstract: stored text, as written; "" when no list gave one.
        plain_title: search text of the title, "" without one.
        names: what names this paper and no general topic, as written in plain text: the
            title's name ("HarmoniCa"), its label, acronyms the abstract introduces.
        sentences: of the abstract, in order.
        sources: the one the abstract came from first.
    """

    paper_id: str
    title: str | None
    label: str
    abstract: str
    plain_title: str = ""
    authors: tuple[str, ...] = ()
    venue: str | None = None
    year: int | None = None
    url: str | None = None
    links: tuple[tuple[str, str], ...] = ()
    identifiers: tuple[tuple[str, str], ...] = ()
    names: tuple[str, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    sources: tuple[Source, ...] = field(default=())

    @property
    def display_title(self) -> str:
        """The title, or the derived label."""
        return self.title or self.label

    @property
    def sentence_ids(self) -> list[str]:
        """What the store calls the sentences, in order."""
        return [f"{self.paper_id}:{number}" for number in range(len(self.sentences))]

    @property
    def search_text(self) -> str:
        """Plain text of title and abstract: what BM25 reads and the paper's vector stands for."""
        body = " ".join(sentence.plain for sentence in self.sentences)
        return f"{self.plain_title}. {body}" if self.plain_title else body

    def quote(self, start: int, end: int) -> str:
        """The stored abstract between two offsets, to the letter."""
        return self.abstract[start:end]
