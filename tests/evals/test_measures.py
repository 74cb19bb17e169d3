"""What is measured has a name of its own, a meaning, and a way that is better."""

import pytest

from evals.faults import WEIGHTS
from evals.figures import STATISTICS
from evals.measures import (
    GAP,
    GAPS,
    MEASURES,
    RANKING,
    SUPPORT_OF,
    measure_of,
    named,
    place_of,
)
from evals.scores import Gold, rank_scores, score_answer
from evals.sets import QuestionItem
from index_store.merging import build
from index_store.papers import Record, Source
from rag.answers import Answer, AnswerSentence, Citation, Evidence, Quote

BEES = build(Record(Source("/lists/a.txt", 1), 1, "Bees", "Bees dance."))


def test_every_measure_has_a_name_of_its_own():
    for names in ([one.name for one in MEASURES], [one.title for one in MEASURES]):
        assert len(names) == len(set(names))


@pytest.mark.parametrize("measure", MEASURES, ids=lambda one: one.name)
def test_every_measure_is_known_and_says_what_it_means(measure):
    assert named(measure.name) == named(measure.title) == measure.name
    assert measure_of(measure.name) == measure
    assert measure.title
    assert measure.means


@pytest.mark.parametrize("name", [*STATISTICS, *RANKING, *WEIGHTS, *GAPS])
def test_what_is_counted_elsewhere_named(name):
    assert named(name) == name


@pytest.mark.parametrize(
    "item",
    [
        QuestionItem("q", "?", papers=("Bees",), facts=(("dance",),), total=1),
        QuestionItem("q", "?", papers=("Bees", "a.txt:1")),
        QuestionItem("q", "?", reason="not_in_corpus"),
        QuestionItem("q", "?", kind="talk"),
    ],
)
def test_every_score_of_an_answer_named(item):
    quote = Quote(0, 11, "Bees dance.")
    answer = Answer(
        "?",
        "?",
        "fact",
        "en",
        "…",
        sentences=(AnswerSentence(quote.text, (1,), (Evidence(1, 0),)),),
        citations=(Citation(1, BEES, (quote,)),),
    )
    gold = Gold(item, frozenset([BEES.paper_id]))
    scores = score_answer(gold, answer, [BEES.paper_id], lambda *_: True)
    assert scores
    assert [name for name in scores if named(name) is None] == []


def test_every_score_of_a_ranking_named():
    assert all(map(named, rank_scores({"a"}, ["b", "a"])))


@pytest.mark.parametrize(
    ("name", "better"),
    [
        ("fact recall", "higher"),
        ("right reason", "higher"),
        ("nDCG@10", "higher"),
        ("support AUC, contradicted", "higher"),
        ("false answer", "lower"),
        ("false refusal", "lower"),
        ("risk–coverage area", "lower"),
        ("cost", "lower"),
        (f"{SUPPORT_OF}SUPPORT", "higher"),
        (f"{SUPPORT_OF}NONE", "lower"),
        (f"{SUPPORT_OF}CONTRADICT", "lower"),
        (f"{GAP}fact recall", "neither"),
        ("quoted sentences", "neither"),
    ],
)
def test_which_way_is_better(name, better):
    assert measure_of(name).better == better


@pytest.mark.parametrize(
    "name", ["quoted sentences", "judged correct", "prompt tokens", "completion tokens", "cost"]
)
def test_what_may_be_above_one_is_no_share(name):
    assert not measure_of(name).is_share


@pytest.mark.parametrize("name", ["vibes", "", "Fact recall", "R@7", "得分"])
def test_what_is_not_listed_only_describes(name):
    found = measure_of(name)
    assert (found.name, found.title, found.better, found.is_share) == (name, name, "neither", False)
    assert None is named(name)


def test_measures_stand_in_their_order_and_others_after_them():
    names = [one.name for one in MEASURES]
    assert sorted(["vibes", *reversed(names)], key=place_of) == [*names, "vibes"]
