"""What an answer looks like, piped and in a terminal."""

import dataclasses
import io

import pytest
from rich.console import Console, RenderableType

from index_store.papers import Paper
from rag.answers import Answer, AnswerSentence, Quote, Retrieved, SearchResult
from ui.terminal import heading, plain_answer, plain_search, rich_answer, rich_search, unquoted


def drawn(renderable: RenderableType, *, width: int = 60) -> str:
    """As a terminal would get it, colours and all."""
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=True,
        color_system="standard",
        markup=False,
        emoji=False,
        highlight=False,
    )
    console.print(renderable)
    return console.file.getvalue()


def test_plain_answer_to_the_letter(answer: Answer) -> None:
    assert plain_answer(answer) == (
        "“It was tried on 8 models and 4 samplers.” [1]\n"
        "\n"
        "[1] HarmoniCa: Harmonizing Training and Inference\n"
        "    list_a.txt:13, meta.jsonl:2 · ICML 2025 · https://openreview.net/forum?id=x"
    )


def test_a_derived_label_is_marked(paper: Paper) -> None:
    assert heading(dataclasses.replace(paper, title=None)) == "HarmoniCa (derived)"


def test_what_is_unknown_leaves_no_gap(paper: Paper, answer: Answer) -> None:
    bare = dataclasses.replace(paper, venue=None, year=None, url=None, title=None)
    citation = dataclasses.replace(answer.citations[0], paper=bare)
    text = plain_answer(dataclasses.replace(answer, citations=(citation,)))
    assert text.endswith("[1] HarmoniCa (derived)\n    list_a.txt:13, meta.jsonl:2")


def test_quotes_the_answer_does_not_show_stand_beneath(answer: Answer) -> None:
    assert unquoted(answer, answer.citations[0]) == ()
    written = dataclasses.replace(answer, answer="Eight models and four samplers [1].")
    assert "    “It was tried on 8 models and 4 samplers.”" in plain_answer(written)
    assert "“It was tried on 8" in drawn(rich_answer(written))


def test_doubts_are_shown_with_the_answer(answer: Answer) -> None:
    doubtful = AnswerSentence("It is fast.", (1,), support="unsupported", why="no such word")
    shown = dataclasses.replace(answer, sentences=(doubtful,), fallback="no model", truncated=True)
    text = plain_answer(shown)
    assert "Not supported (no such word): It is fast." in text
    assert "Quoted instead of written: no model" in text
    assert "The answer was cut off." in text


@pytest.mark.parametrize(
    "hostile", ["[bold]x[/bold]", "[/]", ":smile:", "[link=file:///x]y[/link]"]
)
def test_markup_in_papers_is_text(paper: Paper, answer: Answer, hostile: str) -> None:
    named = dataclasses.replace(paper, title=hostile)
    citation = dataclasses.replace(answer.citations[0], paper=named, quotes=(Quote(0, 1, hostile),))
    shown = dataclasses.replace(answer, answer=f"{hostile} [1]", citations=(citation,))
    assert drawn(rich_answer(shown)).count(hostile) == 2
    assert plain_answer(shown).count(hostile) == 2


def test_escape_characters_in_papers_do_not_reach_the_terminal(
    paper: Paper, answer: Answer
) -> None:
    hostile = dataclasses.replace(paper, title="\x1b[2Jwiped\x07", url="https://x/\x1b]0;y\x07")
    citation = dataclasses.replace(answer.citations[0], paper=hostile)
    shown = dataclasses.replace(answer, answer="\x1b[31mred [1]", citations=(citation,))
    assert "\x1b" not in plain_answer(shown)
    assert "\x07" not in plain_answer(shown)
    assert "\x1b[2J" not in drawn(rich_answer(shown))
    assert "\x1b[31m" not in drawn(rich_answer(shown))


def test_a_terminal_wraps_and_a_pipe_does_not(answer: Answer) -> None:
    long = dataclasses.replace(answer, answer="word " * 60)
    assert max(len(line) for line in plain_answer(long).splitlines()) >= 299
    assert max(len(line) for line in drawn(rich_answer(long), width=40).splitlines()) < 60


def test_search_lists_papers_with_rank_and_score(paper: Paper) -> None:
    result = SearchResult("q", (Retrieved(paper, 3.14159),))
    assert plain_search(result).splitlines() == [
        "1. HarmoniCa: Harmonizing Training and Inference",
        "    list_a.txt:13, meta.jsonl:2 · ICML 2025 · https://openreview.net/forum?id=x",
        "    3f9c2a71d0e4 · score 3.14",
    ]
    assert "HarmoniCa: Harmonizing" in drawn(rich_search(result))


def test_search_that_finds_nothing_says_so() -> None:
    assert plain_search(SearchResult("q")) == "No papers found."
    assert "No papers found." in drawn(rich_search(SearchResult("q")))
