from evals.speed import vector_index


def test_title_and_abstract_are_the_text(benchmark):
    document = vector_index.documents_of(benchmark.corpus)[0]
    assert document.id_ == "d0"
    assert document.text.startswith("How Bees eat\n\nBees are studied")


def test_a_document_has_the_score_of_its_best_chunk(index, encoders):
    nodes = vector_index.open_retriever(index, encoders).retrieve("How do owls eat?")
    assert len(nodes) == 6
    best, worse = nodes[0], nodes[1]
    worse.node.relationships = best.node.relationships
    assert vector_index.documents_found([best, worse]) == {best.node.ref_doc_id: best.score}


def test_a_kept_index_depends_on_the_versions():
    assert {"encoder", "chromadb", "llama-index-core"} <= set(vector_index.index_key())
