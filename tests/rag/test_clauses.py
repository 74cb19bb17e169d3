import pytest

from rag.clauses import asks_for_papers, clauses_of


def texts(question):
    return [clause.text for clause in clauses_of(question)]


@pytest.mark.parametrize(
    ("question", "clauses"),
    [
        (
            "What benchmark does DevAI bring, and how many tasks does it hold?",
            ["What benchmark does DevAI bring", "and how many tasks does it hold?"],
        ),
        (
            "Conformal prediction sets: how many techniques were compared?",
            ["Conformal prediction sets", "how many techniques were compared?"],
        ),
        ("How does it work? Is it fast?", ["How does it work?", "Is it fast?"]),
        (
            "Step sizes can be learnt. Which solver is matched?",
            ["Step sizes can be learnt.", "Which solver is matched?"],
        ),
        ("What is it called and why is it fast?", ["What is it called", "and why is it fast?"]),
        ("What is proven - and by how much?", ["What is proven", "and by how much?"]),
        ("PEAKS", ["PEAKS"]),
    ],
)
def test_each_thing_said_is_a_clause(question, clauses):
    assert texts(question) == clauses


@pytest.mark.parametrize(
    "question",
    [
        "How do HarmoniCa and LRA-QViT differ?",
        "On how many models, samplers and resolutions was it tested?",
        "Which data sets, e.g. ImageNet, were used?",
        "What is large-batch training?",
        "Does it hold for i.i.d. data?",
    ],
)
def test_what_belongs_together_is_one_clause(question):
    assert texts(question) == [question]


def test_a_clause_that_sets_the_scene_does_not_ask():
    scene, question = clauses_of("Conformal prediction sets: how many techniques were compared?")
    assert (scene.asks, question.asks) == (False, True)


def test_words_that_stand_alone_ask():
    (alone,) = clauses_of("graph rewiring")
    assert alone.asks


@pytest.mark.parametrize("request_", ["explain rewiring", "please list the data", "tell me why"])
def test_a_request_asks_beside_others(request_):
    asking = clauses_of(f"Graphs have nodes; {request_}")[1]
    assert asking.asks


@pytest.mark.parametrize(
    "question",
    [
        "On how many models was it tested?",
        "By how much is it faster?",
        "What accuracy is reached?",
        "Which regret bound is proven?",
        "How much better is it?",
        "How long does training take?",
    ],
)
def test_a_figure_is_wanted(question):
    assert clauses_of(question)[0].wants_number


@pytest.mark.parametrize(
    "question",
    ["On which models was it tested?", "How does it work?", "How many papers are about graphs?"],
)
def test_no_figure_is_wanted(question):
    assert not clauses_of(question)[0].wants_number


@pytest.mark.parametrize(
    ("question", "yes_no"),
    [
        ("Does MERIT beat LAMB?", True),
        ("is HDM better than Adam", True),
        ("and can it be trained?", True),
        ("Isn't it slow?", True),
        ("How does it work?", False),
        ("What does it do?", False),
    ],
)
def test_yes_or_no_is_expected(question, yes_no):
    assert clauses_of(question)[0].yes_no is yes_no


@pytest.mark.parametrize(
    ("text", "papers"),
    [
        ("How many papers are about graphs?", True),
        ("how many different papers use RL", True),
        ("the number of articles on bees", True),
        ("How many tasks does DevAI hold?", False),
        ("How many data sets does the paper use?", False),
        ("Which papers count tasks?", False),
    ],
)
def test_a_number_of_papers_is_asked_for(text, papers):
    assert asks_for_papers(text) is papers
