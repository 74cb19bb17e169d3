"""The web page of a report: one file, which asks nothing of the network.

Everything that runs hold, from questions to the names of papers, is text to be escaped: a question
may well be an attempt at injection. Scripts are allowed by their hash alone.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from evals.measures import measure_of
from evals.report import tables, words
from evals.report.plots import Picture, pictures, plotly_script
from evals.report.questions import Entry, went_wrong
from evals.report.runs import run_facts
from evals.report.tables import SetResults
from evals.run_file import Run

OPEN = 10
"""How many questions stand open."""
QUESTIONS_SHOWN = 300
BENCHMARK_SHOWN = 200
"""The most entries of each part, so that the page stays one that opens at once."""

_MARK = re.compile(r"\[(\d+)\]")


def report_page(runs: Sequence[Run]) -> str:
    """The page on some runs, one beside the other.

    Args:
        runs: at least one.
    """
    environment = page_environment([run.name for run in runs])
    results = tables.results_by_set(runs)
    return environment.get_template("report.html").render(
        title=f"Evaluation: {_joined(run.name for run in runs)}",
        runs=[run_facts(run) for run in runs],
        **_tables_of(results),
        **_pictures(pictures(results, [run.name for run in runs])),
        **_questions(went_wrong(runs)),
        **_scripts(environment),
    )


def page_environment(names: Sequence[str]) -> Environment:
    """What fills the templates of pages, for runs of these names; every text is escaped."""
    environment = Environment(
        loader=PackageLoader("evals.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(_WORDS, names=names)
    return environment


def marked(text: str, name: str, citations: Iterable[Mapping[str, Any]]) -> Markup:
    """An answer, escaped, in which the number of a citation leads to it.

    Args:
        text: of the answer.
        name: opens the names of the citations on the page.
        citations: those of the answer; a number that is none of theirs is left as it is.
    """
    known = {str(one["number"]) for one in citations}

    def link(found: re.Match[str]) -> str:
        number = found[1]
        return f'<a href="#{escape(name)}-{number}">[{number}]</a>' if number in known else found[0]

    return Markup(_MARK.sub(link, str(escape(text))))


def is_link(url: object) -> bool:
    """Whether an address may stand behind a title: one of the web, and no script."""
    return isinstance(url, str) and url.startswith(("https://", "http://"))


def set_text(results: SetResults) -> str:
    """How many questions of a set were answered, of which kinds."""
    members = max(results.asked, key=len)
    kinds = Counter(one.kind for one in members if one.kind)
    told = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    return words.counted(len(members), "question") + (f": {told}" if told else "")


_WORDS: Mapping[str, Any] = {
    "arrows": words.ARROWS,
    "counted": words.counted,
    "figure_groups": tables.figure_groups,
    "figure_text": words.figure_text,
    "interval_text": words.interval_text,
    "is_link": is_link,
    "labels": words.LABELS,
    "language_text": words.language_text,
    "marked": marked,
    "measure_of": measure_of,
    "percent": words.percent,
    "reasons": words.REASONS,
    "set_text": set_text,
    "time_text": words.time_text,
}


def _tables_of(results: Sequence[SetResults]) -> dict[str, Any]:
    kinds, latencies = tables.by_kind(results), tables.latency_rows(results)
    measures = tables.overview_measures(results)
    return {
        "results": results,
        "overview_rows": tables.overview(results, measures),
        "overview_measures": measures,
        "breakdown_measures": tables.BREAKDOWN,
        "kinds": kinds,
        "kind_words": _explained(words.KINDS, {row.label for row in kinds}),
        "languages": tables.by_language(results),
        "latencies": latencies,
        "stage_words": _explained(words.STAGES, {row.stage for row in latencies}),
    }


def _explained(words: Mapping[str, str], used: set[str]) -> list[tuple[str, str]]:
    return [(name, what) for name, what in words.items() if name in used]


def _pictures(shown: Sequence[Picture]) -> dict[str, Any]:
    plots = [plot for picture in shown for plot in picture.plots]
    return {
        "pictures": shown,
        "plot_figures": [plot.figure for plot in plots],
        "plot_number": plots.index,
    }


def _questions(entries: Sequence[Entry]) -> dict[str, Any]:
    questions = [one for one in entries if one.is_answered_in_words]
    benchmark = entries[len(questions) :]
    shown = [*questions[:QUESTIONS_SHOWN], *benchmark[:BENCHMARK_SHOWN]]
    return {
        "questions": questions[:QUESTIONS_SHOWN],
        "benchmark": benchmark[:BENCHMARK_SHOWN],
        "open_questions": OPEN,
        "left_out": len(entries) - len(shown),
        "filter_sets": list(dict.fromkeys(one.asked.set_name for one in shown)),
        "filter_kinds": sorted({one.asked.kind for one in shown} - {""}),
    }


def _scripts(environment: Environment) -> dict[str, Any]:
    """The page's two programs, and the hashes that allow them and no others."""
    scripts = [plotly_script(), environment.get_template("report.js").render()]
    digests = (hashlib.sha256(script.encode()).digest() for script in scripts)
    plotly, script = map(Markup, scripts)
    return {
        "plotly": plotly,
        "script": script,
        "hashes": [Markup(f"'sha256-{base64.b64encode(one).decode()}'") for one in digests],
    }


def _joined(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
