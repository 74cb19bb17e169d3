"""Whether an encoder gives on this processor the vectors it should, and how fast.

A store's vectors and a question's are compared, so that an encoder which computes otherwise
here than where the store was made finds the wrong papers without any error. The golden vectors
beside the models say what is right.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from index_store.checkups.children import Look, tell
from index_store.checkups.findings import Finding, Topic, guarded, said
from index_store.errors import AskpapersError, EncoderFailed
from index_store.model_files import cores

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

    from index_store.stamps import Identity
    from index_store.tables import Vectors

MODELS = Path(__file__).parents[1] / "models"
ALIKE = 0.99
"""Cosine to the golden vector from which on a vector is the right one: rounding differs less."""
SLOW = 10.0
"""Abstracts a second below which an encoder is slow: it does 40 or more on two cores."""
_SECONDS = 1.0
_NAMES = ("model", "golden vectors", "rate")
_REINSTALL = "install askpapers again"
_ABSTRACT = """\
Retrieval over scientific abstracts is usually evaluated by whether the right paper is found, and
rarely by whether the sentence that answers the question is. We study the second problem. Given a
question and a paper known to answer it, the task is to rank the sentences of its abstract. We
collect 1,200 questions over 300 papers from five venues, each with the sentences that answer it
as marked by two annotators, whose agreement is 0.83. Cosine similarity between a question and a
sentence prefers sentences that repeat the topic of the question over those that answer it: the
first sentence, which introduces the problem, is ranked first for 41% of the questions although it
answers only 9% of them. We propose to mask the words that name the paper before sentences are
encoded, which raises the share of questions answered by the first sentence from 37% to 55%, with
no training and at no cost. The gain holds for encoders of 20 to 300 million parameters, and adds
to that of fine-tuning. We release the questions, the annotations and the code."""


@dataclass(frozen=True, eq=False, slots=True)
class Golden:
    """What a model gave where it was made.

    Attributes:
        texts: what was encoded.
        vectors: of shape (texts, dimension), of any length.
        sha256: of the model's file; "" where that is not known.
    """

    texts: list[str]
    vectors: Vectors
    sha256: str


def topic(name: str) -> Topic:
    """What the findings about an encoder stand under."""
    return Topic(f"encoder {name}")


def findings(name: str) -> Iterator[Finding]:
    """What a process of its own finds of an encoder, as the settings name it."""
    remedy = f"{_REINSTALL}; if that does not help, this machine cannot run the encoder"
    return Look(__name__, (name,), topic(name), _NAMES, remedy).findings()


def look(name: str) -> Iterator[Finding]:
    """Make an encoder; a local one is tried and timed too, others may cost money to call."""
    from index_store import encoders

    about = topic(name)
    try:
        encoder = encoders.load(name)
        identity = encoders.identity(encoder)
    except AskpapersError as error:
        yield about.failed("model", error)
        return
    except Exception as error:  # noqa: BLE001  an encoder of another's making may raise anything
        yield about.fault("model", f"cannot be made: {said(error)}", "name another encoder")
        return
    if not identity.sha256:
        text = f"{identity}, made but not called: that may need a network, and cost"
        yield about.ok("model", text, data={"identity": asdict(identity)})
        return
    golden = read_golden(name)
    yield _model(about, identity, golden)
    yield from guarded(about, lambda: _trial(about, encoder, golden), "golden vectors")


def read_golden(name: str, folder: Path = MODELS) -> Golden | None:
    """The golden vectors of a model; None when there are none that can be read.

    The file of ``a-b-int8`` is ``a-b-golden.json``, where each text has its vector under the
    rest of the name, ``int8``, or ``a-b-int8-golden.json`` with plain ``vector``.
    """
    import numpy as np

    for path in sorted(folder.glob("*-golden.json"), reverse=True):
        stem = path.name.removesuffix("-golden.json")
        if not f"{name}-".startswith(f"{stem}-"):
            continue
        kind = name[len(stem) + 1 :] or "vector"
        try:
            content = json.loads(path.read_text("utf-8"))
            texts = [case["text"] for case in content["texts"]]
            rows = [case[kind] if kind in case else case["vector"] for case in content["texts"]]
            vectors = np.array(rows, np.float32).reshape(len(texts), -1)
            return Golden(texts, vectors, content.get("model_sha256", ""))
        except (OSError, ValueError, KeyError, TypeError):
            return None
    return None


def _model(about: Topic, identity: Identity, golden: Golden | None) -> Finding:
    """Whether the model's file is the one that came with askpapers."""
    known = asdict(identity)
    if golden is not None and golden.sha256 not in ("", identity.sha256):
        text = f"{identity}: its file is not the one that came with askpapers"
        remedy = f"{_REINSTALL}; its vectors fit no store that the true one made"
        return about.fault("model", text, remedy, data={"identity": known})
    return about.ok("model", str(identity), data={"identity": known})


def _trial(about: Topic, encoder: BaseEmbedding, golden: Golden | None) -> Iterator[Finding]:
    """What it makes of the golden texts, and how fast it is; nothing when it fails at all."""
    from index_store import encoders

    try:
        found = encoders.encode(encoder, golden.texts if golden else [_ABSTRACT])
    except EncoderFailed as error:
        text, _, remedy = str(error).partition("; ")
        yield about.fault("golden vectors", text, remedy or _REINSTALL)
        return
    yield _compared(about, found, golden)
    yield _rate(about, encoder)


def _compared(about: Topic, found: Vectors, golden: Golden | None) -> Finding:
    """How near the vectors are to the golden ones."""
    if golden is None or golden.vectors.shape != found.shape:
        text = "there are none to compare with, or they cannot be read"
        return about.warning("golden vectors", text, _REINSTALL)
    import numpy as np

    lengths = np.linalg.norm(golden.vectors, axis=1)
    cosines = (found * golden.vectors).sum(axis=1) / np.maximum(lengths, 1e-9)
    worst, wrong = float(cosines.min()), int((cosines < ALIKE).sum())
    data = {"texts": len(cosines), "wrong": wrong, "cosine": round(worst, 6)}
    if not wrong:
        text = f"{len(cosines)} of {len(cosines)} come out right (cosine {worst:.4f} or more)"
        return about.ok("golden vectors", text, data=data)
    text = f"{wrong} of {len(cosines)} come out wrong (cosine {worst:.2f} at worst)"
    remedy = (
        f"{_REINSTALL}; if that does not help, this processor computes otherwise: search stores "
        "only on the kind of machine they were made on"
    )
    return about.fault("golden vectors", text, remedy, data=data)


def _rate(about: Topic, encoder: BaseEmbedding) -> Finding:
    """How many abstracts it encodes a second, measured for about one."""
    from index_store import encoders

    batch = [_ABSTRACT] * 8
    started, done = time.perf_counter(), 0
    while (seconds := time.perf_counter() - started) < _SECONDS:
        encoders.encode(encoder, batch)
        done += len(batch)
    rate = done / seconds
    text = f"{rate:.3g} abstracts a second on {cores()} cores"
    data = {"abstracts_per_second": round(rate, 1), "cores": cores()}
    if rate < SLOW:
        remedy = "close what else is running, or allow it more cores"
        return about.warning("rate", f"{text}; that is slow, below {SLOW:.0f}", remedy, data=data)
    return about.ok("rate", text, data=data)


if __name__ == "__main__":
    tell(look(sys.argv[1]))
