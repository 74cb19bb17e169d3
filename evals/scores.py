"""The scores of one question: pure functions from its answer and its gold to numbers.

A measure that does not apply to a question gives none for it. Yes-or-no measures are 1 and 0, so
that their mean is a share. Ranking measures are those of ir-measures (MacAvaney et al.,
"Streamlining Evaluation with ir-measures", ECIR 2022); citation precision and recall follow ALCE
(Gao et al., "Enabling Large Language Models to Generate Text with Citations", EMNLP 2023).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from evals.sets import QuestionItem
from index_store.papers import Paper
from rag.answers import Answer

Scores = dict[str, float]

RANKING = ("nDCG@10", "R@1", "R@5", "R@20", "R@100", "RR@10")
"""Measures of a ranking, as ir-measures names them; RR@10 is the reciprocal rank, 0 after 10."""

Supports = Callable[[str, Sequence[str]], bool]
"""Whether cited sentences support a sentence: the judge of ALCE's measures."""


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


def score_answer(gold: Gold, answer: Answer, supports: Supports | None = None) -> Scores:
    """Every score that applies to an answer.

    Args:
        gold: what is known of the question.
        answer: what was answered.
        supports: the judge of citations; without one they are not judged.
    """
    item = gold.item
    scores = {"quote accuracy": quote_accuracy(answer)} if answer.citations else {}
    if item.papers and item.answerable:
        scores |= rank_scores(gold.paper_ids, [hit.paper.paper_id for hit in answer.retrieved])
    if gold.names_one:
        scores["right paper first"] = float(_first(answer) in gold.paper_ids)
    if item.answerable:
        scores["answered"] = float(not answer.refused)
    else:
        scores["refused"] = float(answer.refused)
        scores["right reason"] = float(answer.reason == item.reason)
    if item.facts:
        scores["fact recall"] = fact_recall(item, answer)
    if item.total is not None:
        scores["right count"] = float(answer.total == item.total)
    if item.answerable and len(item.papers) > 1:
        scores["papers cited"] = cited_share(gold.paper_ids, answer)
    if supports is not None and not answer.refused and answer.citations:
        scores |= citation_scores(answer, supports)
    return scores


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


def quote_accuracy(answer: Answer) -> float:
    """Share of quotes that are the text between their offsets, to the letter; 1 for none."""
    found = [
        quote.text == citation.paper.abstract[quote.start : quote.end]
        for citation in answer.citations
        for quote in citation.quotes
    ]
    return sum(found) / len(found) if found else 1.0


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
    cited = [_cited_texts(answer, index) for index in range(len(answer.sentences))]
    judged = [
        (sentence.text, texts)
        for sentence, texts in zip(answer.sentences, cited, strict=True)
        if texts
    ]
    if not judged:
        return {}
    held = [supports(text, texts) for text, texts in judged]
    precise = [
        _is_precise(text, texts, index, supports)
        for (text, texts), supported in zip(judged, held, strict=True)
        if supported
        for index in range(len(texts))
    ]
    citations = sum(len(texts) for _, texts in judged)
    return {
        "citation recall": sum(held) / len(held),
        "citation precision": sum(precise) / citations,
    }


def _is_precise(text: str, cited: Sequence[str], index: int, supports: Supports) -> bool:
    """Whether one of several citations supports the sentence, or is needed by the others."""
    rest = [*cited[:index], *cited[index + 1 :]]
    return supports(text, [cited[index]]) or not rest or not supports(text, rest)


def _cited_texts(answer: Answer, index: int) -> list[str]:
    """The quotes a sentence rests on."""
    quotes = {citation.number: citation.quotes for citation in answer.citations}
    return [quotes[rest.number][rest.quote].text for rest in answer.sentences[index].evidence]


def _first(answer: Answer) -> str | None:
    return answer.retrieved[0].paper.paper_id if answer.retrieved else None
