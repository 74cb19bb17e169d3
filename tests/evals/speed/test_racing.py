import pytest

from evals.speed.racing import prepare_encoding, race


@pytest.mark.slow
def test_encoding_alone_needs_no_store(benchmark):
    prepare_encoding(benchmark.corpus)()


@pytest.mark.slow
def test_all_three_arrive(make_workbench):
    workbench = make_workbench(few=2, sample=4)
    run = race(workbench)
    assert run.ingest.making.papers == run.quick_start.making.papers == 4
    assert min(run.ingest.making.seconds, run.encoding_seconds) > 0
    assert workbench.store(4) is run.ingest
    assert race(workbench) is run
