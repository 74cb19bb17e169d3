from evals.faults import faults
from evals.report.questions import went_wrong
from tests.evals.report.sample_runs import (
    TITLE,
    answer,
    claim,
    gold,
    query,
    question,
    run,
    whole_run,
    wrongly_refused,
)


def test_the_worst_first_and_benchmarks_last():
    found = went_wrong([whole_run()])
    assert [one.asked.item_id for one in found] == [
        "w1",
        "u2",
        "claim 1 in d7",
        "claim 2 in d7",
        "claim 3 in d7",
        "query 1",
    ]
    assert [one.is_answered_in_words for one in found] == [True] * 2 + [False] * 4


def test_runs_in_which_it_went_the_same_stand_together():
    (entry,) = went_wrong(
        [run("a", question("q1")), run("b", wrongly_refused("q1")), run("c", wrongly_refused("q1"))]
    )
    assert [outcome.runs for outcome in entry.outcomes] == [(0,), (1, 2)]
    assert entry.outcomes[0].wrong == ()
    assert entry.first_fault == (
        "Refused because no paper here is about that, although the corpus answers it."
    )


def test_a_run_that_did_not_ask_it_has_no_outcome():
    (entry,) = went_wrong([run("a", question("q2")), run("b", wrongly_refused("q1"))])
    assert [outcome.runs for outcome in entry.outcomes] == [(1,)]


def test_other_times_are_no_other_outcome():
    slow = wrongly_refused("q1", timings_ms={"total": 900.0})
    (entry,) = went_wrong([run("a", wrongly_refused("q1")), run("b", slow)])
    assert [outcome.runs for outcome in entry.outcomes] == [(0, 1)]


def test_facts_and_papers_of_a_right_answer():
    partly = question(
        "q1",
        gold=gold(
            papers=[TITLE, "list_a.txt:13", "Ants"],
            places=[1, 1],
            facts=[["TWELVE", "12 Hives"], ["9"]],
        ),
        scores={"fact recall": 0.5},
    )
    (outcome,) = went_wrong([run("a", partly)])[0].outcomes
    assert [one.quoted for one in outcome.wanted] == [True, False]
    assert [(one.cited, one.place) for one in outcome.papers] == [
        (True, 1),
        (True, 1),
        (False, None),
    ]


def test_the_sentences_of_a_claim():
    (outcome,) = went_wrong([run("a", claim())])[0].outcomes
    shown = [(one.number, one.text, one.rank, one.is_evidence) for one in outcome.sentences]
    assert shown == [
        (2, "Two.", 1, False),
        (0, "Zero.", 2, False),
        (1, "One.", 3, False),
        (3, "Three.", 4, True),
    ]


def test_what_no_sentence_is_made_for_is_told_by_its_scores():
    lower = question("q1", scores={"right paper first": 1.0, "R@1": 1.0, "nDCG@10": 0.8})
    assert faults(lower) == ["Not the best possible: nDCG@10 is 0.800."]
    assert faults(question("q1")) == []


def test_a_question_that_failed():
    failed = question("q1", answer={}, scores={}, error="it broke")
    (entry,) = went_wrong([run("a", failed, query(place=1), question("q2", answer=answer()))])[:1]
    assert entry.first_fault == "No answer: it broke."
