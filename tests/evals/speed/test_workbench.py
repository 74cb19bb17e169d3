import gzip
from dataclasses import replace

from evals.speed import workbench as module
from evals.speed.keeping import Making
from evals.speed.stores import Made
from evals.speed.workbench import Workbench, lines_of


def test_sizes_are_no_larger_than_the_corpus(make_workbench):
    assert make_workbench().sizes == [6]
    assert make_workbench(few=2, sample=4).sizes == [2, 4, 6]


def test_a_part_is_the_first_papers(make_workbench, benchmark):
    workbench = make_workbench(few=2)
    lines = workbench.corpus(2).read_text("utf-8").splitlines()
    assert lines == benchmark.corpus.read_text("utf-8").splitlines()[:2]
    assert workbench.corpus(6) == benchmark.corpus


def test_a_packed_corpus_is_read_alike(benchmark, tmp_path):
    packed = tmp_path / "corpus.jsonl.gz"
    packed.write_bytes(gzip.compress(benchmark.corpus.read_bytes()))
    assert list(lines_of(packed)) == list(lines_of(benchmark.corpus))
    workbench = Workbench(replace(benchmark, corpus=packed), cache=tmp_path, scratch=tmp_path)
    assert workbench.whole == 6


def test_stores_are_made_once(make_workbench, monkeypatch):
    made = []

    def make(prepare, corpus, folder):
        folder.mkdir()
        made.append(sum(1 for _ in lines_of(corpus)))
        return Making(made[-1], 1.0, 1)

    monkeypatch.setattr(module, "make", make)
    workbench = make_workbench(few=2, sample=4)
    for size in (2, 6, 6, 2):
        assert workbench.store(size).making.papers == size
    assert made == [2, 6]
    make_workbench().store(6)
    assert made == [2, 6]


def test_a_store_made_by_a_measurement_is_taken(make_workbench, tmp_path):
    workbench = make_workbench(few=2, sample=4)
    made = Made(tmp_path, Making(4, 1.0, 1))
    workbench.remember(4, made)
    assert workbench.store(4) is made
