"""What a run asks: each question of a set as a task that asks the chain and scores what comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evals.benchmarks import Benchmark
from evals.chain import Chain
from evals.claim_ranking import Encoded, first_hit, ranking
from evals.judges import Judges
from evals.measures import SUPPORT_OF
from evals.run_file import Asked
from evals.scores import Gold, find_papers, ranked_scores, score_answer
from evals.sets import OnFault, QuestionItem
from evals.support_pairs import Pair
from evals.usage import usage_scores
from index_store.errors import InputError
from index_store.papers import Paper
from rag.answers import Answer, Retrieved, answer_json
from rag.assistant import Answered, Assistant, Said
from rag.support_features import compare
from rag.verify import model_for, score, verdict

DEPTH = 100
"""How many papers are ranked for a question, for recall@100."""
SHOWN = 10
"""How many of a benchmark query's papers a run's file names."""


@dataclass(frozen=True, slots=True)
class Task:
    """A question to ask.

    Attributes:
        blank: the question without an answer.
        ask: asks it and scores the answer.
    """

    blank: Asked
    ask: Callable[[], Asked]


def question_tasks(
    name: str,
    items: Iterable[QuestionItem],
    chain: Chain,
    judges: Judges,
    *,
    path: object = "",
    on_fault: OnFault | None = None,
) -> Iterator[Task]:
    """The questions of a file.

    Args:
        name: of the set; the half that a question is of is added to it.
        items: its questions.
        chain: who is asked.
        judges: who judges the answers, beside what can be counted.
        path: of the file, for errors.
        on_fault: takes the error of a question whose gold is not in the corpus, which is then
            left out; without it, the first is raised.

    Raises:
        InputError: a gold paper is not in the corpus; it names the line and the field.
    """
    for item in items:
        gold, unknown = find_papers(item, chain.all_papers)
        if unknown:
            message = (
                f"{path}, line {item.line}: `papers` names {unknown[0]!r}, "
                "which no paper of the corpus is called"
            )
            error = InputError(message, path=str(path), line=item.line)
            if on_fault is None:
                raise error
            on_fault(error)
            continue
        yield _question_task(f"{name} {item.split}".strip(), Gold(item, gold), chain, judges)


def query_tasks(name: str, benchmark: Benchmark, chain: Chain) -> Iterator[Task]:
    """The queries of a benchmark: what search ranks for each."""
    for query, text in benchmark.queries.items():
        gold = {"papers": list(benchmark.relevant[query])}
        blank = Asked(name, f"query {query}", text, language="en", kind="query", gold=gold)
        yield Task(blank, _Query(blank, benchmark.relevant[query], chain))


def claim_tasks(name: str, pairs: Sequence[Pair], chain: Chain) -> Iterator[Task]:
    """SciFact's claims beside abstracts: the support check, and the order of the sentences."""
    for pair in pairs:
        gold = {"label": pair.label, "sentences": sorted(pair.gold)}
        blank = Asked(
            name,
            f"claim {pair.claim_id} in {pair.document}",
            pair.claim,
            language="en",
            kind="claim",
            gold=gold,
        )
        yield Task(blank, _Claim(blank, pair, chain))


def _question_task(name: str, gold: Gold, chain: Chain, judges: Judges) -> Task:
    item = gold.item
    blank = Asked(
        name,
        item.item_id,
        item.question,
        language=item.language,
        kind=item.kind,
        split=item.split,
        tags=item.tags,
        conversation=item.conversation,
        gold=_gold_json(item),
    )
    return Task(blank, _Question(blank, gold, chain, judges))


@dataclass(frozen=True, slots=True)
class _Question:
    blank: Asked
    gold: Gold
    chain: Chain
    judges: Judges

    def __call__(self) -> Asked:
        numbers = _numbers_before(self.gold.item, self.chain)
        answer, times = timed_answer(
            self.chain.assistant, self.gold.item.question, k=self.chain.k, numbers=numbers
        )
        found = self.chain.assistant.search(self.gold.item.question, k=DEPTH).retrieved
        ranked = [hit.paper.paper_id for hit in found]
        scores = score_answer(self.gold, answer, ranked, self.judges.supports)
        content = answer_json(answer)
        for apart in ("id", "timings_ms", "corpus"):  # which the run's file holds elsewhere
            del content[apart]
        return replace(
            self.blank,
            gold={**self.blank.gold, "places": _places(found, self.gold.item, self.gold.paper_ids)},
            answer=content,
            scores={
                **scores,
                **usage_scores(answer.usage, self.chain.prices),
                **self.judges.grades(self.gold.item, answer),
            },
            timings_ms=times,
        )


@dataclass(frozen=True, slots=True)
class _Query:
    blank: Asked
    relevant: Mapping[str, int]
    chain: Chain

    def __call__(self) -> Asked:
        started = time.perf_counter()
        found = self.chain.assistant.search(self.blank.question, k=DEPTH).retrieved
        spent = 1000 * (time.perf_counter() - started)
        order = [name for hit in found for name in _document_ids(hit.paper)]
        run = {name: float(-place) for place, name in enumerate(order)}
        places = [order.index(one) + 1 if one in run else None for one in self.relevant]
        shown = [_shown(hit) for hit in found[:SHOWN]]
        return replace(
            self.blank,
            gold={**self.blank.gold, "places": places},
            answer={"retrieved": shown},
            scores=ranked_scores({"q": self.relevant}, {"q": run})["q"],
            timings_ms={"search": round(spent, 3)},
        )


@dataclass(frozen=True, slots=True)
class _Claim:
    blank: Asked
    pair: Pair
    chain: Chain

    def __call__(self) -> Asked:
        pair, lexical = self.pair, self.chain.store.lexical
        space = Encoded(self.chain.encoders.main, [pair.claim, *pair.sentences])
        compared = compare(pair.claim, pair.sentences, space=space, lexical=lexical)
        model = model_for(self.blank.language)
        found = verdict(compared, model)
        order = ranking(pair, space, lexical)
        scores = {f"{SUPPORT_OF}{pair.label}": round(score(compared, model), 6)}
        hit = first_hit(order, pair.gold)
        if pair.gold:
            scores |= {
                f"evidence top-{top}": float(hit is not None and hit < top) for top in (1, 3)
            }
        return replace(
            self.blank,
            answer={
                "support": found.support,
                "score": round(found.score, 4),
                "why": found.why,
                "ranked": order,
                "sentences": list(pair.sentences),
            },
            scores=scores,
        )


def timed_answer(
    assistant: Assistant, question: str, *, k: int, numbers: Mapping[str, int]
) -> tuple[Answer, dict[str, float]]:
    """An answer, and milliseconds a stage with those until its first sentence."""
    started = time.perf_counter()
    first = None
    for event in assistant.ask(question, k=k, numbers=numbers):
        if isinstance(event, Said) and first is None:
            first = 1000 * (time.perf_counter() - started)
        if isinstance(event, Answered):
            answer = event.answer
    times = {**answer.timings_ms, **({} if first is None else {"first sentence": first})}
    return answer, {stage: round(spent, 3) for stage, spent in times.items()}


def _numbers_before(item: QuestionItem, chain: Chain) -> dict[str, int]:
    """The numbers that the conversation gave to papers before this question."""
    numbers: dict[str, int] = {}
    for earlier in item.conversation:
        answer = chain.assistant.answer(earlier, k=chain.k, numbers=numbers)
        numbers |= {one.paper.paper_id: one.number for one in answer.citations}
    return numbers


def _gold_json(item: QuestionItem) -> dict[str, Any]:
    return {
        "answerable": item.answerable,
        "reason": item.reason,
        "papers": list(item.papers),
        "facts": [list(fact) for fact in item.facts],
        "total": item.total,
        "reference": item.reference,
    }


def _places(
    found: Sequence[Retrieved], item: QuestionItem, gold: frozenset[str]
) -> list[int | None]:
    """At which place each gold paper, in the order of the item, was found."""
    places: dict[str, int] = {}
    for place, hit in enumerate(found, 1):
        if hit.paper.paper_id in gold:
            known = (hit.paper.title or "", hit.paper.paper_id)
            names = (*known, *(source.label for source in hit.paper.sources))
            places |= dict.fromkeys(names, place)
    return [places.get(name) for name in item.papers]


def _document_ids(paper: Paper) -> list[str]:
    """The documents of a benchmark that became this paper: several, where their texts agree."""
    return [value for scheme, value in paper.identifiers if scheme == "_id"]


def _shown(hit: Retrieved) -> dict[str, Any]:
    documents = " ".join(_document_ids(hit.paper))
    return {
        "paper_id": documents or hit.paper.paper_id,
        "title": hit.paper.display_title,
        "score": round(hit.score, 4),
    }
