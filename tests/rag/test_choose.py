import pytest

from rag.choose import MAX_SENTENCES, for_clauses, headline, highlights, introduction
from rag.concepts import concepts_of
from rag.evidence import ClauseEvidence, PaperEvidence, RankedSentence, gather
from rag.question import read_question
from rag.ranking import SentenceFeatures
from rag.retrieve import Candidate, search


@pytest.fixture
def evidence_for(store, space):
    def evidence_for(question):
        found = search(store, space, question, 1)
        return gather(space, store.lexical, read_question(question), found)[0]

    return evidence_for


@pytest.fixture
def best_of(make_paper):
    """What a paper says to a question, one sentence far ahead of the others."""

    def best_of(question, abstract, best):
        paper = make_paper(abstract)
        (clause,) = read_question(question).asking
        features = SentenceFeatures(*[0.5] * 10)
        ranked = [
            RankedSentence(index, 9.0 if index == best else -9.0, features)
            for index in range(len(paper.sentences))
        ]
        ranked.sort(key=lambda one: -one.score)
        content = concepts_of(question)
        evidence = ClauseEvidence(clause, clause.reading, content, (), (), tuple(ranked))
        return PaperEvidence(Candidate.given(paper), (evidence,))

    return best_of


def quoted(paper, indices):
    return [paper.quote(paper.sentences[i].start, paper.sentences[i].end) for i in indices]


def test_in_the_order_of_the_abstract_and_not_too_many(evidence_for):
    evidence = evidence_for("What does HarmoniCa harmonize, why, and by how much is it faster?")
    chosen = for_clauses(evidence)
    assert 2 <= len(chosen) <= MAX_SENTENCES == 4
    assert list(chosen) == sorted(set(chosen))


def test_each_clause_gets_its_best_before_any_gets_its_second(evidence_for):
    evidence = evidence_for(
        "What benchmark is called DevAI, and what is the human evaluation baseline like?"
    )
    chosen = " ".join(quoted(evidence.paper, for_clauses(evidence, 2)))
    assert "55 realistic" in chosen
    assert "human evaluation baseline" in chosen


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_the_limit_holds(evidence_for, limit):
    evidence = evidence_for("What is wrong with learning-based caching in HarmoniCa?")
    assert len(for_clauses(evidence, limit)) <= limit


def test_a_back_reference_brings_its_predecessor(evidence_for):
    evidence = evidence_for("What objectives does caching before HarmoniCa suffer from?")
    chosen = quoted(evidence.paper, for_clauses(evidence))
    (place,) = [i for i, text in enumerate(chosen) if text.startswith("It also suffers")]
    assert place > 0
    assert chosen[place - 1].startswith("Existing learning-based caching")


DRIFT = (
    "Bees dance at noon. A waggle drift is a slow turn of the dance. It is caused by wind. "
    "We film 12 hives."
)


@pytest.mark.parametrize(
    "question", ["What is a waggle drift?", "Define waggle drift", "How is waggle drift defined?"]
)
def test_a_definition_brings_the_next_sentence_that_goes_on_about_it(best_of, question):
    assert for_clauses(best_of(question, DRIFT, 1)) == (1, 2)


def test_a_definition_does_not_bring_a_next_sentence_about_something_else(best_of):
    apart = DRIFT.replace("It is caused by wind. ", "")
    assert for_clauses(best_of("What is a waggle drift?", apart, 1)) == (1,)


def test_the_last_sentence_of_an_abstract_may_define(best_of):
    last = "Bees dance at noon. A waggle drift is a slow turn."
    assert for_clauses(best_of("What is a waggle drift?", last, 1)) == (1,)


def test_what_is_no_definition_does_not_bring_the_next_sentence(best_of):
    assert for_clauses(best_of("Which turn does the dance take?", DRIFT, 1)) == (1,)


def test_a_definition_asked_for_in_chinese_brings_the_next_sentence_too(best_of):
    assert for_clauses(best_of("什么是过平滑", DRIFT, 1)) == (1, 2)


def test_a_definition_and_the_next_sentence_keep_to_the_limit(best_of):
    assert for_clauses(best_of("What is a waggle drift?", DRIFT, 1), 1) == ()
    assert for_clauses(best_of("What is a waggle drift?", DRIFT, 1), 2) == (1, 2)


def test_an_open_question_gets_the_introduction_and_the_next(evidence_for):
    evidence = evidence_for("What is HarmoniCa?")
    first, second = quoted(evidence.paper, for_clauses(evidence))
    assert "dubbed **HarmoniCa**" in first
    assert second.startswith("It first incorporates")


def test_the_introduction_is_of_what_is_named(paper_of):
    agent = paper_of("Agent-as-a-Judge")
    assert "present **DevAI**" in " ".join(quoted(agent, introduction(agent, ("DevAI",))))
    framework = " ".join(quoted(agent, introduction(agent, ("Agent-as-a-Judge",))))
    assert "we introduce the **Agent-as-a-Judge** framework" in framework


def test_the_last_sentence_has_no_next(make_paper):
    paper = make_paper("Bees dance. We introduce WaggleNet.")
    assert introduction(paper) == (1,)


def test_where_the_code_is_comes_only_when_asked(evidence_for):
    asked = evidence_for("What does PEAKS make available to download?")
    unasked = evidence_for("How does PEAKS select the data points that stream in?")
    assert "github.com" in " ".join(quoted(asked.paper, for_clauses(asked)))
    assert "github.com" not in " ".join(quoted(unasked.paper, for_clauses(unasked)))


def test_headline_and_highlights(paper_of):
    mitigating = paper_of("Mitigating Over-Squashing")
    (headlined,) = quoted(mitigating, headline(mitigating))
    assert "we propose a novel graph-rewiring method" in headlined
    first, second = quoted(mitigating, highlights(mitigating))
    assert first == headlined
    assert "superiority over strong baseline methods" in second


def test_nothing_to_choose_from(make_paper):
    paper = make_paper("", title="FooNet: no abstract")
    assert headline(paper) == highlights(paper) == introduction(paper, ("FooNet",)) == ()
