"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

StoreOption = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="PATH",
        readable=False,  # the store says itself what is wrong with it
        help="Folder of the store. Default: $ASKPAPERS_STORE, else ~/.local/share/askpapers.",
        show_default=False,
    ),
]

JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one line of JSON instead of text for people.")
]

QuestionsOption = Annotated[
    str | None,
    typer.Option(
        "--questions",
        metavar="FILE",
        help='JSON Lines with {"id": …, "question": …}; - for standard input. '
        "Prints one line of JSON each, and nothing else.",
        show_default=False,
    ),
]

CountOption = Annotated[
    int,
    typer.Option(
        "-k",
        metavar="COUNT",
        min=1,
        max=100_000,
        help="How many papers to retrieve.",
        show_default=True,
    ),
]
