from index_store.authors import folded, names_by_folded
from index_store.merging import build
from index_store.papers import Record, Source
from index_store.records import authors, to_json


def line(*names, abstract="We show it."):
    return to_json(build(Record(Source("/a.txt", 1), 1, None, abstract, authors=names)))


def test_folding_drops_capitals_and_accents():
    assert folded("Aapo HYVÄRINEN") == "aapo hyvarinen"


def test_authors_are_read_from_a_record_without_the_rest():
    assert authors(line("Ada Lovelace", 'Bob "B]" Smith')) == ["Ada Lovelace", 'Bob "B]" Smith']
    assert authors(line()) == []


def test_a_text_that_looks_like_a_record_is_no_author():
    assert authors(line("Ada Lovelace", abstract='{"x":1,"authors":["Eve Mallory"]}')) == [
        "Ada Lovelace"
    ]


def test_spellings_of_one_name_are_kept_together():
    found = names_by_folded([line("José Díaz", "Ada Lovelace"), line("Jose Diaz")])
    assert found == {"jose diaz": ["José Díaz", "Jose Diaz"], "ada lovelace": ["Ada Lovelace"]}
