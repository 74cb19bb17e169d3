import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from index_store import lexical
from index_store.lexical import LexicalIndex, PaperHit, terms
from index_store.papers import Paper, Sentence


def paper(name, text, title=""):
    return Paper(name, title or None, name, text, title, sentences=(Sentence(0, len(text), text),))


PAPERS = [
    paper("a", "We train GPT-2 models with diffusion.", "CSTR-CLIP: aligned encoders"),
    paper("b", "An agent-as-a-judge scores other agents at 2.07 points."),
    paper("c", "Diffusion diffusion diffusion of Schrödinger bridges."),
    paper("d", "稀疏注意力机制 is the topic."),
]


@pytest.fixture(scope="module")
def index():
    return LexicalIndex.build(PAPERS)


def found(index, query, k=10):
    return [hit.paper_id for hit in index.search(query, k)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The models are training", ["model", "train"]),
        ("GPT-2", ["gpt2", "gpt", "2"]),
        ("CSTR-CLIP", ["cstrclip", "cstr", "clip"]),
        ("agent-as-a-judge", ["agentasajudg", "agent", "judg"]),
        ("2.07", ["2.07"]),
        ("24.6%", ["24.6"]),
        ("the paper's", ["paper"]),
        ("pre-training", ["pretrain", "pre", "train"]),
        ("Schrödinger", ["schroding"]),
        ("稀疏注意", ["稀疏", "疏注", "注意"]),
        ("用GPT做", ["用", "做", "gpt"]),
        ("what is it?", []),
        ("", []),
        ("$%&", []),
    ],
)
def test_terms(text, expected):
    assert terms(text) == expected


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("cstr-clip", "a"),
        ("CLIP", "a"),
        ("GPT2", "a"),
        ("gpt 2", "a"),
        ("Agent-as-a-Judge", "b"),
        ("judges", "b"),
        ("2.07", "b"),
        ("schrodinger", "c"),
        ("注意力", "d"),
    ],
)
def test_names_are_found_whole_and_by_parts(index, query, best):
    assert found(index, query)[:1] == [best]


def test_hits_share_a_term_and_come_best_first(index):
    hits = index.search("diffusion", 10)
    assert [hit.paper_id for hit in hits] == ["c", "a"]
    assert hits[0].score > hits[1].score > 0
    assert hits[:1] == index.search("diffusion", 1)
    assert isinstance(hits[0], PaperHit)


@pytest.mark.parametrize("query", ["", "the of", "zebra", "$%&"])
def test_a_query_without_a_known_term_finds_nothing(index, query):
    assert index.search(query, 10) == []
    assert index.scores(query).tolist() == [0.0] * 4


def test_scores_are_in_the_order_of_the_papers(index):
    scores = index.scores("diffusion judge")
    assert index.paper_ids == ("a", "b", "c", "d")
    assert scores.dtype == np.float32
    assert (scores > 0).tolist() == [True, True, True, False]


def test_frequencies_and_idf(index):
    assert index.document_frequency("diffus") == 2
    assert index.document_frequency("zebra") == 0
    assert index.idf("diffus") == pytest.approx(math.log(1 + 2.5 / 2.5))
    assert index.idf("zebra") == pytest.approx(math.log(1 + 4.5 / 0.5))


def test_one_paper_can_be_searched():
    index = LexicalIndex.build(PAPERS[:1])
    assert found(index, "clip") == ["a"]
    assert index.idf("clip") == pytest.approx(math.log(1 + 0.5 / 1.5))


@pytest.mark.parametrize("papers", [[], [paper("e", "")], [paper("e", "the of it")]])
def test_no_paper_and_papers_without_terms_can_be_searched(papers, tmp_path):
    index = LexicalIndex.build(papers)
    index.save(tmp_path, "s")
    for each in (index, LexicalIndex.load(tmp_path, "s")):
        assert each.search("clip", 10) == []
        assert each.scores("clip").shape == (len(papers),)
        assert each.document_frequency("clip") == 0
        assert each.idf("clip") > 0


@pytest.mark.parametrize("limit", [0, 2**30])
def test_a_saved_index_gives_the_same(index, tmp_path, monkeypatch, limit):
    monkeypatch.setattr(lexical, "_MAPPED_FROM", limit)
    index.save(tmp_path, "s")
    loaded = LexicalIndex.load(tmp_path, "s")
    assert loaded.search("diffusion judge", 10) == index.search("diffusion judge", 10)
    assert loaded.paper_ids == index.paper_ids
    assert [entry.name for entry in tmp_path.iterdir()] == ["lexical-s"]


def test_an_index_that_is_gone_or_damaged_is_built_in_memory(index, tmp_path):
    def again():
        return lexical.load_or_build(tmp_path, "s", lambda: PAPERS)

    assert found(again(), "clip") == ["a"]
    assert not list(tmp_path.iterdir())
    index.save(tmp_path, "s")
    for name in ("data.csc.index.npy", "vocab.index.json", "paper_ids.json"):
        (tmp_path / "lexical-s" / name).write_bytes(b"{")
        assert found(again(), "clip") == ["a"]


def test_a_saved_index_is_preferred(index, tmp_path):
    index.save(tmp_path, "s")
    assert found(lexical.load_or_build(tmp_path, "s", lambda: []), "clip") == ["a"]


def test_only_the_last_snapshot_is_kept(index, tmp_path):
    index.save(tmp_path, "one")
    index.save(tmp_path, "two")
    (tmp_path / "lexical-three.new").mkdir()
    (tmp_path / "askpapers.json").touch()
    lexical.forget_others(tmp_path, "two")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["askpapers.json", "lexical-two"]


def test_nothing_is_printed(index, tmp_path, capfd):
    LexicalIndex.build(PAPERS).save(tmp_path, "s")
    LexicalIndex.load(tmp_path, "s").search("clip", 3)
    assert capfd.readouterr() == ("", "")


def test_threads_may_share_the_stemmer():
    text = "We study graph neural networks for state-of-the-art molecule generation."
    with ThreadPoolExecutor(4) as pool:
        lists = list(pool.map(terms, [text] * 5000))
    assert all(each == lists[0] for each in lists)
