import pytest

from rag import record_facts
from rag.citations import CitationBook
from rag.frames import ENGLISH

ADDRESS = "https://example.org/bees"


@pytest.fixture
def bees(make_paper):
    return make_paper(
        "Bees dance. We introduce WaggleNet.",
        title="WaggleNet: Reading the Dance",
        authors=("Zoë Müller", "Karl von Frisch"),
        venue="ICML",
        year=2025,
        url=ADDRESS,
    )


@pytest.fixture
def bare(make_paper):
    return make_paper("Stars burn slowly. We count them.")


def fact(field, paper):
    return record_facts.answer(field, paper, CitationBook(), ENGLISH)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("authors", "“WaggleNet: Reading the Dance” [1] is by Zoë Müller and Karl von Frisch."),
        ("venue", "“WaggleNet: Reading the Dance” [1] is from ICML 2025."),
        ("year", "“WaggleNet: Reading the Dance” [1] is from ICML 2025."),
        ("link", f"“WaggleNet: Reading the Dance” [1]: {ADDRESS}"),
    ],
)
def test_a_fact_of_the_record(bees, field, text):
    draft = fact(field, bees)
    assert draft.text == text
    assert draft.reason is None
    (sentence,) = draft.sentences
    assert sentence.text == text.replace(" [1]", "")
    assert (sentence.citations, sentence.evidence) == ((1,), ())
    assert sentence.why == "from the record"


@pytest.mark.parametrize("field", ["authors", "venue", "year", "link", "code"])
def test_what_no_list_gave_is_refused_and_the_paper_named(bare, field):
    draft = fact(field, bare)
    assert draft.reason == "not_in_abstract"
    assert f"“{bare.label}” [1]" in draft.text


def test_code_is_quoted_where_the_abstract_links_it(make_paper):
    paper = make_paper("We introduce WaggleNet. Code is available at https://github.com/a/b.")
    draft = fact("code", paper)
    assert draft.text.endswith("“Code is available at https://github.com/a/b.” [1]")
    assert draft.sentences[0].evidence


def test_code_is_taken_from_the_record_where_the_abstract_has_none(make_paper):
    paper = make_paper("We introduce WaggleNet.", links=(("code_url", "https://example.org/code"),))
    assert fact("code", paper).text == "“WaggleNet” [1]: https://example.org/code"


def test_venue_and_year_as_far_as_known(bees, bare, make_paper):
    assert record_facts.venue_of(bees) == "ICML 2025"
    assert record_facts.venue_of(make_paper("A b.", year=2024)) == "2024"
    assert record_facts.venue_of(bare) == ""


def test_a_title_is_shown_without_latex(make_paper):
    paper = make_paper("We count.", title=r"$\alpha$-Nets", authors=("Ada Lovelace",))
    assert fact("authors", paper).text == "“α-Nets” [1] is by Ada Lovelace."
