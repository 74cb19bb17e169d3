import pytest

from evals.speed import subject
from evals.speed.processes import Outcome
from evals.speed.stores import Made, Teller, make, making_of, prepare_ingest
from index_store.ingest import Progress


def test_a_making_says_what_it_took(tmp_path):
    making = making_of(Outcome(6, 2**20), 1.5)
    assert (making.papers, making.seconds, making.peak_bytes) == (6, 1.5, 2**20)
    assert making.code == subject.code_digest()
    (tmp_path / "file").write_bytes(b"x" * 12)
    assert Made(tmp_path, making).disk_bytes_per_paper == 2.0


def test_progress_is_told_now_and_then(monkeypatch, capsys):
    clock = iter([0.0, 1.0, 30.0, 30.0, 31.0])
    monkeypatch.setattr("evals.speed.stores.time.monotonic", lambda: next(clock))
    tell = Teller()
    for done in (32, 64, 96):
        tell(Progress(done, 1_000))
    assert capsys.readouterr().err == "  64 of 1,000 papers\n"


@pytest.mark.slow
def test_a_store_is_made_in_a_process_of_its_own(benchmark, tmp_path):
    making = make(prepare_ingest, benchmark.corpus, tmp_path / "store")
    assert making.papers == 6
    assert making.seconds > 0
    assert making.peak_bytes > 50 * 2**20
