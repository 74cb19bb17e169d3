"""What a sentence does in its abstract: states the contribution, or a result.

Cue phrases, after the rhetorical zones of scientific abstracts (Teufel and Moens, "Summarizing
Scientific Articles", Computational Linguistics 28(4), 2002). Scores only rank the sentences of
one abstract against each other; they mean nothing across papers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from index_store.papers import Paper, Sentence

_OURS = (
    r"(?:we|this (?:paper|work|study|article|research)|(?:in|with) this (?:paper|work|study)|here,?"
    r"|our (?:work|paper|study))"
)

_PROPOSES = re.compile(
    rf"\b{_OURS},?(?: [\w-]+,?){{0,4}}? (?:propos\w+|introduc\w+|present\w*|develop\w*|design\w*"
    rf"|devis\w+|pose|posit"
    r"|put forward|offer\w*|advocat\w+|formulat\w+)\b"
    r"|\b(?:is|are) (?:proposed|introduced|presented|developed)\b",
    re.I,
)
_STUDIES = re.compile(
    rf"\b{_OURS},?(?: [\w-]+,?){{0,4}}? (?:stud(?:y|ies|ied)|investigat\w+|consider\w*|analy[sz]\w+"
    rf"|explor\w+|revisit\w*"
    r"|examin\w+|address\w*|tackl\w+|evaluat\w+|show|shows|demonstrat\w+|find|finds|identif\w+"
    r"|establish\w*"
    r"|report\w*|dives?)\b",
    re.I,
)
_NAMES_IT = re.compile(
    r"\b(?:called|dubbed|termed|named|coined|known as|namely|we (?:call|term|name|dub))\b", re.I
)
_NOVEL = re.compile(
    r"\b(?:novel|new|first|framework|method|approach|algorithm|benchmark|tool|model)\b", re.I
)

_RESULT = re.compile(
    r"\b(?:outperform\w*|surpass\w*|state[- ]of[- ]the[- ]art|achiev\w+|superior\w*|improv\w+"
    r"|reduc\w+|gains?"
    r"|speed-?ups?|faster|exceed\w*|match(?:es|ing)?|near-optimal|optimal|converg\w+|validat\w+"
    r"|demonstrat\w+"
    r"|significant\w*|robust(?:ly)?|effective\w*)\b",
    re.I,
)
_EVALUATES = re.compile(
    r"\b(?:experiments?|experimental\w*|evaluations?|empirical\w*|results?|simulations?|benchmarks?"
    r"|data ?sets?"
    r"|we (?:show|prove|find|found|observe|demonstrate)|theoretical\w*)\b",
    re.I,
)
_FIGURE = re.compile(r"\d")
_GAIN = re.compile(r"\d\s?(?:%|×|x\b|times\b|-fold|fold)")
_OWN_VOICE = re.compile(rf"\b{_OURS}", re.I)
_BACKGROUND = re.compile(
    r"^(?:however|despite|although|while|recent\w*|existing|current\w*|previous\w*|many"
    r"|traditional\w*)\b",
    re.I,
)
_FURTHER = re.compile(
    r"\b(?:further(?:more)?|also|moreover|additionally|in addition|finally|then|theoretically"
    r"|empirically)\b",
    re.I,
)
_CODE = re.compile(r"https?://|\bcode\b[^.]*\b(?:available|released|published|at)\b", re.I)


def contribution_score(sentence: Sentence, names: Sequence[str]) -> float:
    """How much a sentence reads like the statement of what the paper brings."""
    plain = sentence.plain
    if _CODE.search(plain):
        return -1.0
    score = 3.0 * bool(_PROPOSES.search(plain)) + 1.5 * bool(_STUDIES.search(plain))
    score += 1.0 * bool(_NAMES_IT.search(plain)) + 0.5 * bool(_NOVEL.search(plain))
    score += 1.5 * any(name in plain for name in names)
    return score - 2.0 * _is_background(plain) - 1.5 * bool(_FURTHER.search(plain))


def result_score(sentence: Sentence, position: float) -> float:
    """How much a sentence reads like a result; `position` is 0 for the first, 1 for the last."""
    plain = sentence.plain
    if _CODE.search(plain):
        return -1.0
    score = 1.0 * min(len(_RESULT.findall(plain)), 3) + 1.5 * bool(_EVALUATES.search(plain))
    score += 0.5 * bool(_FIGURE.search(plain)) + 1.5 * bool(_GAIN.search(plain)) + position
    return score - 1.5 * _is_background(plain)


def _is_background(plain: str) -> bool:
    """Whether a sentence speaks of the field; "Although …, we show …" does not."""
    return bool(_BACKGROUND.search(plain)) and not _OWN_VOICE.search(plain)


def states_code(sentence: Sentence) -> bool:
    """Whether a sentence says where the code is, or that it is out."""
    return bool(_CODE.search(sentence.plain))


def contribution(paper: Paper) -> int | None:
    """Index of the sentence that states the contribution; None for an empty abstract.

    Of equals the earlier wins: abstracts say what they bring before they elaborate.
    """
    if not paper.sentences:
        return None
    scores = [contribution_score(sentence, paper.names) for sentence in paper.sentences]
    return max(range(len(scores)), key=lambda index: (scores[index], -index))


def own_work_begins(paper: Paper) -> int:
    """Index of the first sentence that speaks of the paper's own work, else of the first one."""
    return next(
        (
            index
            for index, sentence in enumerate(paper.sentences)
            if _OWN_VOICE.search(sentence.plain)
            or any(name in sentence.plain for name in paper.names)
        ),
        0,
    )


def main_result(paper: Paper, *, apart_from: int | None = None) -> int | None:
    """Index of the sentence that states the main result, other than `apart_from`.

    None when no other sentence reads like a result.
    """
    last = max(len(paper.sentences) - 1, 1)
    scores = [
        -1.0 if index == apart_from else result_score(sentence, index / last)
        for index, sentence in enumerate(paper.sentences)
    ]
    best = max(range(len(scores)), key=lambda index: (scores[index], index), default=None)
    return best if best is not None and scores[best] > 1.0 else None
