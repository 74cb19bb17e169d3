import pytest

from rag.concepts import concepts_of, coverage


def terms_of(concepts):
    return frozenset(term for concept in concepts for way in concept for term in way)


def test_concepts_leave_out_what_only_shapes_a_question():
    assert concepts_of("What does the paper propose?") == ()
    assert concepts_of("How does graph rewiring work?") == concepts_of("graph rewiring")
    assert len(concepts_of("graph rewiring, graph rewiring")) == 2


def test_coverage_weighs_rare_words_more(store):
    lexical = store.lexical
    rare, common = concepts_of("retrosynthesis"), concepts_of("models")
    both = rare + common
    assert coverage(both, terms_of(both), lexical) == pytest.approx(1.0)
    assert coverage(both, terms_of(rare), lexical) > 0.5
    assert 0.5 > coverage(both, terms_of(common), lexical) > 0.0
    assert coverage(both, frozenset(), lexical) == 0.0
    assert coverage((), terms_of(both), lexical) == 0.0
