import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from index_store.sentences import split

HERE = Path(__file__).parent
CORPUS = HERE.parents[1] / "evals" / "corpus" / "icml2025_metadata.jsonl"
PAPERS = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
# How each sentence of the corpus ends, reviewed by eye.
GOLDEN = json.loads((HERE / "golden_sentences.json").read_text(encoding="utf-8"))
MESSY = (HERE / "readers" / "fixtures" / "messy.jsonl").read_text(encoding="utf-8").split("\n")
ODD = [
    "",
    " \n ",
    "No end",
    "a " * 3000,
    "word; " * 500,
    "\n\n- one thing\n- two things\n\n1. three",
    "长句，" * 900,
    "x" * 5000,
    "A1" * 3000,
]


def texts(abstract):
    return [abstract[sentence.start : sentence.end] for sentence in split(abstract)]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper["title"][:30])
def test_corpus_splits_as_reviewed(paper):
    assert [text[-30:] for text in texts(paper["abstract"])] == GOLDEN[paper["title"]]


def abstracts():
    rows = [json.loads(line) for line in MESSY if line]
    yield from (paper["abstract"] for paper in PAPERS)
    yield from (row["abstract"] for row in rows if row["abstract"])
    yield from ODD
    # Every text cut short somewhere: brackets, mathematics and tags stay open.
    yield from (paper["abstract"][: 100 + 7 * place] for place, paper in enumerate(PAPERS))


def test_every_character_belongs_to_one_sentence():
    for abstract in abstracts():
        sentences = split(abstract)
        joined = "".join("".join(text.split()) for text in texts(abstract))
        assert joined == "".join(abstract.split())
        assert all(text == text.strip() != "" for text in texts(abstract))
        ends = [0, *(sentence.end for sentence in sentences)]
        assert all(end <= s.start < s.end for end, s in zip(ends, sentences, strict=False))


@pytest.mark.parametrize(
    ("abstract", "count"),
    [
        ("We use it, e.g. for Graphs, i.e. nets, w.r.t. Loss. Next.", 2),
        ("Smith et al. (2020) show Fig. 2 and Eq. (3). It holds.", 2),
        ("A speedup of $2.07\\times$ on PixArt-$\\alpha$. Our code is at https://a.b/c.d. Go.", 3),
        ('We term it "supercollapse." We observe it.', 2),
        ("It works. (Code is published in https://a.b/c)", 2),
        ("These are agentic tasks. We test code. It runs offline. It works. DevAI is new.", 5),
        ("They died of cancer. Lung cancer is common in AT. Models differ.", 3),
        ("我们提出一种方法。它很好！真的吗？是的。", 4),
        ("<p>One <b>here.</b></p><p>Two here.</p>", 2),
        ("A list:\n- one thing\n- another", 3),
    ],
)
def test_boundaries(abstract, count):
    assert len(split(abstract)) == count


def test_wrapped_lines_are_no_boundary():
    assert texts("One of\nthe years is\n2025. Two.") == ["One of\nthe years is\n2025.", "Two."]


def test_sentence_without_end_is_cut_where_it_pauses():
    assert all(len(text) <= 1200 and text.endswith(";") for text in texts("word; " * 500))


def test_plain_text_is_clean():
    sentence = split("It is **good** ($40\\\\%$).")[0]
    assert sentence.plain == "It is good (40%)."


def test_threads_agree():
    texts_of_papers = [paper["abstract"] for paper in PAPERS] * 3
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(split, texts_of_papers)) == [split(text) for text in texts_of_papers]
