"""The time of a question end to end, against what it cannot do without.

That is: encoding it, and one query of raw Chroma for papers and one for sentences, at the depths
that retrieval uses. Both sides take turns, question by question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from statistics import median

from evals.speed import profiles, raw_chroma, subject
from evals.speed.figures import Figure, Goal, Section, spread
from evals.speed.processes import in_fresh_process
from evals.speed.timing import percentile, shares, timed
from evals.speed.workbench import Workbench
from index_store import encoders
from rag.retrieve import PAPER_DEPTH
from rag.spaces import SENTENCE_DEPTH

GOAL = Goal(2.0)
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Timing:
    """The seconds of one question.

    Attributes:
        answer: end to end.
        encoding: of the question alone.
        papers: of one raw query for papers.
        sentences: of one raw query for sentences.
        stages: milliseconds of the answer's stages, as it tells them.
    """

    answer: float
    encoding: float
    papers: float
    sentences: float
    stages: Mapping[str, float]

    @property
    def raw(self) -> float:
        """What the answer cannot do without."""
        return self.encoding + self.papers + self.sentences


Round = list[Timing]


class Yardstick:
    """The encoder and raw Chroma, timed at what a question needs of them."""

    def __init__(self, store: Path, given: subject.Encoders) -> None:
        """Open the collections of a store without it."""
        self._encoder = given.main
        self._papers = raw_chroma.existing(store / "chroma", "papers")
        self._sentences = raw_chroma.existing(store / "chroma", "sentences")

    def seconds(self, question: str) -> tuple[float, float, float]:
        """Seconds of encoding, of the query for papers, and of the one for sentences."""
        encoding, vector = timed(encoders.encode_query, self._encoder, question)
        papers, _ = timed(raw_chroma.nearest, self._papers, vector, PAPER_DEPTH)
        sentences, _ = timed(raw_chroma.nearest, self._sentences, vector, SENTENCE_DEPTH)
        return encoding, papers, sentences


def measure(workbench: Workbench) -> Section:
    """Ask the benchmark's queries of the store of all papers."""
    made = workbench.store(workbench.whole)
    parts = shares(list(workbench.benchmark.queries.values()), ROUNDS)
    rounds = in_fresh_process(time_questions, made.folder, parts).value
    figures = figures_of(rounds)
    missed = any(figure.missed for figure in figures)
    lines = in_fresh_process(profile, made.folder, parts).value if missed else []
    return Section(
        f"A question end to end, {made.making.papers:,} papers",
        figures,
        notes=(
            f"{sum(map(len, rounds))} questions in {len(rounds)} rounds, warm; "
            "min–max over the rounds",
            f"raw sum: encoding it, Chroma for {PAPER_DEPTH} papers and {SENTENCE_DEPTH} sentences",
        ),
        profile=(*stages(rounds), *lines) if missed else (),
    )


def time_questions(store: Path, parts: Sequence[Sequence[str]]) -> list[Round]:
    """Ask questions both ways, taking turns; the first part only warms up."""
    given = subject.Encoders.default()
    assistant = subject.open_assistant(store, given)
    yardstick = Yardstick(store, given)

    def both(question: str, *, raw_first: bool) -> Timing:
        before = yardstick.seconds(question) if raw_first else None
        seconds, answer = timed(assistant.answer, question)
        raw = before or yardstick.seconds(question)
        return Timing(seconds, *raw, answer.timings_ms)

    rounds = [
        [both(question, raw_first=place % 2 == 1) for place, question in enumerate(part)]
        for part in parts
    ]
    return rounds[1:]


def figures_of(rounds: Sequence[Round]) -> tuple[Figure, ...]:
    """Both sides at the median and the 95th percentile, and their ratios."""
    return (
        _milliseconds("answer", rounds, "answer", 50),
        _milliseconds("answer", rounds, "answer", 95),
        _milliseconds("raw sum", rounds, "raw", 50),
        _milliseconds("raw sum", rounds, "raw", 95),
        _milliseconds("of it encoding", rounds, "encoding", 50),
        _milliseconds("of it papers", rounds, "papers", 50),
        _milliseconds("of it sentences", rounds, "sentences", 50),
        _ratio(rounds, 50, GOAL),
        _ratio(rounds, 95, None),
    )


def stages(rounds: Sequence[Round]) -> list[str]:
    """The stages of an answer, each with its median in milliseconds."""
    timings = [one for part in rounds for one in part]
    names = dict.fromkeys(name for one in timings for name in one.stages)
    medians = {name: median(one.stages.get(name, 0.0) for one in timings) for name in names}
    return [f"{value:6.1f} ms  {name} (median)" for name, value in medians.items()]


def profile(store: Path, parts: Sequence[Sequence[str]]) -> list[str]:
    """Where the time of warm answers goes."""
    given = subject.Encoders.default()
    assistant = subject.open_assistant(store, given)
    for question in parts[0]:
        assistant.answer(question)
    return profiles.profile(lambda: [assistant.answer(question) for question in parts[1]])


def _milliseconds(name: str, rounds: Sequence[Round], field: str, percent: int) -> Figure:
    """A percentile of one field of the timings, over all rounds and in each."""
    seconds = [[float(attrgetter(field)(one)) for one in part] for part in rounds]
    each = [1000 * percentile(part, percent) for part in seconds]
    whole = 1000 * percentile([one for part in seconds for one in part], percent)
    return spread(f"{name}, p{percent}", each, "ms", value=whole)


def _ratio(rounds: Sequence[Round], percent: int, goal: Goal | None) -> Figure:
    """A percentile of the answers over that of the raw work, over all rounds and in each."""
    name = f"answer ÷ raw sum, p{percent}"
    each = [_quotient(part, percent) for part in rounds]
    whole = _quotient([one for part in rounds for one in part], percent)
    return spread(name, each, "×", value=whole, goal=goal)


def _quotient(timings: Round, percent: int) -> float:
    answers, raw = [one.answer for one in timings], [one.raw for one in timings]
    return percentile(answers, percent) / percentile(raw, percent)
