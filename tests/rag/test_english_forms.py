import pytest

from rag.english_forms import form_of, person_asked
from rag.forms import Form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("On how many models was HarmoniCa tested?", Form("fact")),
        ("Thanks a lot!", Form("talk", thanks=True)),
        ("What can you do?", Form("talk", help=True)),
        ("papers like PEAKS", Form("list", seeks_similar=True)),
        ("Which papers are not on labels?", Form("list", negated=True)),
        ("What does AWM stand for?", Form("define", acronym="AWM")),
        ("papers from ICML 2025", Form("list", origin=("ICML", 2025))),
        ("papers by Ada Lovelace", Form("list", person="Ada Lovelace")),
        ("Which papers select data besides PEAKS?", Form("list", besides="PEAKS")),
        ("How fast is it?", Form("fact", points_back=True)),
        ("Compare MERIT and HDM", Form("compare")),
        ("Summarise PEAKS", Form("summary")),
    ],
)
def test_what_the_form_of_a_question_tells(text, form):
    assert form_of(text) == form


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("papers by Ada Lovelace", "Ada Lovelace"),
        ("Which papers are authored by Yann LeCun?", "Yann LeCun"),
        ("anything written by J. Doe", "J. Doe"),
        ("works by de la Cruz", "de la Cruz"),
        ("What did Karl von Frisch write?", "Karl von Frisch"),
        ("has Zoë Müller written anything?", "Zoë Müller"),
        ("What have Shirui Pan published?", "Shirui Pan"),
    ],
)
def test_the_person_whose_papers_are_wanted(text, person):
    assert person_asked(text) == person


@pytest.mark.parametrize(
    "text",
    [
        "papers by field",
        "papers by A",
        "papers by ICML",
        "results by Fine Tuning",
        "What did they write?",
        "Who is Ada Lovelace?",
        "did MERIT write",
    ],
)
def test_what_is_no_person_whose_papers_are_wanted(text):
    assert person_asked(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "and its limitations?",
        "But why?",
        "tell me more",
        "How fast is it?",
        "What do these papers share?",
        "What did he prove?",
        "the second one",
    ],
)
def test_a_question_that_points_back(text):
    assert form_of(text).points_back


@pytest.mark.parametrize(
    "text",
    ["What is HarmoniCa?", "Is there code?", "Which graphs?", "What is iterative thistle pruning?"],
)
def test_a_question_that_stands_alone(text):
    assert not form_of(text).points_back
