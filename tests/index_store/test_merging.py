import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from index_store.merging import build, merge, merge_all
from index_store.papers import Record, Source
from index_store.readers import read

CORPUS = Path(__file__).parents[2] / "evals" / "corpus"
MESSY = Path(__file__).parent / "readers" / "fixtures" / "messy.jsonl"
TEXT = "We propose FooNet, a network for learning graphs. It beats all baselines by 24.6%."
TITLE = "Learning Graphs Quickly"
VOLUME = (("doi", "10.1/volume"),)
OTHER = "Quite another study measured rainfall in mountain valleys during eleven dry summers."


@pytest.fixture(scope="module")
def lists():
    names = ("icml2025_list_a.txt", "icml2025_list_b.txt", "icml2025_metadata.jsonl")
    return [[build(record) for record in read(CORPUS / name)] for name in names]


def paper(title=None, abstract=TEXT, ordinal=1, **fields):
    source = Source("/lists/list.txt", ordinal)
    return build(Record(source=source, line=1, title=title, abstract=abstract, **fields))


def test_lists_alone_are_38_untitled_papers(lists):
    papers, merged = merge_all([*lists[0], *lists[1]])
    assert (len(papers), merged) == (38, 0)
    assert all(paper.title is None and paper.label and paper.sentences for paper in papers)
    assert {(paper.venue, paper.year) for paper in papers} == {("ICML", 2025)}


def test_lists_and_metadata_are_38_titled_papers_in_any_order(lists):
    results = []
    for order in itertools.permutations(lists):
        papers, merged = merge_all(itertools.chain.from_iterable(order))
        assert (len(papers), merged) == (38, 38)
        results.append(
            {
                paper.paper_id: replace(paper, sources=tuple(sorted(paper.sources, key=str)))
                for paper in papers
            }
        )
    assert all(result == results[0] for result in results)
    assert all(paper.title and paper.authors and paper.links for paper in results[0].values())


def test_order_is_that_of_first_appearance(lists):
    papers, _ = merge_all([*lists[1], *lists[2]])
    assert [paper.paper_id for paper in papers[:19]] == [paper.paper_id for paper in lists[1]]


def test_markup_and_line_breaks_do_not_make_another_paper():
    wrapped = TEXT.replace("graphs. ", "graphs.\n").replace("FooNet", "**FooNet**")
    assert paper(abstract=wrapped).paper_id == paper().paper_id
    assert paper(abstract=OTHER).paper_id != paper().paper_id


def test_messy_pairs_are_one_paper_each():
    papers, merged = merge_all(build(record) for record in read(MESSY))
    assert (len(papers), merged) == (28, 2)
    titles = [paper.title or "" for paper in papers]
    assert sum(title.lower().startswith("scaling collapse") for title in titles) == 1
    assert sum("under Bandit Feedback" in title for title in titles) == 1


def test_fuller_fields_win_and_all_sources_are_kept():
    bare = paper(authors=("A",), links=(("code", "https://c"),), ordinal=1)
    full = paper(title="FooNet: Learning Graphs", authors=("A", "B"), year=2025, ordinal=2)
    merged = merge(bare, full)
    assert (merged.title, merged.authors, merged.year) == (full.title, ("A", "B"), 2025)
    assert merged.links == bare.links
    assert merged.sources == (*bare.sources, *full.sources)
    assert merged.names == ("FooNet",)


def test_first_source_is_that_of_the_abstract():
    titled = paper(title="Learning Graphs Quickly", abstract=None, ordinal=1)
    full = paper(title="Learning graphs quickly.", ordinal=2)
    merged = merge(titled, full)
    assert merged.abstract == TEXT
    assert merged.sources == (*full.sources, *titled.sources)
    assert merged.paper_id == titled.paper_id
    assert merged.sentences == full.sentences


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [
        ({"title": TITLE}, {"title": "Quite another title"}, 1),
        ({"title": TITLE, "abstract": None}, {"title": "Learning graphs quickly."}, 1),
        ({"title": TITLE}, {"title": TITLE, "abstract": OTHER}, 2),
        ({"title": "Summary"}, {"title": "Summary", "abstract": OTHER}, 2),
        ({"title": "Summary"}, {"title": "Summary", "abstract": None}, 2),
        ({"identifiers": (("doi", "10.1/X"),)},
         {"abstract": OTHER, "identifiers": (("doi", "https://doi.org/10.1/x"),)}, 1),
        ({"title": "One long title", "identifiers": VOLUME},
         {"title": "Two long titles", "abstract": OTHER, "identifiers": VOLUME}, 2),
        ({"identifiers": (("id", "1"),)}, {"abstract": OTHER, "identifiers": (("id", "1"),)}, 2),
        ({"identifiers": (("arxiv_id", "2410.1v1"),)},
         {"abstract": OTHER, "identifiers": (("arxiv_id", "arXiv:2410.1v2"),)}, 1),
    ],
)  # fmt: skip
def test_what_makes_two_records_one_paper(first, second, count):
    one, other = paper(**first, ordinal=1), paper(**second, ordinal=2)
    assert len(merge_all([one, other])[0]) == count
    assert len(merge_all([other, one])[0]) == count


def test_a_title_alone_does_not_bridge_two_papers():
    title = "Learning Graphs Quickly"
    papers = [paper(title), paper(title, OTHER, 2), paper(title, None, 3)]
    for order in itertools.permutations(papers):
        assert len(merge_all(order)[0]) == 2


def test_fifty_thousand_papers_merge_quickly():
    base = paper("One shared title of many")
    many = [replace(base, paper_id=str(number % 25_000), abstract="") for number in range(50_000)]
    many = [replace(one, title=None, plain_title="") for one in many]
    papers, merged = merge_all(many)
    assert (len(papers), merged) == (25_000, 25_000)
