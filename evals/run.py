"""Make a run: ask every question of a plan, keep each answer as it comes, write the run's file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from evals import constants, run_file
from evals.figures import figures_json
from evals.plan import Plan
from evals.run_file import Asked, Partial, Run
from evals.tasks import Task
from index_store.errors import AskpapersError

OnAsked = Callable[[Asked], None]


def make(
    plan: Plan,
    path: Path,
    *,
    resume: bool = False,
    keep_going: bool = False,
    on_asked: OnAsked = lambda _asked: None,
) -> Run:
    """Ask what a plan holds, through the same chain as a user's question.

    Args:
        plan: what to ask.
        path: of the run's file; what was asked so far stands beside it until the run has ended.
        resume: whether to go on with a run that was cut short.
        keep_going: whether a question that fails costs only itself.
        on_asked: told of each question as it is done.

    Raises:
        InputError: there is a run that was cut short, or none of these settings to go on with.
        AskpapersError: a question failed, and it was not to be kept going.
    """
    partial = Partial(run_file.partial_path(path), plan.header, resume=resume)
    with constants.changed(plan.settings.constants):
        for task in plan.tasks:
            if task.blank.key not in partial.done:
                partial.add(_asked(task, keep_going=keep_going))
            on_asked(partial.done[task.blank.key])
    asked = tuple(partial.done[task.blank.key] for task in plan.tasks)
    run = Run(run_file.name_of(path), plan.header, asked, partial.started)
    run_file.save(path, run, figures_json(asked))
    partial.path.unlink()
    return run


def default_name() -> str:
    """A name for a run that was given none: the time, in UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")


def _asked(task: Task, *, keep_going: bool) -> Asked:
    try:
        return task.ask()
    except AskpapersError as error:
        if not keep_going:
            raise
        return replace(task.blank, error=str(error))
