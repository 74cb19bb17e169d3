import gzip
import json

import numpy as np
import pytest

from evals.claim_ranking import first_hit
from evals.figures import area_under_roc
from evals.fit_support import fit, folds_of, interval
from evals.support_pairs import index_of, read_corpus, read_pairs


@pytest.fixture
def folder(tmp_path):
    bees = {"title": "Bees", "text": "Bees dance. They fly."}
    wolves = {"title": "Wolves", "text": "Wolves howl."}
    corpus = [
        {"_id": "1", **bees, "sentences": ["Bees dance.", "They fly."]},
        {"_id": "2", **wolves, "sentences": ["Wolves howl."]},
    ]
    claims = [
        {
            "claim": "Bees dance.",
            "cited_doc_ids": ["1", "2"],
            "evidence": [
                {"doc_id": "1", "label": "SUPPORT", "sentences": [0]},
                {"doc_id": "1", "label": "SUPPORT", "sentences": [1]},
            ],
        },
        {"claim": "Bees sleep.", "cited_doc_ids": ["1", "2"], "evidence": []},
    ]
    packed = "\n".join(map(json.dumps, corpus)).encode()
    (tmp_path / "corpus.jsonl.gz").write_bytes(gzip.compress(packed))
    (tmp_path / "claims_train.jsonl").write_text("\n".join(map(json.dumps, claims)), "utf-8")
    return tmp_path


def test_a_claim_is_paired_with_its_evidence_or_else_with_all_it_cites(folder):
    pairs = read_pairs(folder / "claims_train.jsonl", read_corpus(folder / "corpus.jsonl.gz"))
    found = [(pair.claim, pair.document, pair.label, sorted(pair.gold)) for pair in pairs]
    assert found == [
        ("Bees dance.", "1", "SUPPORT", [0, 1]),
        ("Bees sleep.", "1", "NONE", []),
        ("Bees sleep.", "2", "NONE", []),
    ]
    assert len(set(folds_of(pairs))) == 1


def test_the_index_holds_titles_and_abstracts(folder):
    assert index_of(read_corpus(folder / "corpus.jsonl.gz")).document_frequency("wolv") == 1


def test_interval():
    above, below = np.array([2.0, 3.0]), np.array([1.0])
    assert interval(area_under_roc, above, below) == "1.000 [1.000, 1.000]"


def test_fit_tells_two_kinds_apart():
    rows = np.array([[0.0, 1.0], [0.2, 1.0], [0.8, 1.0], [1.0, 1.0]])
    weights = fit(rows, np.array([False, False, True, True]))
    assert weights[0] > 0 > weights[1]


def test_first_hit():
    assert first_hit([2, 0, 1], frozenset({0, 1})) == 1
    assert first_hit([2], frozenset()) is None
