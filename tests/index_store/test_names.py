import json
from pathlib import Path

import pytest

from index_store.acronyms import expansion_of, singular
from index_store.names import label, names, opening

CORPUS = Path(__file__).parents[2] / "evals" / "corpus" / "icml2025_metadata.jsonl"
PAPERS = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
# By the first words of the title: the label, and names that must be among the paper's.
EXPECTED = {
    "Agent-as-a-Judge": ("Agent-as-a-Judge", {"DevAI"}),
    "Provable and Practical": ("HDM", {"hypergradient descent method"}),
    "Triple-Optimistic": ("Optimistic^3", set()),
    "Understanding Model Repro": ("DVP", {"decoupled visual prompts"}),
    "RestoreGrad": ("RestoreGrad", set()),
    "Action-Constrained": ("DTWIL", {"ACIL", "Action-Constrained Imitation Learning"}),
    "CogReact": ("CogReact", set()),
    "Scalable Meta-Learning": ("MixFlow-MG", set()),
    "Agent Workflow Memory": ("AWM", {"Agent Workflow Memory"}),
    "MERIT": ("MERIT", set()),
    "A New Concentration": ("TLC", {"Transductive Local Complexity"}),
    "HarmoniCa": ("HarmoniCa", set()),
    "IL-SOAR": ("SOAR", {"IL-SOAR"}),
    "Beyond Cropped": ("DL-CSVTR", {"CSTR-CLIP"}),
    "Towards Rationale": ("SRC", {"Self-Rationale Calibration"}),
    "LRA-QViT": ("RB-LRA", {"LRA-QViT"}),
    "UncertainSAM": ("USAM", {"UncertainSAM"}),
    "Smoothed Preference": ("SmPO-Diffusion", set()),
    "On Explaining": ("EquiGX", set()),
    "Unveiling Markov": ("GPT-DTMA", set()),
    "PEAKS": ("PEAKS", {"Prediction Error Anchored by Kernel Similarity"}),
    "Robust Offline": ("d-RRMDP", {"R2PVI", "Robust Regularized Pessimistic Value Iteration"}),
    "Stabilizing": ("PSED", {"Pure Square Euclidean Distance"}),
    "Scaling Collapse": ("supercollapse", set()),
    "Ad-Hoc": ("AH2AC2", {"Ad-Hoc Human-AI Coordination Challenge"}),
    "Graph-constrained": ("GCR", {"Graph-constrained Reasoning"}),
    "Graph Generative": ("G2PT", {"Graph Generative Pre-trained Transformer"}),
}
GENERAL = {"LLM", "LLMS", "GNN", "GNNS", "KG", "KGS", "RL", "CLIP", "VR", "AT", "PLM", "PLMS",
           "DDPM", "DDPMS", "SAM", "UQ", "BBO", "LRA", "LRC", "VAE", "DTW", "AGDO", "MOA", "NE",
           "WEBARENA", "T2I", "DPO", "VIT"}  # fmt: skip


def expected(paper):
    return next((value for key, value in EXPECTED.items() if paper["title"].startswith(key)), None)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper["title"][:30])
def test_corpus_labels_and_names(paper):
    found = names(paper["title"], paper["abstract"])
    if expected(paper) is None:
        assert label(paper["abstract"]).endswith("…")
        assert set(found) <= {"Cross-regularization"}
        return
    known_label, known_names = expected(paper)
    assert label(paper["abstract"]) == known_label
    assert known_names | {known_label} <= set(found)


def test_general_acronyms_are_no_names():
    for paper in PAPERS:
        found = names(paper["title"], paper["abstract"])
        assert not GENERAL & {name.upper() for name in found}, paper["title"]


@pytest.mark.parametrize(
    ("abstract", "found"),
    [
        ("Large language models (LLMs) are big. We study LLMs.", ()),
        ("We propose a method for large language models (LLMs).", ()),
        ("Earlier work introduced BERT. It is used everywhere.", ()),
        ("In this paper, we propose FooNet, which learns.", ("FooNet",)),
        (
            "This paper presents Fast Object Oracles (FOO) for vision.",
            ("FOO", "Fast Object Oracles"),
        ),
        ("We present a robust LRAX framework that works.", ()),
        ("本文提出了一种新方法 FooNet，用于图像识别。", ("FooNet",)),
        ("", ()),
    ],
)
def test_names_of_an_abstract(abstract, found):
    assert names(None, abstract) == found


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("FooNet: Learning to Learn", ("FooNet",)),
        ("FooNet : Learning to Learn", ("FooNet",)),
        ("Bile acids: natural ligands for a receptor", ()),
        ("Beyond Cropped Regions: New Benchmark", ()),
        ("LLMs: A Survey", ()),
        (None, ()),
    ],
)
def test_names_of_a_title(title, found):
    assert names(title, "Bile acids regulate things.") == found


def test_opening_words():
    assert opening("one two three four five six seven eight, nine") == (
        "one two three four five six seven eight…"
    )
    assert opening("Short text") == "Short text"
    assert (
        opening("我们提出一种新的方法来学习图神经网络的表示并证明它")
        == "我们提出一种新的方法来学习图神经网络的表…"
    )
    assert label("") == ""


@pytest.mark.parametrize(
    ("acronym", "before", "words"),
    [
        ("G2PT", "the Graph Generative Pre-trained Trees", "Graph Generative Pre-trained Trees"),
        ("LLMs", "We use large language models", "large language models"),
        ("DPMs", "Some diffusion probabilistic models", "diffusion probabilistic models"),
        ("XYZ", "something else entirely", ""),
        ("A", "", ""),
    ],
)  # fmt: skip
def test_expansion(acronym, before, words):
    assert expansion_of(acronym, before) == words


def test_singular():
    assert [singular(word) for word in ("LLMs", "PEAKS", "AS", "FLOPs")] == [
        "LLM", "PEAKS", "AS", "FLOP",
    ]  # fmt: skip
