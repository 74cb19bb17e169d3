import pytest

from evals.speed import subject


def test_papers_are_those_that_an_ingest_stores(benchmark, store, encoders):
    from index_store.chroma import PaperStore

    stored = PaperStore.open(store, encoder=encoders.main)
    read = subject.papers_of(benchmark.corpus)
    assert sorted(paper.paper_id for paper in read) == stored.paper_ids()
    assert all(paper.sentences for paper in read)


@pytest.mark.slow
def test_the_encoders_alone_see_what_an_ingest_encodes(benchmark, tmp_path, monkeypatch, encoders):
    """Text for text: none is left out of the rate that an ingest is held against."""
    from index_store import encoders as module

    seen = []
    real = module.encode

    def watched(encoder, texts):
        seen.extend((encoder.model_name, text) for text in texts)
        return real(encoder, texts)

    monkeypatch.setattr(module, "encode", watched)
    subject.ingest_corpus(benchmark.corpus, tmp_path / "store", encoders, lambda _progress: None)
    by_ingest = sorted(seen)
    work = encoders.work_on(subject.papers_of(benchmark.corpus))
    alone = [(encoder.model_name, text) for encoder, texts in work for text in texts]
    assert sorted(alone) == by_ingest
    assert {name for name, _ in alone} == {encoder.model_name for encoder in encoders.all}


def test_a_kept_store_depends_on_format_and_encoders(encoders):
    key = subject.store_key()
    assert [one["name"] for one in key["encoders"]] == [one.model_name for one in encoders.all]
    assert subject.code_digest() == subject.code_digest()
