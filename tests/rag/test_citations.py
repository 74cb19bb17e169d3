import pytest

from rag.answers import Evidence, Quote
from rag.citations import CitationBook


@pytest.fixture
def bees(make_paper):
    return make_paper("Bees dance. We film it.")


@pytest.fixture
def stars(make_paper):
    return make_paper("Stars burn. We count $10^{3}$ of them.")


def test_papers_are_numbered_as_they_are_first_cited(bees, stars):
    book = CitationBook()
    assert book.quote(stars, 0, 11) == Evidence(1, 0)
    assert book.quote(bees, 0, 11) == Evidence(2, 0)
    assert book.quote(stars, 12, 38) == Evidence(1, 1)
    assert [(one.number, one.paper) for one in book.citations] == [(1, stars), (2, bees)]


def test_a_quote_is_the_abstract_to_the_letter(stars):
    book = CitationBook()
    book.quote(stars, 12, 29)
    (citation,) = book.citations
    assert citation.quotes == (Quote(12, 29, "We count $10^{3}$"),)


def test_offsets_count_code_points(make_paper):
    paper = make_paper("🙂 smiles. Žluť is é.")
    book = CitationBook()
    book.quote(paper, 10, 20)
    assert book.citations[0].quotes[0].text == "Žluť is é."


def test_the_same_stretch_is_one_quote(bees):
    book = CitationBook()
    assert book.quote(bees, 0, 11) == book.quote(bees, 0, 11)
    assert len(book.citations[0].quotes) == 1


@pytest.mark.parametrize(("start", "end"), [(-1, 5), (0, 0), (5, 4), (0, 24), (30, 40)])
def test_a_stretch_outside_the_abstract_is_refused_and_cites_nothing(bees, start, end):
    book = CitationBook()
    with pytest.raises(ValueError, match="no stretch of the abstract"):
        book.quote(bees, start, end)
    assert book.citations == ()


def test_a_paper_cited_as_a_whole_has_no_quote(bees):
    book = CitationBook()
    assert book.number(bees) == 1
    assert book.citations[0].quotes == ()


def test_numbers_of_the_conversation_are_kept(bees, stars):
    book = CitationBook({bees.paper_id: 3, "another": 7})
    assert book.number(stars) == 8
    assert book.number(bees) == 3
    assert [one.number for one in book.citations] == [3, 8]


def test_papers_of_earlier_answers_are_not_cited_again(bees):
    assert CitationBook({bees.paper_id: 1}).citations == ()


def test_numbers_given_are_not_written_to(bees):
    numbers = {}
    CitationBook(numbers).number(bees)
    assert numbers == {}
