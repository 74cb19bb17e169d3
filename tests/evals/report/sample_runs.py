"""Small runs for tests of reports: every shape that a run's file may hold."""

from typing import Any

from evals.run_file import Asked, Header, Run
from evals.run_settings import RunSettings
from index_store.settings import DEFAULT_ENCODER, DEFAULT_MULTILINGUAL_ENCODER

SETTINGS = RunSettings(DEFAULT_ENCODER, DEFAULT_MULTILINGUAL_ENCODER).to_json()
TITLE = "WaggleNet: Reading the Dance of Bees"
QUOTE = "It was tested on 12 hives and finds the flowers within 40 metres."


def citation(**changes: Any) -> dict[str, Any]:
    return {
        "number": 1,
        "paper_id": "p1",
        "title": TITLE,
        "title_derived": False,
        "authors": ["A. Bee"],
        "venue": "ICML",
        "year": 2025,
        "url": "https://openreview.net/forum?id=bees",
        "sources": ["list_a.txt:13"],
        "quotes": [{"text": QUOTE, "start": 0, "end": len(QUOTE)}],
        **changes,
    }


def answer(**changes: Any) -> dict[str, Any]:
    return {
        "question": "On how many hives?",
        "standalone_question": "On how many hives?",
        "kind": "fact",
        "language": "en",
        "answer": f"“{TITLE}”: “{QUOTE}” [1]",
        "refused": False,
        "reason": None,
        "confidence": 0.9,
        "fallback": None,
        "truncated": False,
        "sentences": [
            {
                "text": QUOTE,
                "citations": [1],
                "evidence": [{"number": 1, "quote": 0}],
                "support": "supported",
                "score": 1.0,
                "why": None,
            }
        ],
        "citations": [citation()],
        "retrieved": [
            {"paper_id": "p1", "title": TITLE, "sources": ["list_a.txt:13"], "score": 3.1}
        ],
        "total": None,
        "model": "extractive",
        "usage": None,
        "corpus": {"papers": 3, "snapshot": "s"},
        **changes,
    }


def refusal(**changes: Any) -> dict[str, Any]:
    refused = {"refused": True, "reason": "not_in_corpus", "citations": [], "sentences": []}
    said = {"answer": "No paper in this corpus is about that.", "confidence": 0.1}
    return answer(**{**refused, **said, **changes})


def gold(**changes: Any) -> dict[str, Any]:
    return {
        "answerable": True,
        "reason": None,
        "papers": [TITLE],
        "places": [1],
        "facts": [["12 hives", "twelve hives"]],
        "total": None,
        "reference": "",
        **changes,
    }


RIGHT = {
    "right paper first": 1.0,
    "fact recall": 1.0,
    "false refusal": 0.0,
    "quote accuracy": 1.0,
    "nDCG@10": 1.0,
    "R@1": 1.0,
    "R@5": 1.0,
    "R@20": 1.0,
    "R@100": 1.0,
    "RR": 1.0,
}


def question(item_id: str, **changes: Any) -> Asked:
    """A question that was answered rightly, but for what is changed."""
    given: dict[str, Any] = {
        "question": "On how many hives was WaggleNet tested?",
        "language": "en",
        "kind": "fact",
        "gold": gold(),
        "answer": answer(),
        "scores": RIGHT,
        "timings_ms": {"retrieve": 12.5, "compose": 4.0, "total": 16.5},
        **changes,
    }
    return Asked("bees dev", item_id, **given)


def wrongly_refused(item_id: str, **changes: Any) -> Asked:
    scores = {**RIGHT, "fact recall": 0.0, "false refusal": 1.0}
    del scores["quote accuracy"]
    return question(item_id, **{"answer": refusal(), "scores": scores, **changes})


def unanswerable(item_id: str, **changes: Any) -> Asked:
    """A question that no paper answers, rightly refused but for what is changed."""
    given: dict[str, Any] = {
        "question": "What is the capital of Peru?",
        "gold": gold(answerable=False, reason="not_in_corpus", papers=[], places=[], facts=[]),
        "answer": refusal(),
        "scores": {"false answer": 0.0, "right reason": 1.0},
        **changes,
    }
    return question(item_id, **given)


def query(item_id: str = "query 1", place: int | None = 2) -> Asked:
    hit = 0.0 if place is None else 1.0
    return Asked(
        "science test",
        item_id,
        "Bees dance.",
        language="en",
        kind="query",
        gold={"papers": ["d7"], "places": [place]},
        answer={
            "retrieved": [
                {"paper_id": "d3", "title": "Ants", "score": 2.0},
                {"paper_id": "d7 d8", "title": "Bees", "score": 1.0},
            ]
        },
        scores={"nDCG@10": 0.63 * hit, "R@1": 0.0, "R@5": hit, "R@20": hit, "R@100": hit},
        timings_ms={"search": 9.0},
    )


def claim(item_id: str = "claim 1 in d7", label: str = "SUPPORT") -> Asked:
    return Asked(
        "science test",
        item_id,
        "Bees tell each other where flowers are.",
        language="en",
        kind="claim",
        gold={"label": label, "sentences": [3]},
        answer={
            "support": "weak",
            "score": 0.48,
            "why": "the source does not hold 1,000",
            "ranked": [2, 0, 1, 3, 4],
            "sentences": ["Zero.", "One.", "Two.", "Three.", "Four."],
        },
        scores={f"support of {label}": 0.48, "evidence top-1": 0.0, "evidence top-3": 0.0},
    )


def run(name: str, *asked: Asked, started: str = "2026-12-01T01:55:00+00:00", **given: Any) -> Run:
    header: dict[str, Any] = {
        "settings": SETTINGS,
        "versions": {"python": "3.11.7", "askpapers": "0.1.0"},
        "commit": "293c9fda9b22",
        "encoders": {"encoder": "minilm-l6-v2-int8 (384 dimensions, file 111c7041)"},
        "corpus": {"papers": 3, "snapshot": "b754ed74"},
        "sets": ({"name": "bees", "sha256": "8686f226", "asked": len(asked)},),
        **given,
    }
    return Run(name, Header(**header), asked, started)


def whole_run(name: str = "whole", **given: Any) -> Run:
    """A run with every kind of thing in it, some of it wrong."""
    answered = [question(f"q{number}") for number in range(6)]
    chinese = question("zh1", language="zh", question="WaggleNet 在多少个蜂箱上测试过？")
    misled = unanswerable(
        "u2", answer=answer(confidence=0.7), scores={"false answer": 1.0, "right reason": 0.0}
    )
    rest = [wrongly_refused("w1"), unanswerable("u1"), misled, query(), claim()]
    others = [claim("claim 2 in d7", "NONE"), claim("claim 3 in d7", "CONTRADICT")]
    return run(name, *answered, chinese, *rest, *others, **given)
