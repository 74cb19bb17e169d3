import pytest

from rag.record_questions import origin_asked, record_fields


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("How many papers do you have?", "corpus"),
        ("how many papers are there in total", "corpus"),
        ("how many papers are in the corpus", "corpus"),
        ("What is in this corpus?", "corpus"),
        ("How big is your index?", "corpus"),
        ("Which conferences are covered?", "corpus"),
        ("Who wrote G2PT?", "authors"),
        ("Who are the authors of HarmoniCa?", "authors"),
        ("Who is the first author of HarmoniCa?", "authors"),
        ("How many authors does MERIT have?", "authors"),
        ("Who came up with PEAKS?", "authors"),
        ("By whom is MERIT?", "authors"),
        ("Is there code for PEAKS?", "code"),
        ("Is MERIT open source?", "code"),
        ("Did they release the code of MERIT?", "code"),
        ("PEAKS code", "code"),
        ("What is the link to MERIT?", "link"),
        ("pdf of MERIT", "link"),
        ("Where can I read the PEAKS paper?", "link"),
        ("Where was MERIT published?", "venue"),
        ("At which conference was MERIT presented?", "venue"),
        ("When was MERIT published?", "year"),
        ("In which year did MERIT come out?", "year"),
    ],
)
def test_a_field_of_the_record(text, field):
    assert record_fields(text) == (field,)


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("the authors and code of PEAKS", ("authors", "code")),
        ("Give me the link and venue of MERIT", ("link", "venue")),
        ("authors, venue and year of MERIT", ("authors", "venue", "year")),
        ("What is the year and the code of PEAKS?", ("code", "year")),
    ],
)
def test_fields_named_together_are_all_found(text, fields):
    assert record_fields(text) == fields


@pytest.mark.parametrize(
    "text",
    [
        "How many papers are about graphs?",
        "how many papers do you have on graphs",
        "Under what licence is the code of PEAKS released?",
        "How many lines of code are released?",
        "What does the author's method assume?",
        "Who uses diffusion models?",
        "papers by Shirui Pan",
        "How many years of data are used?",
        "When does the method converge?",
        "What links nodes of a graph?",
    ],
)
def test_what_the_abstracts_must_answer(text):
    assert record_fields(text) == ()


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("papers from ICML 2025", ("ICML", 2025)),
        ("Which papers are from ICML?", ("ICML", None)),
        ("how many papers from 2024?", ("", 2024)),
        ("papers published at NeurIPS", ("NeurIPS", None)),
        ("Which papers were published at ICLR in 2023?", None),
        ("List the articles of the year 1999", ("", 1999)),
        ("Anything from ICML, 2025?", ("ICML", 2025)),
        ("papers from Google", None),
        ("papers from", None),
        ("papers from scratch", None),
        ("Which papers are about ICML?", None),
        ("papers from icml", None),
        ("Who wrote MERIT?", None),
    ],
)
def test_the_venue_and_year_that_papers_are_wanted_from(text, origin):
    assert origin_asked(text) == origin
