import numpy as np
import pytest

from index_store import encoders
from index_store.errors import StoreForeign
from rag import spaces
from rag.spaces import ENCODED_PAPERS, MultilingualSpace, Spaces, StoredSpace

QUESTION = {"stored": "How can graphs be rewired?", "multilingual": "怎样重连图？"}


@pytest.fixture(params=["stored", "multilingual"])
def name(request):
    return request.param


@pytest.fixture
def either(name, space, multilingual_space):
    """Both spaces of the sample corpus, one after the other."""
    return {"stored": space, "multilingual": multilingual_space}[name]


@pytest.fixture
def fresh(store, stand_in):
    """A space that has encoded nothing yet, and counts what it encodes."""
    encoder = stand_in(dimension=16)
    return MultilingualSpace(store, encoder), encoder


def plain(*papers):
    return [sentence.plain for paper in papers for sentence in paper.sentences]


# Both


def test_a_question_has_a_vector_of_length_one(either, name):
    vector = either.encode(QUESTION[name])
    assert vector.shape == {"stored": (384,), "multilingual": (512,)}[name]
    assert np.linalg.norm(vector) == pytest.approx(1)


def test_the_nearest_papers_come_first(either, name, store):
    vector = either.encode(QUESTION[name])
    found = either.nearest_papers(vector, 38)
    assert set(found) == set(store.paper_ids())
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert list(either.nearest_papers(vector, 5)) == list(found)[:5]
    best = store.papers(list(found)[:1])[0]
    assert "Graph" in best.title


def test_cosines_of_papers_agree_with_the_search(either, name, store):
    vector = either.encode(QUESTION[name])
    found = either.nearest_papers(vector, 38)
    ids = store.paper_ids()[::5]
    cosines = either.paper_cosines([*ids, "unknown"], vector)
    assert set(cosines) == set(ids)
    assert cosines == pytest.approx({one: found[one] for one in ids}, abs=1e-5)


def test_no_papers_have_no_cosines(either, name):
    assert either.paper_cosines([], either.encode(QUESTION[name])) == {}
    assert either.sentence_vectors([]) == {}


def test_each_sentence_of_a_paper_has_its_vector_in_order(
    either, name, paper_of, encoder, multilingual
):
    papers = [paper_of("PEAKS"), paper_of("MERIT")]
    found = either.sentence_vectors(papers)
    assert list(found) == [paper.paper_id for paper in papers]
    one = encoder if name == "stored" else multilingual
    for paper in papers:
        expected = encoders.encode(one, plain(paper))
        assert found[paper.paper_id].shape == expected.shape
        assert (found[paper.paper_id] * expected).sum(axis=1).min() >= 0.99999


def test_the_best_sentence_of_a_paper_is_its_nearest(either, name, store, paper_of):
    vector = either.encode(QUESTION[name])
    paper = paper_of("Mitigating Over-Squashing")
    best = either.best_sentences(vector, list(either.nearest_papers(vector, 38)))
    rows = either.sentence_vectors([paper])[paper.paper_id]
    assert best[paper.paper_id] == pytest.approx(float((rows @ vector).max()), abs=1e-5)
    assert set(best) <= set(store.paper_ids())


def test_a_paper_without_abstract_has_no_sentence(either, name, make_paper):
    bare = make_paper("", title="FooNet: no abstract")
    assert len(either.sentence_vectors([bare]).get(bare.paper_id, ())) == 0


# What is encoded when it is asked for


def test_only_the_sentences_of_the_first_papers_are_encoded_in_one_call(fresh, store):
    space, encoder = fresh
    ids = store.paper_ids()[::-1]
    best = space.best_sentences(space.encode("x"), ids)
    assert set(best) == set(ids[:ENCODED_PAPERS])
    assert encoder.calls == [plain(*store.papers(ids[:ENCODED_PAPERS]))]


def test_what_was_encoded_is_kept(fresh, store):
    space, encoder = fresh
    papers = store.all_papers()[:4]
    first = space.sentence_vectors(papers[:2])
    both = space.sentence_vectors(papers[::-1])
    assert encoder.calls == [plain(*papers[:2]), plain(papers[3], papers[2])]
    assert set(both) == {paper.paper_id for paper in papers}
    for paper in papers[:2]:
        assert np.array_equal(both[paper.paper_id], first[paper.paper_id])
    assert [rows.shape for rows in both.values()] == [
        (len(store.papers([one])[0].sentences), 16) for one in both
    ]


def test_what_is_all_kept_is_not_encoded_again(fresh, store):
    space, encoder = fresh
    vector = space.encode("x")
    first = space.best_sentences(vector, store.paper_ids())
    encoder.calls.clear()
    assert space.best_sentences(vector, store.paper_ids()) == first
    assert encoder.calls == []


def test_no_more_than_so_many_papers_are_kept(fresh, store, monkeypatch):
    monkeypatch.setattr(spaces, "KEPT_PAPERS", 3)
    space, encoder = fresh
    papers = store.all_papers()[:5]
    assert len(space.sentence_vectors(papers)) == 5
    assert len(space._kept) == 3
    encoder.calls.clear()
    space.sentence_vectors(papers[2:])
    assert encoder.calls == []
    space.sentence_vectors(papers[:1])
    assert encoder.calls[-1] == plain(papers[0])
    assert len(space._kept) == 3


def test_of_those_kept_the_one_asked_for_longest_ago_goes_first(fresh, store, monkeypatch):
    monkeypatch.setattr(spaces, "KEPT_PAPERS", 2)
    space, encoder = fresh
    first, second, third = store.all_papers()[:3]
    for paper in (first, second, first, third):
        space.sentence_vectors([paper])
    encoder.calls.clear()
    space.sentence_vectors([first])
    assert encoder.calls == []
    space.sentence_vectors([second])
    assert encoder.calls[-1] == plain(second)


def test_a_paper_without_sentences_between_others_does_not_shift_them(fresh, make_paper):
    space, encoder = fresh
    bare = make_paper("", title="FooNet: no abstract")
    bees, ants = make_paper("Bees dance. They are many."), make_paper("Ants carry leaves.")
    found = space.sentence_vectors([bees, bare, ants])
    assert [len(rows) for rows in found.values()] == [2, 0, 1]
    assert np.allclose(found[ants.paper_id], encoders.encode(encoder, plain(ants)))
    assert bare.paper_id not in space.best_sentences(space.encode("x"), [bare.paper_id])


# Which space


def test_a_store_without_vectors_of_the_encoder_says_what_to_do(fresh):
    space, _ = fresh
    vector = space.encode("x")
    for call in (
        lambda: space.nearest_papers(vector, 3),
        lambda: space.paper_cosines(["x"], vector),
    ):
        with pytest.raises(StoreForeign, match="ingest its lists again to add them"):
            call()


@pytest.mark.parametrize(
    ("text", "latin"),
    [
        ("What is G2PT?", True),
        ("Was ist G2PT?", True),
        ("3.5 %", True),
        ("什么是 over-squashing？", False),
        ("拡散とは", False),
        ("Что такое G2PT?", False),
    ],
)
def test_the_script_of_a_question_chooses_its_space(store, encoder, multilingual, text, latin):
    both = Spaces.of(store, encoder, multilingual)
    assert isinstance(both.latin, StoredSpace)
    assert isinstance(both.other, MultilingualSpace)
    assert both.of_question(text) is (both.latin if latin else both.other)


def test_without_a_multilingual_encoder_there_is_one_space(store, encoder):
    one = Spaces.of(store, encoder, None)
    assert one.other is one.latin
    assert one.of_question("什么是 G2PT？") is one.latin
