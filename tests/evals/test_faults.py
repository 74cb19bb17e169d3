"""What went wrong is told in words, and the worst is told first."""

import pytest

from evals.faults import FAILED, faults, severity, worst_first
from evals.run_file import Asked

WAGGLE, TRAILS = "WaggleNet", "Scent Trails of Ants"


def asked(scores=None, item_id="q1", **given):
    return Asked("few", item_id, "?", scores=scores or {}, **given)


def citing(*titles, quotes=()):
    cited = [{"title": title, "quotes": [{"text": text} for text in quotes]} for title in titles]
    return {"citations": cited}


RIGHT = {
    "right paper first": 1.0,
    "fact recall": 1.0,
    "false refusal": 0.0,
    "quote accuracy": 1.0,
    "quoted sentences": 2.0,
    "R@1": 1.0,
    "R@100": 1.0,
    "nDCG@10": 1.0,
    "citation recall": 1.0,
    "citation precision": 1.0,
}


@pytest.mark.parametrize(
    "scores",
    [
        {},
        RIGHT,
        {"false answer": 0.0, "right reason": 1.0},
        {"small talk": 1.0},
        {"evidence top-1": 1.0, "evidence top-3": 1.0, "support of NONE": 0.9},
    ],
)
def test_where_nothing_is_wrong_nothing_is_told(scores):
    assert faults(asked(scores)) == []
    assert severity(asked(scores)) == 0


def test_a_question_without_an_answer_is_told_by_its_error():
    failed = asked({"fact recall": 0.0}, error="the encoder failed")
    assert faults(failed) == ["No answer: the encoder failed."]
    assert severity(asked(error="the encoder failed")) == FAILED


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("not_in_corpus", "Answered, although no paper here is about that."),
        ("not_in_abstract", "Answered, although the abstract does not say."),
    ],
)
def test_an_answer_where_there_is_none(reason, told):
    wrong = asked({"false answer": 1.0}, gold={"reason": reason})
    assert faults(wrong) == [told]
    also = asked({"false answer": 1.0, "right reason": 0.0}, gold={"reason": reason})
    assert faults(also) == [told]


def test_a_refusal_for_the_wrong_reason():
    wrong = asked(
        {"false answer": 0.0, "right reason": 0.0},
        gold={"reason": "not_in_abstract"},
        answer={"reason": "not_in_corpus"},
    )
    assert faults(wrong) == [
        "Refused because no paper here is about that; right is that the abstract does not say."
    ]


def test_a_refusal_where_there_is_an_answer():
    wrong = asked({"false refusal": 1.0}, answer={"reason": "not_in_abstract"})
    assert faults(wrong) == [
        "Refused because the abstract does not say, although the corpus answers it."
    ]


def test_small_talk_that_was_looked_up():
    assert faults(asked({"small talk": 0.0}, answer={"kind": "fact"})) == [
        "Small talk, taken for a question of kind 'fact'."
    ]


@pytest.mark.parametrize(
    ("place", "told"),
    [(3, "is in place 3"), (None, "is not among those found")],
)
def test_a_right_paper_that_is_not_first_is_placed(place, told):
    wrong = asked({"right paper first": 0.0}, gold={"papers": ["蜜蜂"], "places": [place]})
    assert faults(wrong) == [f"The right paper, 蜜蜂, {told}."]


def test_of_several_right_papers_each_is_placed():
    gold = {"papers": ["d1", "d2"], "places": [2, None]}
    assert faults(asked({"R@1": 0.0}, gold=gold)) == [
        "The right paper, d1, is in place 2.",
        "The right paper, d2, is not among those found.",
    ]


def test_a_part_of_several_right_papers_that_is_first_is_no_fault():
    gold = {"papers": ["d1", "d2"], "places": [1, 2]}
    assert faults(asked({"R@1": 0.5, "R@5": 1.0}, gold=gold)) == []


def test_the_papers_that_are_not_cited_are_named():
    gold = {"papers": [WAGGLE, TRAILS]}
    wrong = asked({"papers cited": 0.5}, gold=gold, answer=citing(WAGGLE))
    assert faults(wrong) == [f"Not cited: {TRAILS}."]
    none = asked({"papers cited": 0.0}, gold=gold, answer=citing())
    assert faults(none) == [f"Not cited: {WAGGLE}; {TRAILS}."]


def test_the_facts_that_are_not_quoted_are_named_by_their_first_wording():
    wrong = asked(
        {"fact recall": 2 / 3},
        gold={"facts": [["12 Hives", "a dozen"], ["40 metres"], ["十二个蜂箱", "12箱"]]},
        answer=citing(WAGGLE, quotes=["It was tried on 12 hives.", "共十二个蜂箱。"]),
    )
    assert faults(wrong) == ["Not quoted: “40 metres”."]


def test_a_fact_that_any_paper_quotes_in_any_wording_is_there():
    answer = {
        "citations": [
            {"title": WAGGLE, "quotes": [{"text": "It was tried on A DOZEN hives."}]},
            {"title": TRAILS, "quotes": []},
        ]
    }
    gold = {"facts": [["12 hives", "a dozen hives"], ["20 minutes"]]}
    wrong = asked({"fact recall": 0.5}, gold=gold, answer=answer)
    assert faults(wrong) == ["Not quoted: “20 minutes”."]


def test_a_refusal_quotes_no_fact():
    refused = asked(
        {"fact recall": 0.0, "false refusal": 1.0},
        gold={"facts": [["12 hives"]]},
        answer={"citations": [], "reason": "not_in_abstract"},
    )
    assert faults(refused) == [
        "Refused because the abstract does not say, although the corpus answers it.",
        "Not quoted: “12 hives”.",
    ]


@pytest.mark.parametrize(
    ("total", "told"),
    [(3, "It counted 3"), (0, "It counted 0"), (None, "It gave no count")],
)
def test_a_wrong_count(total, told):
    wrong = asked({"right count": 0.0}, gold={"total": 4}, answer={"total": total})
    assert faults(wrong) == [f"{told}; right is 4."]


def test_quotes_and_citations():
    wrong = asked({"quote accuracy": 0.5, "citation recall": 0.9, "citation precision": 0.9})
    assert faults(wrong) == [
        "A quote is not the abstract's text.",
        "A sentence is not supported by what it cites.",
        "A citation is not needed.",
    ]


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("NONE", ["Called supported, although the abstract does not speak of it."]),
        ("CONTRADICT", ["Called supported, although the abstract contradicts it."]),
        ("SUPPORT", []),
    ],
)
def test_a_claim_that_is_called_supported_and_is_not(label, told):
    called = asked(gold={"label": label}, answer={"support": "supported"})
    assert faults(called) == told
    assert (severity(called) > 0) == bool(told)
    weak = asked(gold={"label": label}, answer={"support": "weak"})
    assert (faults(weak), severity(weak)) == ([], 0)


def test_evidence_that_is_not_among_the_first_three():
    wrong = asked(
        {"evidence top-1": 0.0, "evidence top-3": 0.0},
        gold={"sentences": [4, 5]},
        answer={"ranked": [0, 2, 1, 4]},
    )
    assert faults(wrong) == ["Evidence is in sentences 4; 5; ranked first were 0; 2; 1."]


def test_a_worse_score_weighs_more_whichever_way_is_better():
    assert severity(asked({"fact recall": 0.0})) > severity(asked({"fact recall": 0.5})) > 0
    assert severity(asked({"false answer": 1.0})) > severity(asked({"false answer": 0.0})) == 0
    both = severity(asked({"fact recall": 0.0, "right count": 0.0}))
    assert both == severity(asked({"fact recall": 0.0})) + severity(asked({"right count": 0.0}))


def test_a_quote_that_is_not_the_text_weighs_more_than_a_wrong_answer():
    assert severity(asked({"quote accuracy": 0.0})) > severity(asked({"false answer": 1.0}))


def test_what_only_describes_weighs_nothing():
    assert severity(asked({"quoted sentences": 40.0, "cost": 3.0, "vibes": 0.0})) == 0


def test_the_worst_comes_first_and_equals_stay_in_their_order():
    questions = [
        asked({"fact recall": 1.0}, "right"),
        asked({"fact recall": 0.5}, "half"),
        asked({"fact recall": 0.0}, "none"),
        asked({"fact recall": 0.5}, "half too"),
        asked({}, "failed", error="it failed"),
        asked({}, "unscored"),
    ]
    found = [one.item_id for one in worst_first(iter(questions))]
    assert found == ["failed", "none", "half", "half too"]
    assert worst_first([]) == []
