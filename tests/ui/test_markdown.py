"""A summary as a page: harmless, and written whole or not at all."""

import dataclasses
from pathlib import Path

import pytest

from rag.answers import Answer
from ui.markdown import markdown_page, save
from ui.output import OutputError


def test_a_page_has_answer_and_papers(answer: Answer) -> None:
    page = markdown_page(answer, title="models")
    assert page.startswith(
        "# models\n\n“It was tried on 8 models and 4 samplers.” [1]\n\n## Papers"
    )
    assert "**[1] HarmoniCa: Harmonizing Training and Inference**" in page


def test_html_and_pictures_of_others_are_disarmed(answer: Answer) -> None:
    hostile = dataclasses.replace(answer, answer="<script>x</script> ![p](https://evil/x.png)")
    page = markdown_page(hostile, title="<b>*[t]*")
    assert "<script>" not in page
    assert "![" not in page
    assert page.startswith("# &lt;b>\\*\\[t\\]\\*\n")


def test_a_page_is_written_over_an_older_one(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    save("old", path)
    save("new “é”", path)
    assert path.read_text("utf-8") == "new “é”"
    assert [file.name for file in tmp_path.iterdir()] == ["page.md"]


@pytest.mark.parametrize("name", ["missing/page.md", "."])
def test_a_place_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputError, match="cannot write"):
        save("page", tmp_path / name)


def test_a_full_disk_says_so() -> None:
    with pytest.raises(OutputError, match="No space left"):
        save("page", Path("/dev/full"))
