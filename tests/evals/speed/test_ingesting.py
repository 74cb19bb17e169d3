import pytest

from evals.speed import ingesting
from evals.speed.keeping import Making
from evals.speed.racing import Race
from evals.speed.stores import Made


@pytest.mark.parametrize(("alone", "missed"), [(4.5, False), (4.0, True)])
def test_the_ratio_is_that_of_the_rates(tmp_path, alone, missed):
    made = Made(tmp_path, Making(10, 5.0, 1))
    ingest, encoding, ratio = ingesting.figures_of(Race(made, alone, made))
    assert (ingest.value, encoding.value) == (2.0, 10 / alone)
    assert ratio.value == pytest.approx(alone / 5)
    assert ratio.missed is missed


@pytest.mark.slow
def test_a_profile_names_our_functions(benchmark, tmp_path):
    lines = ingesting._profile_ingest(benchmark.corpus, tmp_path / "store")
    assert any("index_store/ingest.py" in line for line in lines)
