"""A summary as a Markdown page that can be kept and passed on. Pure, but for `save`."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

from rag.answers import Answer, Citation
from ui.characters import displayable
from ui.output import OutputError
from ui.terminal import heading, provenance, remarks, unquoted


def markdown_page(answer: Answer, *, title: str) -> str:
    """The answer under a heading, then the papers it cites with their quotes.

    Abstracts keep their own Markdown and LaTeX; only HTML and pictures in them are disarmed,
    so that a page made from others' text loads nothing.
    """
    blocks = [f"# {_escaped(title)}", _disarmed(displayable(answer.answer))]
    blocks += [f"*{_escaped(remark)}*" for remark in remarks(answer)]
    if answer.citations:
        blocks += ["## Papers"]
        blocks += [_citation_block(answer, citation) for citation in answer.citations]
    return "\n\n".join(blocks) + "\n"


def save(page: str, path: Path) -> None:
    """Write the page whole or not at all; an older file stays until the new one is complete.

    Raises:
        OutputError: the folder is missing or read-only, or the disk is full.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_text(page, encoding="utf-8")  # a device or a pipe, not to be replaced
        else:
            _replace(path, page)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror}") from error


def _replace(path: Path, page: str) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(page)
        temporary.chmod(path.stat().st_mode if path.exists() else 0o666 & ~_creation_mask())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _creation_mask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _citation_block(answer: Answer, citation: Citation) -> str:
    lines = [f"**[{citation.number}] {_escaped(heading(citation.paper))}**"]
    lines += [f"> {_disarmed(quote)}" for quote in unquoted(answer, citation)]
    lines += [_disarmed(provenance(citation.paper))]
    return "\n\n".join(lines)


def _disarmed(text: str) -> str:
    return text.replace("<", "&lt;").replace("![", "!\\[")


def _escaped(text: str) -> str:
    return _disarmed(re.sub(r"([\\`*_\[\]#])", r"\\\1", text))
