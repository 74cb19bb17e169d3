"""Stock llama-index parts over our retriever: what it promises to be, it is."""

import pytest
from llama_index.core.llms import MockLLM
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.retrievers import BaseRetriever

from rag.retrieve import PaperRetriever

QUESTION = "On how many models and samplers was HarmoniCa tested?"


@pytest.fixture(scope="module")
def response(store, encoder):
    engine = RetrieverQueryEngine.from_args(PaperRetriever(store, encoder, k=3), llm=MockLLM())
    return engine.query(QUESTION)


def test_it_is_a_retriever(store, encoder):
    assert isinstance(PaperRetriever(store, encoder), BaseRetriever)


def test_a_stock_engine_answers_from_our_papers(response, paper_of):
    # MockLLM says its prompt again: what the model would have read.
    answer = str(response)
    assert QUESTION in answer
    assert "Extensive experiments across $8$ models, $4$ samplers" in answer
    assert f"title: {paper_of('HarmoniCa').title}" in answer


def test_the_signals_of_retrieval_stay_out_of_the_prompt(response):
    assert "cosine" not in str(response)


def test_the_source_nodes_are_ours(response, store, paper_of):
    nodes = response.source_nodes
    assert len(nodes) == 3
    assert nodes[0].node_id == paper_of("HarmoniCa").paper_id
    papers = store.papers(node.node_id for node in nodes)
    assert [node.node.get_content() for node in nodes] == [paper.abstract for paper in papers]
    assert [node.score for node in nodes] == sorted((node.score for node in nodes), reverse=True)
