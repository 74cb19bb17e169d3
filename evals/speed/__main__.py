"""``python -m evals.speed --benchmark PATH``: measure, print tables, write JSON.

Imports are made where they are used: every process that measures imports this module too, and
its memory counts.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from index_store.errors import AskpapersError

if TYPE_CHECKING:
    from evals.speed.figures import Report

MEASUREMENTS = ("ingesting", "answering", "starting", "quick_start", "growth")


def main(arguments: list[str] | None = None) -> int:
    """Run the measurements asked for; 0 when they ran, whether or not their goals are met."""
    options = _parser().parse_args(arguments)
    try:
        return _run(options)
    except AskpapersError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m evals.speed",
        description="Measure the speed of askpapers, and what it takes.",
    )
    parser.add_argument(
        "--benchmark",
        type=Path,
        required=True,
        metavar="PATH",
        help="the folder of a retrieval benchmark, such as SciFact",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    parser.add_argument(
        "--only",
        nargs="+",
        choices=MEASUREMENTS,
        default=MEASUREMENTS,
        metavar="NAME",
        help=f"which measurements: {', '.join(MEASUREMENTS)}",
    )
    parser.add_argument("--cache", type=Path, metavar="DIR", help="where whole benchmarks are kept")
    parser.add_argument("--fresh", action="store_true", help="make anew what the cache keeps")
    parser.add_argument(
        "--sizes",
        type=int,
        nargs=2,
        metavar=("FEW", "SAMPLE"),
        default=(100, 1_000),
        help="papers of the smallest store and of the ingest that is timed",
    )
    return parser


def _run(options: argparse.Namespace) -> int:
    from evals.speed import table

    with tempfile.TemporaryDirectory(prefix="askpapers-speed-") as scratch:
        report = _measured(options, Path(scratch))
    print(table.summary(report))
    if options.json:
        text = json.dumps(report.to_json(), indent=1, ensure_ascii=False, allow_nan=False)
        options.json.write_text(f"{text}\n", "utf-8")
    return 0


def _measured(options: argparse.Namespace, scratch: Path) -> Report:
    """Measure, and print each section as soon as there is one."""
    from evals.benchmarks import read_benchmark
    from evals.speed import setting, table
    from evals.speed.figures import Report
    from evals.speed.workbench import Workbench, default_cache

    started = time.perf_counter()
    few, sample = options.sizes
    cache = options.cache or default_cache()
    benchmark = read_benchmark(options.benchmark)
    workbench = Workbench(
        benchmark, cache=cache, scratch=scratch, few=few, sample=sample, fresh=options.fresh
    )
    sections = []
    for name in options.only:
        print(f"measuring: {name}", file=sys.stderr)
        sections.append(import_module(f"evals.speed.{name}").measure(workbench))
        print(table.render(sections[-1]), end="\n\n", flush=True)
    seconds = time.perf_counter() - started
    return Report(setting.describe(options.benchmark), tuple(sections), seconds)


if __name__ == "__main__":
    sys.exit(main())
