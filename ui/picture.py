"""The picture in the README, made from a real answer: see `main`."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from rag.answers import Answer
from ui.terminal import rich_answer

COLUMNS = 100
TITLE = "askpapers"


def picture(answer: Answer) -> str:
    """A terminal with the question and its answer, as an SVG that loads nothing."""
    console = Console(
        record=True, width=COLUMNS, file=io.StringIO(), markup=False, emoji=False, highlight=False
    )
    console.print(Text(f'$ askpapers ask "{answer.question}"', style="bold"))
    console.print(rich_answer(answer))
    drawing = console.export_svg(title=TITLE, unique_id=TITLE)
    return re.sub(r"@font-face \{.*?\}\s*", "", drawing, flags=re.DOTALL)


def main() -> None:
    """``python -m ui.picture STORE QUESTION > ui/pictures/answer.svg`` draws it again."""
    from ui.session import open_session

    store, question = sys.argv[1:]
    print(picture(open_session(Path(store)).assistant.answer(question)))


if __name__ == "__main__":
    main()
