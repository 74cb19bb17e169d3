import pytest

from rag.evidence import gather
from rag.question import read_question
from rag.retrieve import Candidate, search
from rag.spaces import StoredSpace


@pytest.fixture
def gathered(store, space):
    def gathered(question, k=1):
        found = search(store, space, question, k)
        return gather(space, store.lexical, read_question(question), found)

    return gathered


def test_every_sentence_is_ranked_best_first(gathered):
    (evidence,) = gathered("On how many models and samplers was HarmoniCa tested?")
    (clause,) = evidence.clauses
    ranked = clause.ranked
    assert {one.index for one in ranked} == set(range(len(evidence.paper.sentences)))
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)
    assert "$8$ models, $4$ samplers" in sentence(evidence.paper, ranked[0].index)


def test_the_name_of_a_paper_does_not_choose_its_sentence(gathered):
    (evidence,) = gathered("What does HarmoniCa reduce?")
    (clause,) = evidence.clauses
    assert not any("harmon" in term for (way,) in clause.content for term in way)
    assert "dubbed **HarmoniCa**" not in sentence(evidence.paper, clause.ranked[0].index)


@pytest.mark.parametrize("question", ["What is G2PT?", "How does G2PT work?", "G2PT"])
def test_a_question_with_nothing_but_a_name_is_open(gathered, question):
    (evidence,) = gathered(question)
    assert [clause.is_open for clause in evidence.clauses] == [True]


def test_each_clause_has_its_own_best_sentence(gathered):
    (evidence,) = gathered("How many tasks does DevAI hold, and how good is human evaluation?")
    first, second = evidence.clauses
    tasks, humans = (sentence(evidence.paper, one.ranked[0].index) for one in (first, second))
    assert "55 realistic AI code generation tasks" in tasks
    assert "human evaluation baseline" in humans


def test_names_that_the_paper_does_not_mention(gathered):
    (evidence,) = gathered("Is HDM better than Adam?")
    assert evidence.clauses[0].unmentioned == ("Adam",)


def test_each_paper_has_its_own_evidence(gathered):
    found = gathered("Compare HarmoniCa and LRA-QViT", k=2)
    assert {one.paper.names[0] for one in found} == {"HarmoniCa", "LRA-QViT"}
    assert all(len(one.clauses[0].ranked) == len(one.paper.sentences) for one in found)


def test_a_paper_without_abstract_ranks_nothing(open_records, encoder):
    store = open_records({"title": "FooNet: no abstract"}, {"abstract": "BarNet is a net."})
    (foo,) = [paper for paper in store.all_papers() if paper.title]
    space = StoredSpace(store, encoder)
    (evidence,) = gather(space, store.lexical, read_question("Why FooNet?"), [Candidate.given(foo)])
    assert evidence.clauses[0].ranked == ()


def sentence(paper, index):
    return paper.quote(paper.sentences[index].start, paper.sentences[index].end)
