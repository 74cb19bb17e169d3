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
        ("link", f"“WaggleNet: Reading the Dance” [1] is at {ADDRESS}"),
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
    assert fact("code", paper).text.endswith("is at https://example.org/code")


def test_the_corpus_is_counted(bees, bare):
    draft = record_facts.corpus([bees, bare], ENGLISH, ENGLISH.corpus)
    assert draft.text == "This corpus holds 2 papers (ICML 2025: 1)."
    assert draft.total == 2
    assert record_facts.corpus([bare], ENGLISH, ENGLISH.corpus).text == "This corpus holds 1 paper."


@pytest.mark.parametrize(
    "asked", ["Zoë Müller", "zoe muller", "Müller", "Müller Zoë", "von Frisch", "Karl von Frisch"]
)
def test_by_author(bees, bare, asked):
    assert record_facts.by_author([bare, bees], asked) == [bees]


@pytest.mark.parametrize("asked", ["Ada Lovelace", "Zoë Frisch", "Mül"])
def test_by_nobody(bees, bare, asked):
    assert record_facts.by_author([bare, bees], asked) == []


@pytest.mark.parametrize(
    ("question", "person"),
    [
        ("papers by Ada Lovelace", "Ada Lovelace"),
        ("What did Karl von Frisch write?", "Karl von Frisch"),
        ("Which papers has Zoë Müller written?", "Zoë Müller"),
        ("Which papers are by Ada Lovelace?", "Ada Lovelace"),
        ("Who wrote G2PT?", ""),
        ("results by fine-tuning", ""),
    ],
)
def test_author_asked(question, person):
    assert record_facts.author_asked(question) == person


def test_papers_of_an_author_are_all_listed(bees, bare):
    draft = record_facts.papers_of("Zoë Müller", [bees, bare], CitationBook(), ENGLISH)
    assert draft.total == 2
    assert draft.text.startswith("Papers here that name Zoë Müller as an author:\n")
    assert [sentence.citations for sentence in draft.sentences] == [(1,), (2,)]


def test_an_author_nobody_names():
    draft = record_facts.no_papers_of("Ada Lovelace", ENGLISH)
    assert draft.text == "No paper in this corpus names Ada Lovelace as an author."
    assert (draft.reason, draft.total) == ("not_in_corpus", 0)


def test_venue_and_year_as_far_as_known(bees, bare, make_paper):
    assert record_facts.venue_of(bees) == "ICML 2025"
    assert record_facts.venue_of(make_paper("A b.", year=2024)) == "2024"
    assert record_facts.venue_of(bare) == ""
