"""The JSON line, field by field, as docs and readers of ``askpapers ask --json`` rely on it."""

import json
from dataclasses import replace

import pytest

from index_store.papers import Source
from rag.answers import (
    Answer,
    AnswerSentence,
    Citation,
    CorpusState,
    Evidence,
    Quote,
    Retrieved,
    SearchResult,
    answer_json,
    search_json,
    source_labels,
)

ANSWER_FIELDS = {
    "id": (str, type(None)),
    "question": str,
    "standalone_question": str,
    "kind": str,
    "language": str,
    "answer": str,
    "refused": bool,
    "reason": (str, type(None)),
    "confidence": float,
    "fallback": (str, type(None)),
    "truncated": bool,
    "sentences": list,
    "citations": list,
    "retrieved": list,
    "total": (int, type(None)),
    "model": str,
    "usage": (dict, type(None)),
    "corpus": dict,
    "timings_ms": dict,
}
SENTENCE_FIELDS = {
    "text": str,
    "citations": list,
    "evidence": list,
    "support": str,
    "score": float,
    "why": (str, type(None)),
}
CITATION_FIELDS = {
    "number": int,
    "paper_id": str,
    "title": str,
    "title_derived": bool,
    "authors": list,
    "venue": (str, type(None)),
    "year": (int, type(None)),
    "url": (str, type(None)),
    "sources": list,
    "quotes": list,
}
RETRIEVED_FIELDS = {"paper_id": str, "title": str, "sources": list, "score": float}
KINDS = {"fact", "list", "compare", "define", "summary", "about", "talk"}

ASKED = [
    "On how many models and samplers was HarmoniCa tested?",
    "Who wrote G2PT?",
    "Is there code for PEAKS?",
    "How many papers do you have?",
    "Hello",
    "Which papers are about reinforcement learning?",
    "Compare HarmoniCa and LRA-QViT",
    "Summarise what there is on diffusion models",
    "What learning rate did MERIT use?",
    "how long to bake a sourdough loaf",
    "什么是 HarmoniCa？",
]


def check(found, fields):
    assert fields.keys() <= found.keys()
    for name, types in fields.items():
        assert isinstance(found[name], types), name
        if types is int:
            assert not isinstance(found[name], bool), name


def check_all(line):
    check(line, ANSWER_FIELDS)
    assert line["kind"] in KINDS
    assert (line["reason"] in ("not_in_corpus", "not_in_abstract")) == line["refused"]
    assert 0.0 <= line["confidence"] <= 1.0
    assert line["corpus"].keys() >= {"papers", "snapshot"}
    assert all(isinstance(spent, float) for spent in line["timings_ms"].values())
    for sentence in line["sentences"]:
        check(sentence, SENTENCE_FIELDS)
        assert sentence["support"] in ("supported", "weak", "unsupported")
        assert all(evidence.keys() >= {"number", "quote"} for evidence in sentence["evidence"])
    for citation in line["citations"]:
        check(citation, CITATION_FIELDS)
        assert all(isinstance(quote["text"], str) for quote in citation["quotes"])
        assert all(quote.keys() >= {"text", "start", "end"} for quote in citation["quotes"])
    for retrieved in line["retrieved"]:
        check(retrieved, RETRIEVED_FIELDS)


@pytest.mark.parametrize("question", ASKED)
def test_real_answers_hold_every_field(ask, question):
    line = answer_json(ask(question), "q1")
    check_all(line)
    assert line["id"] == "q1"
    assert line["question"] == question
    assert (line["model"], line["usage"], line["fallback"]) == ("extractive", None, None)
    assert line["truncated"] is False
    assert line["corpus"]["papers"] == 38
    assert line["corpus"]["snapshot"]
    assert {"retrieve", "total"} <= line["timings_ms"].keys()
    assert json.loads(json.dumps(line)) == line


@pytest.mark.parametrize("question", ASKED)
def test_quotes_of_real_answers_are_the_abstract_to_the_letter(ask, store, question):
    for citation in answer_json(ask(question))["citations"]:
        (paper,) = store.papers([citation["paper_id"]])
        for quote in citation["quotes"]:
            assert quote["text"] == paper.abstract[quote["start"] : quote["end"]] != ""


def test_a_citation_holds_the_record(ask):
    (citation,) = answer_json(ask("Who wrote G2PT?"))["citations"]
    assert citation["number"] == 1
    assert citation["title"] == "Graph Generative Pre-trained Transformer"
    assert citation["title_derived"] is False
    assert citation["authors"][0] == "Xiaohui Chen"
    assert len(citation["authors"]) == 7
    assert (citation["venue"], citation["year"]) == ("ICML", 2025)
    assert citation["url"] == "https://openreview.net/forum?id=FmHnhDLlOX"


def test_the_first_source_is_where_the_abstract_stands(ask, corpus):
    (citation,) = answer_json(ask("What is HarmoniCa?"))["citations"]
    name, _, ordinal = citation["sources"][0].rpartition(":")
    text = (corpus / name).read_text("utf-8-sig")
    abstracts = [block for block in text.split("\n\n") if len(block) > 300]
    assert citation["quotes"][0]["text"] in abstracts[int(ordinal) - 1]
    assert "icml2025_metadata.jsonl" in citation["sources"][-1]


@pytest.fixture
def paper(make_paper):
    return make_paper("We introduce **WaggleNet**. It reads 🐝 dances.")


def test_a_made_answer_to_the_letter(paper):
    quote = Quote(0, 27, "We introduce **WaggleNet**.")
    answer = Answer(
        question="And what is it?",
        standalone_question="What is WaggleNet?",
        kind="define",
        language="en",
        answer="“We introduce **WaggleNet**.” [4]",
        confidence=0.123456,
        fallback="the model did not answer",
        truncated=True,
        sentences=(AnswerSentence(quote.text, (4,), (Evidence(4, 0),), "weak", 0.43218, "why"),),
        citations=(Citation(4, paper, (quote,)),),
        retrieved=(Retrieved(paper, 3.14159),),
        model="gpt",
        usage={"prompt": 3},
        corpus=CorpusState(38, "abc"),
        timings_ms={"total": 41.26},
    )
    assert answer_json(answer, "q7") == {
        "id": "q7",
        "question": "And what is it?",
        "standalone_question": "What is WaggleNet?",
        "kind": "define",
        "language": "en",
        "answer": "“We introduce **WaggleNet**.” [4]",
        "refused": False,
        "reason": None,
        "confidence": 0.1235,
        "fallback": "the model did not answer",
        "truncated": True,
        "sentences": [
            {
                "text": "We introduce **WaggleNet**.",
                "citations": [4],
                "evidence": [{"number": 4, "quote": 0}],
                "support": "weak",
                "score": 0.4322,
                "why": "why",
            }
        ],
        "citations": [
            {
                "number": 4,
                "paper_id": paper.paper_id,
                "title": "WaggleNet",
                "title_derived": True,
                "authors": [],
                "venue": None,
                "year": None,
                "url": None,
                "sources": ["made.jsonl:1"],
                "quotes": [{"text": "We introduce **WaggleNet**.", "start": 0, "end": 27}],
            }
        ],
        "retrieved": [
            {
                "paper_id": paper.paper_id,
                "title": "WaggleNet",
                "sources": ["made.jsonl:1"],
                "score": 3.1416,
            }
        ],
        "total": None,
        "model": "gpt",
        "usage": {"prompt": 3},
        "corpus": {"papers": 38, "snapshot": "abc"},
        "timings_ms": {"total": 41.3},
    }


def test_without_id_the_id_is_null(ask):
    assert answer_json(ask("Hello"))["id"] is None


def test_a_search(assistant):
    line = search_json(assistant.search("faithful reasoning on graphs", k=2), "s1")
    assert line.keys() >= {"id", "question", "retrieved"}
    assert (line["id"], line["question"]) == ("s1", "faithful reasoning on graphs")
    assert len(line["retrieved"]) == 2
    for retrieved in line["retrieved"]:
        check(retrieved, RETRIEVED_FIELDS)
    assert json.loads(json.dumps(line)) == line


def test_an_empty_search():
    assert search_json(SearchResult("bees")) == {"id": None, "question": "bees", "retrieved": []}


def test_each_source_is_shown_once_and_the_first_stays_first(make_paper):
    sources = (Source("/b/z.txt", 3), Source("/a/a.txt", 1), Source("/c/z.txt", 3))
    twice = replace(make_paper("Bees dance."), sources=sources)
    assert source_labels(twice) == ["z.txt:3", "a.txt:1"]
