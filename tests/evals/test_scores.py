import pytest

from evals.scores import (
    Gold,
    citation_scores,
    fact_recall,
    find_papers,
    mean_ranking,
    rank_scores,
    score_answer,
)
from evals.sets import QuestionItem
from index_store.merging import build
from index_store.papers import Record, Source
from rag.answers import Answer, AnswerSentence, Citation, Evidence, Quote, Retrieved

TEXT = "We present WaggleNet. It was tried on 12 hives."
BEES = build(Record(Source("/lists/a.txt", 1), 1, "Bees", TEXT))
ANTS = build(Record(Source("/lists/a.txt", 2), 2, "Ants", "Ants follow trails of scent."))


def answer(**given):
    quote = Quote(22, 47, BEES.quote(22, 47))
    fields = {
        "question": "?",
        "standalone_question": "?",
        "kind": "fact",
        "language": "en",
        "answer": f"“{quote.text}” [1]",
        "sentences": (AnswerSentence(quote.text, (1,), (Evidence(1, 0),)),),
        "citations": (Citation(1, BEES, (quote,)),),
        "retrieved": (Retrieved(BEES, 2.0), Retrieved(ANTS, 1.0)),
    }
    return Answer(**{**fields, **given})


def gold(**given):
    item = QuestionItem("q", "?", **given)
    return Gold(item, find_papers(item, [BEES, ANTS])[0])


def scored(known, given):
    return score_answer(known, given, [hit.paper.paper_id for hit in given.retrieved])


def test_papers_are_named_by_title_id_or_source():
    item = QuestionItem("q", "?", papers=("Bees", ANTS.paper_id, "a.txt:2", "Owls"))
    assert find_papers(item, [BEES, ANTS]) == ({BEES.paper_id, ANTS.paper_id}, ["Owls"])


def test_a_right_answer_scores_in_all_that_applies():
    scores = scored(gold(papers=("Bees",), facts=(("12 hives", "a dozen"),)), answer())
    assert scores["right paper first"] == scores["fact recall"] == 1.0
    assert scores["quote accuracy"] == scores["R@1"] == scores["nDCG@10"] == 1.0
    assert scores["false refusal"] == 0.0
    assert scores["quoted sentences"] == 1.0
    assert "false answer" not in scores
    assert "right count" not in scores


def test_a_question_that_cannot_be_answered_is_scored_by_refusing_alone():
    wrong = scored(gold(reason="not_in_corpus"), answer())
    assert (wrong["false answer"], wrong["right reason"]) == (1.0, 0.0)
    assert "false refusal" not in wrong
    right = scored(
        gold(reason="not_in_corpus"),
        answer(refused=True, reason="not_in_abstract", citations=(), sentences=()),
    )
    assert (right["false answer"], right["right reason"]) == (0.0, 0.0)
    assert "quote accuracy" not in right


def test_a_paper_that_is_only_looked_for_is_ranked_all_the_same():
    scores = score_answer(gold(papers=("Ants",)), answer(), [BEES.paper_id, ANTS.paper_id])
    assert (scores["right paper first"], scores["R@1"], scores["R@5"]) == (0.0, 0.0, 1.0)


def test_small_talk_has_one_score():
    assert scored(gold(kind="talk"), answer(kind="talk")) == {"small talk": 1.0}
    assert scored(gold(kind="talk"), answer()) == {"small talk": 0.0}


def test_facts_count_one_by_one():
    item = QuestionItem("q", "?", facts=(("12 HIVES",), ("40 metres",)))
    assert fact_recall(item, answer()) == 0.5


def test_a_count_and_a_list():
    scores = scored(gold(papers=("Bees", "Ants"), total=2), answer(total=3))
    assert (scores["right count"], scores["papers cited"]) == (0.0, 0.5)


def test_a_quote_that_is_not_the_abstracts_shows():
    wrong = Citation(1, BEES, (Quote(22, 47, "It was tried on 13 hives."),))
    assert scored(gold(papers=("Bees",)), answer(citations=(wrong,)))["quote accuracy"] == 0.0


def test_ranking():
    scores = rank_scores({"b"}, ["a", "b", "c"])
    assert (scores["R@1"], scores["R@5"], scores["RR"]) == (0.0, 1.0, 0.5)
    assert scores["nDCG@10"] == pytest.approx(0.6309, abs=1e-3)
    assert set(rank_scores({"b"}, []).values()) == {0.0}


def test_means_of_rankings_count_queries_that_found_nothing():
    means = mean_ranking({"q1": {"a": 1}, "q2": {"b": 1}}, {"q1": {"a": 1.0}})
    assert means["R@1"] == means["nDCG@10"] == 0.5


def test_citations_are_judged_as_alce_does():
    first, second = (Quote(0, 21, BEES.quote(0, 21)), Quote(22, 47, BEES.quote(22, 47)))
    given = answer(
        citations=(Citation(1, BEES, (first, second)),),
        sentences=(
            AnswerSentence("It was tried on 12 hives.", (1,), (Evidence(1, 0), Evidence(1, 1))),
            AnswerSentence("It is the best of all.", (1,), (Evidence(1, 0),)),
            AnswerSentence("It is by Ada.", (1,)),
        ),
    )
    scores = citation_scores(given, lambda text, cited, _: any(text in one for one in cited))
    assert scores["citation recall"] == 0.5
    assert scores["citation precision"] == pytest.approx(1 / 3)


def test_the_judge_is_told_what_the_cited_papers_are_called():
    told = []
    citation_scores(answer(), lambda text, cited, names: told.append((text, names)) or True)
    assert told[0] == ("It was tried on 12 hives.", ["Bees", *BEES.names])
