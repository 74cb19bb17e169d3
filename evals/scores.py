"""The scores of one question: pure functions from its answer and its gold to numbers.

A measure that does not apply to a question gives none for it. Yes-or-no measures are 1 and 0, so
that their mean is a share. Ranking measures are those of ir-measures (MacAvaney et al.,
"Streamlining Evaluation with ir-measures", ECIR 2022); citation precision and recall follow ALCE
(Gao et al., "Enabling Large Language Models to Generate Text with Citations", EMNLP 2023).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat

from evals.measures import RANKING
from evals.sets import QuestionItem
from index_store.papers import Paper
from rag.answers import Answer, AnswerSentence

Scores = dict[str, float]

Supports = Callable[[str, Sequence[str], Sequence[str]], bool]
"""Whether what is cited supports a sentence: the judge of ALCE's measures.

It takes the sentence, the cited texts, and the names of the cited papers.
"""


@dataclass(frozen=True, slots=True)
class Gold:
    """What is known of a question, its papers looked up in the corpus.

    Attributes:
        paper_ids: those that answer it.
        names_one: whether exactly one paper answers it, so that the first found must be it.
    """

    item: QuestionItem
    paper_ids: frozenset[str]

    @property
    def names_one(self) -> bool:
        """Whether exactly one paper answers it."""
        return len(self.item.papers) == 1


def find_papers(item: QuestionItem, papers: Collection[Paper]) -> tuple[frozenset[str], list[str]]:
    """The ids of a question's gold papers, and those of its names that no paper here has.

    A paper is named by its title, its id, or a source (``list.txt:13``).
    """
    known: dict[str, str] = {}
    for paper in papers:
        named = (paper.title, paper.paper_id, *(source.label for source in paper.sources))
        known |= {name: paper.paper_id for name in named if name}
    found = frozenset(known[name] for name in item.papers if name in known)
    return found, [name for name in item.papers if name not in known]


def score_answer(
    gold: Gold, answer: Answer, ranked: Sequence[str], supports: Supports | None = None
) -> Scores:
    """Every score that applies to an answer.

    Args:
        gold: what is known of the question.
        answer: what was answered.
        ranked: ids of the papers found for the question, best first, `DEPTH` at most.
        supports: the judge of citations; without one they are not judged.
    """
    item = gold.item
    if item.kind == "talk":
        return {"small talk": float(answer.kind == "talk")}
    scores = _abstention_scores(item, answer)
    if item.papers and item.answerable:
        scores |= rank_scores(gold.paper_ids, ranked)
    if gold.names_one:
        scores["right paper first"] = float(ranked[:1] == [*gold.paper_ids])
    if item.facts:
        scores["fact recall"] = fact_recall(item, answer)
    if item.total is not None:
        scores["right count"] = float(answer.total == item.total)
    if item.answerable and len(item.papers) > 1:
        scores["papers cited"] = cited_share(gold.paper_ids, answer)
    return scores | _quote_scores(answer, supports)


def _abstention_scores(item: QuestionItem, answer: Answer) -> Scores:
    """Whether it was right to answer, or to refuse."""
    if item.answerable:
        return {"false refusal": float(answer.refused)}
    return {
        "false answer": float(not answer.refused),
        "right reason": float(answer.reason == item.reason),
    }


def _quote_scores(answer: Answer, supports: Supports | None) -> Scores:
    """What the quotes of an answer are worth, whatever was asked."""
    if answer.refused or not any(citation.quotes for citation in answer.citations):
        return {}
    judged = citation_scores(answer, supports) if supports is not None else {}
    return {
        "quote accuracy": quote_accuracy(answer),
        "quoted sentences": float(quoted_sentences(answer)),
        **judged,
    }


def rank_scores(gold: Collection[str], ranked: Sequence[str]) -> Scores:
    """`RANKING` of one ranking; an empty one scores 0."""
    run = {"q": {paper: float(len(ranked) - place) for place, paper in enumerate(ranked)}}
    return ranked_scores({"q": dict.fromkeys(gold, 1)}, run)["q"]


def ranked_scores(
    relevant: Mapping[str, Mapping[str, int]],
    runs: Mapping[str, Mapping[str, float]],
) -> dict[str, Scores]:
    """`RANKING` of many rankings, by query id.

    Args:
        relevant: gain by document id, by query id.
        runs: score by document id, by query id; higher is better.
    """
    import ir_measures

    measures = [ir_measures.parse_measure(name) for name in RANKING]
    found: dict[str, Scores] = {query: dict.fromkeys(RANKING, 0.0) for query in relevant}
    for metric in ir_measures.iter_calc(measures, relevant, runs):
        found[metric.query_id][str(metric.measure)] = float(metric.value)
    return found


def mean_ranking(
    relevant: Mapping[str, Mapping[str, int]], runs: Mapping[str, Mapping[str, float]]
) -> Scores:
    """Means of `ranked_scores` over the queries."""
    scores = ranked_scores(relevant, runs).values()
    return {name: sum(one[name] for one in scores) / len(scores) for name in RANKING}


def quote_accuracy(answer: Answer) -> float:
    """Share of quotes that are the text between their offsets, to the letter; 1 for none."""
    found = [
        quote.text == citation.paper.abstract[quote.start : quote.end]
        for citation in answer.citations
        for quote in citation.quotes
    ]
    return sum(found) / len(found) if found else 1.0


def quoted_sentences(answer: Answer) -> int:
    """How many sentences of abstracts the answer quotes."""
    return sum(
        quote.start <= sentence.start and sentence.end <= quote.end
        for citation in answer.citations
        for quote in citation.quotes
        for sentence in citation.paper.sentences
    )


def fact_recall(item: QuestionItem, answer: Answer) -> float:
    """Share of a question's facts that occur, in one of their wordings, in the quoted text."""
    quoted = " ".join(quote.text for citation in answer.citations for quote in citation.quotes)
    folded = quoted.casefold()
    held = [any(wording.casefold() in folded for wording in fact) for fact in item.facts]
    return sum(held) / len(held)


def cited_share(gold: Collection[str], answer: Answer) -> float:
    """Share of the gold papers that the answer cites."""
    cited = {citation.paper.paper_id for citation in answer.citations}
    return len(cited & set(gold)) / len(gold) if gold else 0.0


def citation_scores(answer: Answer, supports: Supports) -> Scores:
    """ALCE's citation recall and precision of an answer, and their share of sentences.

    Recall: the share of sentences that what they cite, taken together, supports. Precision: the
    share of citations that are needed or support their sentence alone, over the sentences that
    are supported. Sentences that state the record (who wrote it) cite no text and do not count.
    """
    judged = [one for one in map(_Cited.of, answer.sentences, repeat(answer)) if one.texts]
    if not judged:
        return {}
    held = [one.is_supported(supports) for one in judged]
    precise = [
        one.is_precise(index, supports)
        for one, supported in zip(judged, held, strict=True)
        if supported
        for index in range(len(one.texts))
    ]
    citations = sum(len(one.texts) for one in judged)
    return {
        "citation recall": sum(held) / len(held),
        "citation precision": sum(precise) / citations,
    }


@dataclass(frozen=True, slots=True)
class _Cited:
    """A sentence and what it rests on: the texts, and what the papers are called."""

    sentence: str
    texts: Sequence[str]
    names: Sequence[str]

    @classmethod
    def of(cls, sentence: AnswerSentence, answer: Answer) -> _Cited:
        cited = {one.number: one for one in answer.citations}
        texts = [cited[rest.number].quotes[rest.quote].text for rest in sentence.evidence]
        papers = [cited[number].paper for number in sentence.citations if number in cited]
        names = [name for paper in papers for name in (paper.display_title, *paper.names)]
        return cls(sentence.text, texts, names)

    def is_supported(self, supports: Supports) -> bool:
        return supports(self.sentence, self.texts, self.names)

    def is_precise(self, index: int, supports: Supports) -> bool:
        """Whether one of the citations supports the sentence, or is needed by the others."""
        rest = [*self.texts[:index], *self.texts[index + 1 :]]
        alone = supports(self.sentence, [self.texts[index]], self.names)
        return alone or not rest or not supports(self.sentence, rest, self.names)
