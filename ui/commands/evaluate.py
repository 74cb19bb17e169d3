"""``askpapers eval``: measure answers and retrieval, read about it, tell better from worse."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ui.commands.evaluation_help import COMPARE_HELP, HELP, REPORT_HELP, RUN_HELP
from ui.commands.options import JsonOption, StoreOption

if TYPE_CHECKING:
    from evals.compare import Comparison
    from evals.gate import Gate
    from evals.plan import Plan
    from evals.run_file import Asked, Run
    from evals.run_settings import RunSettings
    from index_store.errors import InputError

FolderOption = Annotated[
    Path, typer.Option("--into", metavar="FOLDER", help="Where runs are kept.", show_default=True)
]
PageOption = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", help="Write a web page there.", show_default=False),
]
RUNS = Path("runs")

__all__ = ["HELP", "app"]

app = typer.Typer(no_args_is_help=True)


@app.command("run", help=RUN_HELP, short_help="Ask sets of questions and keep the scores.")
def run(
    sets: Annotated[
        list[Path], typer.Argument(metavar="SET…", help="Question files or benchmark folders.")
    ],
    *,
    name: Annotated[str, typer.Option(help="What to call the run. Default: the time.")] = "",
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change a setting; may be repeated."),
    ] = None,
    corpus: Annotated[
        list[Path] | None,
        typer.Option(metavar="PATH", help="Ask of these lists of papers, not of your store."),
    ] = None,
    split: Annotated[
        str | None,
        typer.Option(help="Ask only this half: dev, test, train. Default: all; test of folders."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Ask the first N of each set.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a run that was cut short.")
    ] = False,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Leave out broken lines and failing questions.")
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace an earlier run of that name.")
    ] = False,
    into: FolderOption = RUNS,
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Ask sets of questions and keep the scores."""
    from evals import plan, run_file, run_folder
    from evals import run as runs
    from index_store.errors import SettingError
    from ui.output import complain
    from ui.progress import progress_display
    from ui.session import load_settings

    called = name or (run_folder.cut_short(into) if resume else runs.default_name())
    path = run_folder.new_run(into, called, replace=replace)
    if replace and not resume:
        run_file.partial_path(path).unlink(missing_ok=True)
    if corpus and store:
        message = "--corpus and --store name two corpora: give one of them"
        raise SettingError(message, name="--corpus")
    faults = _Faults(keep_going)
    settings = load_settings(store=store)
    scope = plan.Scope(sets, settings.store, corpus or (), split, limit)
    run_settings = _run_settings(settings.encoder, settings.multilingual_encoder, given or [])
    with progress_display(quiet=False) as on_progress:
        made = plan.make(
            scope,
            run_settings,
            on_progress=on_progress,
            on_fault=faults.take,
            on_skipped=lambda one: complain(f"left out: {one.path}, line {one.line}: {one.reason}"),
        )
    finished = _ask(made, path, resume=resume, keep_going=keep_going)
    _tell(finished, path, as_json=as_json)
    if faults.count or any(one.error for one in finished.asked):
        raise typer.Exit(1)


@app.command("report", help=REPORT_HELP, short_help="Show figures and the worst questions.")
def report(
    runs: Annotated[
        list[str], typer.Argument(metavar="RUN…", help="Runs, by name or file.", show_default=False)
    ],
    *,
    html: PageOption = None,
    into: FolderOption = RUNS,
) -> None:
    """Show figures and the worst questions."""
    from evals import run_file, run_folder
    from evals.report.markdown import report_markdown
    from evals.report.page import report_page
    from ui.output import complain

    paths = [run_folder.find_run(into, named) for named in runs]
    loaded = _load(paths)
    page = html or into / f"{'-'.join(run_file.name_of(path) for path in paths)}.html"
    _show_markdown(report_markdown(loaded))
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(report_page(loaded), "utf-8", errors="replace")
    complain(f"wrote {page}: open it in a browser")


@app.command("compare", help=COMPARE_HELP, short_help="Tell whether one run beats another.")
def compare(
    before: Annotated[str, typer.Argument(metavar="A", help="The earlier run.")],
    after: Annotated[str, typer.Argument(metavar="B", help="The later one.")],
    *,
    gate: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Figures that B must reach.", show_default=False),
    ] = None,
    html: PageOption = None,
    into: FolderOption = RUNS,
) -> None:
    """Tell whether one run beats another."""
    from evals import run_folder
    from evals.compare import compare as compare_runs
    from evals.gate import read_gate
    from evals.report.comparison_markdown import comparison_markdown
    from ui.output import complain

    wanted = read_gate(gate) if gate else None
    found = compare_runs(*_load([run_folder.find_run(into, named) for named in (before, after)]))
    _show_markdown(comparison_markdown(found))
    if html is not None:
        from evals.report.comparison_page import comparison_page

        html.write_text(comparison_page(found), "utf-8", errors="replace")
        complain(f"wrote {html}: open it in a browser")
    if wanted is not None:
        _pass(wanted, found)


class _Faults:
    """What was left out of the sets; without `keep_going` the first fault ends the run."""

    def __init__(self, keep_going: bool) -> None:
        self._keep_going = keep_going
        self.count = 0

    def take(self, error: InputError) -> None:
        """Name a fault and go on, or raise it."""
        from ui.output import complain

        if not self._keep_going:
            raise error
        self.count += 1
        complain(f"left out: {error}")


def _run_settings(encoder: str, multilingual_encoder: str, given: list[str]) -> RunSettings:
    from evals.run_settings import RunSettings

    return RunSettings(encoder, multilingual_encoder).with_given(given)


def _ask(plan: Plan, path: Path, *, resume: bool, keep_going: bool) -> Run:
    from evals import run as runs
    from ui.output import complain
    from ui.progress import counted_display

    def on_asked(asked: Asked) -> None:
        if asked.error:
            complain(f"{asked.key} failed: {asked.error}")
        on_done()

    try:
        with counted_display(len(plan.tasks), "questions") as on_done:
            return runs.make(plan, path, resume=resume, keep_going=keep_going, on_asked=on_asked)
    except KeyboardInterrupt:
        complain("what was answered is kept: the same command with --resume goes on")
        raise


def _tell(run: Run, path: Path, *, as_json: bool) -> None:
    """The figures of a finished run, and where it is."""
    from evals.figures import figures_json
    from evals.report.markdown import figures_markdown
    from evals.report.words import date_text
    from ui.output import complain, write_json

    if as_json:
        write_json({"run": str(path), "figures": figures_json(run.asked)})
        return
    made = f"{date_text(run.started)}, commit {run.header.commit or 'not known'}"
    _show_markdown(f"{made}\n\n{figures_markdown([run])}")
    complain(f"wrote {path}; askpapers eval report {shlex.quote(str(path))} shows every question")


def _load(paths: list[Path]) -> list[Run]:
    from evals import run_file

    return [run_file.load(path) for path in paths]


def _pass(gate: Gate, comparison: Comparison) -> None:
    """Whether the later run passes; if not, what fell, and the exit code 1."""
    from evals.gate import fallen
    from ui.output import complain, write

    lines = fallen(gate, comparison)
    for line in lines:
        complain(line)
    if lines:
        raise typer.Exit(1)
    write("The gate is passed.")


def _show_markdown(text: str) -> None:
    from rich.markdown import Markdown

    from ui.output import show

    show(text, Markdown(text))
