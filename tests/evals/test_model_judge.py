"""A model's grades, through llama-index's evaluators and the real SDK, from a scripted server."""

import pytest

from evals.judges import Judges
from evals.model_judge import ModelJudge, read_grade
from evals.sets import QuestionItem
from index_store.errors import SettingError
from index_store.merging import build
from index_store.papers import Record, Source
from rag import model
from rag.answers import Answer, AnswerSentence, Citation, Evidence, Quote
from rag.errors import ModelFailed
from tests.model_server import serve

pytestmark = pytest.mark.slow  # llama-index takes seconds to import its evaluators

BEES = build(Record(Source("/lists/a.txt", 1), 1, "Bees", "It was tried on 12 hives."))
QUOTE = Quote(0, 25, BEES.quote(0, 25))
ANSWER = Answer(
    question="On how many hives?",
    standalone_question="On how many hives?",
    kind="fact",
    language="en",
    answer=f"“{QUOTE.text}” [1]",
    sentences=(AnswerSentence(QUOTE.text, (1,), (Evidence(1, 0),)),),
    citations=(Citation(1, BEES, (QUOTE,)),),
)
ITEM = QuestionItem("q1", "On how many hives?", reference="On 12 hives.")


def judge_at(server):
    return ModelJudge("tiny", model.load("tiny", url=server.url, environ={}))


def grading(request):
    """Yes to what asks for yes or no, 4 of 5 to what asks for a grade."""
    text = str(request["messages"])
    return "4.0" if "between 1 and 5" in text else "YES"


def test_a_model_grades_an_answer():
    with serve(grading) as server:
        grades = judge_at(server).grades(ITEM, ANSWER)
    assert grades == {"judged faithful": 1.0, "judged relevant": 1.0, "judged correct": 4.0}
    assert all(request["temperature"] == 0 for request in server.requests)
    assert any("12 hives" in str(request["messages"]) for request in server.requests)


def test_without_a_reference_correctness_is_not_graded():
    with serve(grading) as server:
        grades = judge_at(server).grades(QuestionItem("q1", "On how many hives?"), ANSWER)
    assert set(grades) == {"judged faithful", "judged relevant"}


def test_a_refusal_is_not_graded():
    refused = Answer("?", "?", "fact", "en", "No.", refused=True, reason="not_in_corpus")
    with serve(grading) as server:
        assert judge_at(server).grades(ITEM, refused) == {}
    assert server.requests == []


@pytest.mark.parametrize(("said", "held"), [("YES", True), ("NO", False)])
def test_a_model_judges_citations(said, held):
    with serve(lambda _: said) as server:
        assert judge_at(server).supports("It was tried on 12 hives.", [QUOTE.text], []) is held


@pytest.mark.parametrize(
    ("said", "grade"),
    [("4.5\nGood.", 4.5), ("Score: 3", 3.0), ("", None), ("12 of 20", None), ("It is fine.", None)],
)
def test_a_grade_is_read_however_it_is_said(said, grade):
    assert read_grade(said)[0] == grade


def test_a_server_that_fails_is_told_of_in_a_line():
    with serve(lambda _: 400) as server, pytest.raises(ModelFailed, match="the model tiny failed"):
        judge_at(server).grades(ITEM, ANSWER)


def test_the_check_judges_where_no_model_is_set(settings):
    judges = Judges.of(settings, None)
    assert judges.grades(ITEM, ANSWER) == {}


def test_a_model_of_openai_needs_a_key(settings, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(SettingError, match="OPENAI_API_KEY"):
        Judges.of(settings.with_given(["judge=gpt-4o-mini"]), None)
