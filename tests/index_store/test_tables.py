import chromadb
import numpy as np
import pytest

from index_store.tables import Table


@pytest.fixture
def table(tmp_path):
    settings = chromadb.config.Settings(anonymized_telemetry=False)
    with chromadb.PersistentClient(str(tmp_path), settings) as client:
        made = client.create_collection(
            "things", embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
        )
        yield Table(made)


def test_an_empty_table(table):
    assert table.ids() == []
    assert table.lines() == {}
    assert table.nearest(np.ones(2, np.float32), 3) == []
    assert table.vectors(["a"]) == {}
    table.upsert([], np.zeros((0, 2), np.float32))
    table.delete([])
    table.delete(["a"])


def test_vectors_and_lines_are_replaced(table):
    table.upsert(["a", "b"], np.eye(2, dtype=np.float32), ["one", "two"])
    table.upsert(["b"], np.array([[1, 0]], np.float32), ["three"])
    assert table.lines() == {"a": "one", "b": "three"}
    assert table.vectors(["b", "zz", "b"])["b"].tolist() == [1, 0]
    table.rewrite(["b"], ["four"])
    assert table.lines()["b"] == "four"
    assert table.vectors(["b"])["b"].tolist() == [1, 0]


def test_the_nearest_come_first_with_their_cosines(table):
    table.upsert(["a", "b"], np.eye(2, dtype=np.float32))
    found = table.nearest(np.array([0.6, 0.8], np.float32), 5)
    assert [name for name, _ in found] == ["b", "a"]
    assert [score for _, score in found] == pytest.approx([0.8, 0.6], abs=1e-6)


@pytest.mark.slow
def test_more_than_chroma_takes_at_once(table):
    ids = [f"{number:05}" for number in range(5500)]
    vectors = np.random.default_rng(0).normal(size=(5500, 2)).astype(np.float32)
    table.upsert(ids, vectors, ids)
    found = table.vectors(ids)
    assert np.allclose([found[name] for name in ids], vectors)
    table.rewrite(ids, ["x"] * 5500)
    table.delete(ids[:5499])
    assert table.lines() == {"05499": "x"}
