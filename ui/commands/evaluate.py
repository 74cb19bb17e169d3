"""``askpapers eval``: run question sets and benchmarks through the same chain as a question."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ui.commands.options import JsonOption, StoreOption

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

HELP = """\
Measure answers and retrieval: figures of question sets and benchmarks.

\b
Examples:
  askpapers eval run evals/sets/icml2025.jsonl
  askpapers eval run path/to/scifact
"""

RUN_HELP = """\
Run sets through the same chain as your questions and print their figures.

A set is a JSON Lines file of questions, asked of the store, or the folder of a retrieval
benchmark in BEIR's layout (corpus, queries, qrels), whose corpus is ingested into a store of
its own, kept for the next run.

\b
Examples:
  askpapers eval run evals/sets/icml2025.jsonl
  askpapers eval run --json evals/sets/icml2025.jsonl
  askpapers eval run --split train path/to/scifact

\b
A question is a line like:
  {"id": "q1", "question": "…", "papers": ["gold title"], "facts": [["8 models"]]}
"reason": "not_in_corpus" or "not_in_abstract" marks one that cannot be answered.
"""

app = typer.Typer(no_args_is_help=True)


@app.command("run", help=RUN_HELP, short_help="Run sets and print their figures.")
def run(
    sets: Annotated[
        list[Path], typer.Argument(metavar="SET…", help="Question files or benchmark folders.")
    ],
    *,
    split: Annotated[str, typer.Option(help="Which queries of a benchmark.")] = "test",
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Run sets and print their figures."""
    from ui.output import write, write_json
    from ui.session import load_encoder, load_multilingual, load_settings

    settings = load_settings(store=store)
    pair = (load_encoder(settings), load_multilingual(settings))
    found = {str(path): _figures(path, split, store, *pair) for path in sets}
    if as_json:
        write_json(found)
        return
    for name, figures in found.items():
        write(name)
        width = max(len(figure) for figure in figures)
        for figure, value in figures.items():
            write(f"  {figure:<{width}}  {value if isinstance(value, str) else f'{value:.4f}'}")


def _figures(
    path: Path,
    split: str,
    store: Path | None,
    encoder: BaseEmbedding,
    multilingual: BaseEmbedding | None,
) -> dict[str, float] | dict[str, str]:
    from evals import run as runs
    from evals.sets import read_benchmark, read_questions
    from ui.progress import progress_display
    from ui.session import open_session

    if path.is_dir():
        benchmark = read_benchmark(path, split)
        with progress_display(quiet=False) as on_progress:
            return runs.run_benchmark(
                benchmark,
                encoder,
                multilingual=multilingual,
                cache=runs.default_cache(),
                on_progress=on_progress,
            )
    items = read_questions(path)
    session = open_session(store)
    return runs.question_figures(runs.run_questions(items, session.assistant), session.papers)
