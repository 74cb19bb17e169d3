import pytest

from rag.expectations import (
    allows_background,
    asks_for_background,
    asks_for_code,
    asks_for_definition,
    lacks_own_limits,
    lacks_requirement,
    meets_expectation,
)


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        ("Which data sets was it tested on?", "Experiments on COCO show the gain."),
        ("What is wrong with caching?", "However, caching overlooks the prior timestep."),
        ("Which baselines does it beat?", "It outperforms AdamW."),
        ("What is proven?", "We establish a regret bound."),
        ("Is there code?", "See https://github.com/someone/something."),
        ("Does it transfer to unseen graphs?", "It shows zero-shot generalizability."),
        ("What are its components?", "It first incorporates a router, then a cache."),
        ("Which stages is it made of?", "Training consists of pruning and tuning."),
        ("What building blocks does it have?", "Additionally, a loss smooths the scores."),
        ("When does it break down?", "The bound no longer applies to trees."),
        ("Where does the theory stop holding?", "Unless losses are convex, it is loose."),
        ("In which case does the guarantee not hold? They do not hold when?", "It fails on trees."),
    ],
)
def test_a_sentence_of_the_kind_asked_for(clause, sentence):
    assert meets_expectation(clause, sentence)
    assert not meets_expectation(clause, "Graphs have nodes.")


def test_a_question_that_expects_no_kind_is_met_by_none():
    assert not meets_expectation("What is a graph?", "It outperforms AdamW on all benchmarks.")


def test_what_asks_for_background():
    assert asks_for_background("What goes wrong with one prompt?")
    assert asks_for_background("Why does LAMB fail?")
    assert asks_for_background("What is over-squashing?")
    assert not asks_for_background("Which benchmark is introduced?")


@pytest.mark.parametrize(
    ("clause", "defines"),
    [
        ("What is over-squashing?", True),
        ("and what is an attention sink", True),
        ("Define regret", True),
        ("How is regret defined?", True),
        ("the meaning of regret", True),
        ("What is the bound of the method on trees?", False),
        ("How does it work?", False),
    ],
)
def test_what_asks_for_a_definition(clause, defines):
    assert asks_for_definition(clause) is defines


def test_what_asks_for_code():
    assert asks_for_code("Is there code for PEAKS?")
    assert asks_for_code("What is released?")
    assert not asks_for_code("Which benchmark is introduced?")


@pytest.mark.parametrize(
    ("clause", "abstract_without", "abstract_with"),
    [
        ("What learning rate was used?", "We train GPT-2.", "A learning rate of 0.1 is best."),
        ("On which GPU was it run?", "It is 2x faster.", "It is 2x faster on an A100."),
        ("With what batch size?", "We train GPT-2.", "A 6k batch is enough."),
        ("For how many epochs?", "We train GPT-2.", "We train for 3 epochs."),
        ("How many layers does it have?", "A deep network.", "It has 12 layers."),
        ("Under what licence is it?", "Code is at github.com.", "It is under the MIT licence."),
        ("How many people took part?", "A human baseline.", "We asked 20 people."),
        ("Who funded it?", "We thank nobody.", "It was funded by the state."),
        ("Which LLM does it use?", "Agents browse the web.", "GPT-4 agents browse the web."),
        ("How many hours does it take?", "It is fast.", "It takes 3 hours."),
        ("What does it cost in dollars?", "It is cheap.", "It costs 5 dollars."),
        ("Which hyperparameters were used?", "We tune it.", "It has two hyperparameters."),
    ],
)
def test_a_detail_that_the_abstract_has_or_has_not(clause, abstract_without, abstract_with):
    assert lacks_requirement(clause, abstract_without)
    assert not lacks_requirement(clause, abstract_with)


def test_a_question_without_requirement_lacks_nothing():
    assert not lacks_requirement("How does it work?", "")


def test_machine_learning_is_no_machine():
    assert not lacks_requirement("Which machine learning task is it?", "We classify.")


def test_a_reason_may_stand_anywhere_but_is_no_background():
    assert allows_background("What makes it slow?")
    assert not asks_for_background("What makes it slow?")
    assert not allows_background("Which benchmark is introduced?")


OWN = "What are the limitations of the method?"


@pytest.mark.parametrize(
    "clause",
    [
        OWN,
        "What are the method's limitations?",
        "What weaknesses does the method have?",
        "the method’s future work",
    ],
)
def test_own_limits_that_nobody_admits(clause):
    assert lacks_own_limits(clause, ["We introduce the method.", "It is fast."])


@pytest.mark.parametrize(
    "admitted",
    [
        "A limitation is its cost.",
        "It is limited to images.",
        "It fails on graphs.",
        "We leave video to future work.",
    ],
)
def test_own_limits_that_are_admitted(admitted):
    assert not lacks_own_limits(OWN, ["We introduce the method.", admitted])


@pytest.mark.parametrize(
    "clause",
    ["What are the limitations of message passing?", "How does the method work?", "Why limit it?"],
)
def test_limits_of_something_else(clause):
    assert not lacks_own_limits(clause, ["We introduce the method."])
