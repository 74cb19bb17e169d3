import pytest

from rag.kinds import (
    acronym_asked,
    asks_for_help,
    besides_asked,
    is_negated,
    is_thanks,
    kind_of,
    seeks_similar,
    without_besides,
    without_opening,
)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("On how many models and samplers was HarmoniCa tested?", "fact"),
        ("does it work in practice", "fact"),
        ("Which batch size does MERIT reach?", "fact"),
        ("Which papers are about imitation learning?", "list"),
        ("how many papers are about diffusion models?", "list"),
        ("List the papers on graphs", "list"),
        ("papers on graphs", "list"),
        ("Is there anything on conformal prediction?", "list"),
        ("papers like PEAKS", "list"),
        ("Who works on graphs?", "list"),
        ("Who else studies graphs?", "list"),
        ("What else is there on graphs?", "list"),
        ("anything else along those lines?", "list"),
        ("Which other papers select data?", "list"),
        ("Which benchmarks are introduced?", "list"),
        ("What benchmarks are introduced?", "list"),
        ("Is HDM better than Adam?", "compare"),
        ("HarmoniCa versus LRA-QViT: which saves more?", "compare"),
        ("How do MERIT and HDM differ?", "compare"),
        ("Compare HarmoniCa and LRA-QViT", "compare"),
        ("To which baselines is PEAKS compared?", "compare"),
        ("What is G2PT?", "define"),
        ("What does AWM stand for?", "define"),
        ("What does over-squashing mean?", "define"),
        ("Summarise PEAKS", "summary"),
        ("Summarize what there is on diffusion models", "summary"),
        ("Give me an overview of new optimisers", "summary"),
        ("What are the papers about?", "summary"),
        ("tl;dr of MERIT", "summary"),
    ],
)
def test_kind(text, kind):
    assert kind_of(text) == kind


@pytest.mark.parametrize(
    "text",
    [
        "Hello",
        "good morning!",
        "Hi there, askpapers",
        "Thank you very much!",
        "thanks for all the papers",
        "ok great",
        "What is this?",
        "How does this work?",
        "who made you",
        "Are you a robot?",
        "你好",
        "谢谢！",
    ],
)
def test_small_talk(text):
    assert kind_of(text) == "talk"


@pytest.mark.parametrize(
    "text",
    [
        "Hello, what is G2PT?",
        "What is this paper about?",
        "Thanks. But how does it scale to larger graphs?",
        "How does this work beat LAMB?",
        "help me find papers on graphs",
        "Great Expectations",
    ],
)
def test_a_question_is_no_small_talk(text):
    assert kind_of(text) != "talk"


@pytest.mark.parametrize(
    ("text", "thanks", "helps"),
    [
        ("Thanks a lot!", True, False),
        ("great, thank you", True, False),
        ("谢谢", True, False),
        ("Hello", False, False),
        ("good evening", False, False),
        ("What is this?", False, True),
        ("What can you do?", False, True),
        ("who made you?", False, True),
        ("How do I use this?", False, True),
        ("Are you ChatGPT?", False, True),
        ("help", False, True),
    ],
)
def test_what_small_talk_wants(text, thanks, helps):
    assert (is_thanks(text), asks_for_help(text)) == (thanks, helps)


@pytest.mark.parametrize(
    "text",
    [
        "papers like HarmoniCa",
        "Which papers are similar to HarmoniCa?",
        "anything similar to PEAKS",
        "works closely related to MERIT",
        "similar papers to G2PT",
        "anything else along those lines?",
        "papers in a similar vein",
    ],
)
def test_papers_like_one(text):
    assert seeks_similar(text)


@pytest.mark.parametrize(
    "text", ["How similar are graphs?", "What do papers on graphs like HDM report?", "Is it like?"]
)
def test_likeness_of_something_else(text):
    assert seeks_similar(text) is False


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Which papers are about graph rewiring?", "graph rewiring?"),
        ("Are there any papers about graphs?", "graphs?"),
        ("Summarise what there is on diffusion models", "diffusion models"),
        ("Give me an overview of optimisers", "Give me an overview of optimisers"),
        ("papers on bees", "bees"),
        ("graph rewiring", "graph rewiring"),
        ("Which papers are about ", "Which papers are about "),
    ],
)
def test_what_is_left_without_the_opening(text, topic):
    assert without_opening(text) == topic


@pytest.mark.parametrize(
    "text",
    [
        "Which papers do not use reinforcement learning?",
        "papers that don't need labels",
        "which papers are not on images",
        "papers without experiments",
    ],
)
def test_papers_that_do_not(text):
    assert is_negated(text)


def test_papers_that_do():
    assert not is_negated("Which papers use reinforcement learning?")
    assert not is_negated("Why does LAMB not work?")


@pytest.mark.parametrize(
    ("text", "acronym"),
    [
        ("What does AWM stand for?", "AWM"),
        ("what does peaks stand for", "peaks"),
        ("What does the acronym HDM-HB stand for?", "HDM-HB"),
        ("What is MERIT short for?", "MERIT"),
        ("AWM stands for what?", "AWM"),
        ("What is HDM an abbreviation for?", "HDM"),
        ("What does AWM do?", None),
        ("Where does the robot stand?", None),
    ],
)
def test_the_acronym_whose_long_form_is_asked_for(text, acronym):
    assert acronym_asked(text) == acronym


@pytest.mark.parametrize(
    ("text", "besides", "rest"),
    [
        (
            "Which papers study offline RL besides the Markov heads paper?",
            "the Markov heads paper",
            "Which papers study offline RL?",
        ),
        ("What else is there on graphs apart from G2PT?", "G2PT", "What else is there on graphs?"),
        ("papers on graphs, except for G2PT", "G2PT", "papers on graphs"),
        ("Which papers select data, aside from PEAKS?", "PEAKS", "Which papers select data?"),
        ("list papers on optimizers other than MERIT", "MERIT", "list papers on optimizers"),
        ("papers on bees in addition to BeeNet", "BeeNet", "papers on bees"),
    ],
)
def test_the_paper_that_is_not_wanted_again(text, besides, rest):
    assert besides_asked(text) == besides
    assert without_besides(text) == rest


@pytest.mark.parametrize(
    "text", ["What does it do besides being fast?", "Which papers are on graphs?", "Besides PEAKS"]
)
def test_no_paper_is_left_out(text):
    assert besides_asked(text) == ""


def test_a_text_that_is_all_besides_is_left_whole():
    assert without_besides("besides PEAKS") == "besides PEAKS"
