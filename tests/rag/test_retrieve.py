import pytest
from llama_index.core.schema import NodeWithScore, TextNode

from rag.retrieve import PaperRetriever, candidates, fuse, search


def test_fusion_of_nothing():
    assert fuse({}, {}, {}) == {}


def test_fusion_of_one_paper_has_no_spread():
    ((score, signals),) = fuse({"a": 0.4}, {"a": 0.6}, {"a": 7.0}).values()
    assert score == 0.0
    assert (signals.paper_cosine, signals.sentence_cosine, signals.lexical) == (0.4, 0.6, 7.0)


def test_fusion_of_papers_alike_has_no_spread():
    alike = {"a": 0.4, "b": 0.4}
    assert {score for score, _ in fuse(alike, alike, alike).values()} == {0.0}


def test_fusion_adds_the_z_scores_of_vectors_and_of_words():
    fused = fuse({"a": 0.8, "b": 0.2}, {"a": 0.7, "b": 0.3}, {"a": 1.0, "b": 3.0})
    assert fused["a"][0] == pytest.approx(0.0)
    fused = fuse({"a": 0.8, "b": 0.2}, {"a": 0.7, "b": 0.3}, {"a": 3.0, "b": 1.0})
    assert (fused["a"][0], fused["b"][0]) == (pytest.approx(2.0), pytest.approx(-2.0))


def test_a_paper_that_one_search_missed_counts_as_its_worst():
    fused = fuse({"a": 0.8, "b": 0.2}, {"a": 0.7}, {"c": 5.0})
    assert fused["c"][1].paper_cosine == 0.2
    assert fused["c"][1].sentence_cosine == 0.7
    assert fused["a"][1].lexical == 0.0
    assert fused["a"][0] > fused["b"][0]


def test_search_finds_the_paper_meant(store, space):
    best, *rest = search(store, space, "faithful reasoning on knowledge graphs", 5)
    assert best.paper.title.startswith("Graph-constrained Reasoning")
    assert len(rest) == 4
    scores = [best.score, *(one.score for one in rest)]
    assert scores == sorted(scores, reverse=True)


def test_a_name_in_the_question_chooses_its_paper(store, space):
    best, second = search(store, space, "HDM for large-batch language model training", 2)
    assert best.signals.named == ("HDM",)
    assert best.paper.title.startswith("Provable and Practical")
    assert second.signals.named == ()


@pytest.mark.parametrize(("k", "count"), [(1, 1), (10, 10), (38, 38), (500, 38)])
def test_search_gives_k_papers_or_all_there_are(store, space, k, count):
    found = search(store, space, "graphs", k)
    assert len({one.paper.paper_id for one in found}) == len(found) == count


def test_fewer_papers_asked_for_are_the_first_of_more(store, space):
    few = search(store, space, "regret bounds", 3)
    more = search(store, space, "regret bounds", 20)
    assert [one.paper.paper_id for one in few] == [one.paper.paper_id for one in more[:3]]


def test_a_node_stands_for_a_paper(store, encoder, paper_of):
    node, _ = PaperRetriever(store, encoder, k=2).retrieve("What is HarmoniCa?")
    paper = paper_of("HarmoniCa")
    assert node.node_id == paper.paper_id
    assert node.node.text == paper.abstract
    assert node.metadata["title"] == paper.title


def test_nothing_but_the_title_goes_with_a_node_into_a_prompt(store, encoder):
    (node,) = PaperRetriever(store, encoder, k=1).retrieve("What is HarmoniCa?")
    content = node.node.get_content(metadata_mode="llm")
    assert "title: HarmoniCa" in content
    assert "cosine" not in content
    assert "lexical" not in content


def test_nodes_lead_back_to_what_was_found(store, encoder, space):
    nodes = PaperRetriever(store, encoder, k=4).retrieve("What is HarmoniCa?")
    assert candidates(store, nodes) == search(store, space, "What is HarmoniCa?", 4)


def test_nodes_of_other_retrievers_serve_and_unknown_papers_are_left_out(store, paper_of):
    paper = paper_of("PEAKS")
    ours = NodeWithScore(node=TextNode(id_=paper.paper_id, text="…"), score=None)
    foreign = NodeWithScore(node=TextNode(id_="nobody", text="…"), score=0.9)
    (candidate,) = candidates(store, [foreign, ours])
    assert candidate.paper == paper
    assert candidate.score == 0.0
    assert candidate.signals.named == ()
