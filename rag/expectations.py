"""What kind of sentence answers what kind of question, and what no other kind can.

"Which data sets was it tested on?" shares no word with "…superior results on SA-V, MOSE and
COCO". A question's cue and a sentence's cue are paired here, as answer types are in classical
question answering (Li and Roth, "Learning Question Classifiers", COLING 2002).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Expectation:
    """A cue in the question, and what a sentence that answers it tends to hold."""

    asked: re.Pattern[str]
    found: re.Pattern[str]


def _expectation(asked: str, found: str) -> Expectation:
    return Expectation(re.compile(asked, re.I), re.compile(found, re.I))


_PROBLEM = _expectation(
    r"\b(?:problems?|challenges?|limit\w*|weakness\w*|drawbacks?|shortcomings?|fail\w*|wrong|flaws?"
    r"|bad|difficult\w*|hard|obstacles?|bottlenecks?|struggl\w+|suffer\w*|prevent\w*|unsolved"
    r"|ha(?:s|ve) kept)\b",
    r"\b(?:however|challeng\w+|limit\w*|struggl\w+|suffer\w*|overlook\w*|fail\w*|lack\w*"
    r"|difficult\w*|obstacles?|issues?|costly|inadequate|bias|cannot|error-prone|mismatch|problems?"
    r"|non-robust|vulnerab\w+|sub-?optimal|hinder\w*|unclear|remains?|discrepanc\w+|misaligned"
    r"|overhead|degrad\w*|inconsisten\w*)\b",
)
_REASON = _expectation(
    r"\b(?:why|reasons?|causes?|caused|what makes|how come)\b",
    r"\b(?:because|due to|the reason|caus\w+|leads? to|since|stems?|owing|results? (?:in|from)"
    r"|resulting|as it|reveals?|thereby|cannot|obstacles?|depends?)\b",
)
_MECHANISM = _expectation(
    r"^(?:and |but |so )?how (?:does|do|did|is|are|was|were|can|could)\b(?!.*\bhow (?:many|much)\b)"
    r"|\b(?:mechanism|procedure|algorithm|technique|approach)\b",
    r"\b(?:by (?:\w+ly )?\w+ing|via|through|using|uses|specifically|first|leverag\w+|based on"
    r"|employ\w*"
    r"|incorporat\w+|integrat\w+|decompos\w+|constrain\w*|consists?|begins?)\b",
)

_CODE = _expectation(
    r"\b(?:code|github|implementation|released?|available|open[- ]sourc\w+|download\w*)\b",
    r"https?://|\b(?:code|released?|available|publicly|open[- ]sourc\w+)\b",
)

_DEFINITION = _expectation(
    r"^(?:and |so )?(?:what(?:'s| is| are)|define|explain) (?:an? )?[\w-]+(?: [\w-]+)?\??$"
    r"|\bdefin\w+|\bmeaning of\b",
    r"\b(?:known as|called|dubbed|termed|defined as|refers? to|namely|i\.e\.|we (?:call|term)"
    r"|is an?|are an?)\b"
    r"|, an? ",
)

EXPECTATIONS = (
    _PROBLEM,
    _REASON,
    _MECHANISM,
    _DEFINITION,
    _expectation(
        r"\b(?:data ?sets?|benchmarks?|corpor[au]|test ?beds?|(?:tested|evaluated|tried|validated"
        r"|assessed|run) on"
        r"|evaluat\w+|experiments?|environments?)\b",
        r"\b(?:data ?sets?|benchmarks?|experiments?|evaluat\w+|simulations?|demonstrates? superior"
        r"|across)\b",
    ),
    _expectation(
        r"\b(?:beats?|beaten|better|best|outperform\w*|baselines?|compar\w+|improv\w+|gains?|ahead"
        r"|win|superior|surpass\w*"
        r"|worse|stronger|faster|quicker|cheaper|speed-?ups?|keep up)\b",
        r"\b(?:outperform\w*|surpass\w*|superior\w*|improv\w+|compared|baselines?|better"
        r"|match(?:es)?|faster|reduc\w+"
        r"|less|fewer|speed-?ups?|achiev\w+|state-of-the-art)\b",
    ),
    _expectation(
        r"\b(?:prov(?:e|es|ed|en|able|ably)|proofs?|theor\w+|guarantee\w*|bounds?|regret"
        r"|converge\w*|rates?|complexity)\b",
        r"\b(?:prov(?:e|es|ed|en|able|ably)|theor\w+|guarantee\w*|bounds?|regret|converg\w+|rate of"
        r"|optimal)\b",
    ),
    _CODE,
    _expectation(
        r"\b(?:components?|parts|stages|steps|modules?|ingredients|pieces|building blocks"
        r"|consists? of|made (?:up )?of)\b",
        r"\b(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|consists?|compris\w+|components?|modules?"
        r"|stages?|incorporat\w+|in addition|additionally|then|next|finally)\b",
    ),
    _expectation(
        r"\b(?:stops? (?:holding|working)|breaks? down|no longer|(?:does|do) not hold)\b",
        r"\b(?:breaks? down|fails?|no longer|not hold|unless|except)\b",
    ),
    _expectation(
        r"\b(?:generali[sz]\w*|unseen|transfer\w*|extra training|retrain\w*|robust\w*|extend\w*"
        r"|applied)\b",
        r"\b(?:generali[sz]\w*|unseen|zero-shot|transfer\w*|robust\w*|extend\w*|without additional"
        r"|adaptab\w+)\b",
    ),
)


def asks_for_background(clause: str) -> bool:
    """Whether a clause asks what abstracts say before what they bring: a problem, or a term."""
    return any(one.asked.search(clause) for one in (_PROBLEM, _DEFINITION))


def asks_for_definition(clause: str) -> bool:
    """Whether a clause asks what a term means."""
    return bool(_DEFINITION.asked.search(clause))


def allows_background(clause: str) -> bool:
    """Whether the answer may come before what a paper brings; reasons are given anywhere."""
    return asks_for_background(clause) or bool(_REASON.asked.search(clause))


def asks_for_code(clause: str) -> bool:
    """Whether a clause asks for code, or for what is released."""
    return bool(_CODE.asked.search(clause))


def meets_expectation(clause: str, sentence: str) -> bool:
    """Whether a sentence is of a kind that the clause asks for; False when it asks for none."""
    return any(
        expectation.asked.search(clause) and expectation.found.search(sentence)
        for expectation in EXPECTATIONS
    )


_COUNTED = (
    r"(?:\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand)"
    r"\b)"
)
_MODELS = (
    r"\b(?:GPT|ChatGPT|LLaMA|Llama|Qwen|Claude|Gemini|Gemma|Mistral|Mixtral|DeepSeek|PaLM|BERT"
    r"|RoBERTa|T5|Vicuna|Phi|CLIP"
    r"|BLOOM|OPT|Falcon|LLaVA)\b"
)

REQUIREMENTS = (
    _expectation(
        r"\b(?:gpus?|tpus?|graphics cards?|hardware|accelerators?|processors?"
        r"|machines?)\b(?! learning)",
        r"\b(?:gpus?|tpus?|cpus?|hardware|accelerators?|nvidia|a100|h100|v100)\b",
    ),
    _expectation(r"\blearning[- ]rates?\b", r"\b(?:learning[- ]rates?|step[- ]?sizes?)\b"),
    _expectation(r"\bbatch[- ]sizes?\b", r"\bbatch\b"),
    _expectation(r"\bepochs?\b", r"\bepochs?\b"),
    _expectation(r"\bseeds?\b", r"\bseeds?\b"),
    _expectation(
        r"\b(?:how many|number of) (?:[\w-]+ )?layers\b", rf"{_COUNTED}[\w-]* (?:[\w-]+ )?layers"
    ),
    _expectation(
        r"\b(?:how many (?:gpu |cpu )?(?:seconds|minutes|hours|days|weeks)"
        r"|how much (?:training )?time|what (?:is|was) the training time"
        r"|how long (?:does|did|do|is|was)"
        r"[^?]*\b(?:train\w*|take|run))\b",
        rf"{_COUNTED}[\w-]* (?:\w+ )?(?:seconds?|minutes?|hours?|days?|weeks?)\b",
    ),
    _expectation(r"\blicen[sc]\w*\b", r"\blicen[sc]\w*\b|\b(?:MIT|Apache|GPL|CC[- ]BY)\b"),
    _expectation(
        r"\b(?:how many|number of) (?:[\w-]+ )?(?:people|persons?|participants?|annotators?|raters?"
        r"|subjects?|volunteers?|users?"
        r"|workers?|experts?|students?|patients?)\b",
        rf"{_COUNTED}[\w-]* (?:[\w-]+ )?(?:people|persons?|participants?|annotators?|raters?"
        rf"|subjects?|volunteers?|users?"
        r"|workers?|experts?|students?|patients?|individuals|women|men|adults|children|cases)\b",
    ),
    _expectation(
        r"\b(?:fund(?:s|ed|er|ing)?|paid for|sponsor\w*|grants?|financ\w+)\b",
        r"\b(?:fund(?:ed|ing)|sponsor\w*|grants?)\b",
    ),
    _expectation(
        r"\b(?:universit\w+|institut(?:e|es|ion|ions)|affiliat\w+|which (?:company|lab))\b",
        r"\buniversit\w+\b",
    ),
    _expectation(r"\bsimulators?\b", r"\b(?:simulators?|mujoco|gym|isaac|carla|habitat)\b"),
    _expectation(
        r"\b(?:(?:implemented|written) in (?:which|what|jax|pytorch|tensorflow|python|c\+\+|julia)"
        r"|programming language|deep learning framework|software library)\b",
        r"\b(?:implemented in|pytorch|jax|tensorflow|python|c\+\+|julia)\b",
    ),
    Expectation(
        re.compile(
            r"\b(?:which|what) (?:base |backbone |underlying )?(?:llms?|language models?"
            r"|backbones?)\b",
            re.I,
        ),
        re.compile(_MODELS),
    ),
    _expectation(
        r"\b(?:which|what|names? of (?:the )?)(?: [\w-]+){0,2} (?:data ?sets?|corpora|corpus)\b",
        r"\b(?:data ?sets?|corpora|corpus|benchmarks?|collections?)\b|ImageNet|CIFAR|COCO|MNIST",
    ),
    _expectation(
        r"\b(?:cost|price)s? in (?:dollars|usd|euros?)\b|\bhow many dollars\b", r"\$|\bdollars\b"
    ),
    _expectation(
        r"\b(?:how many|number of) (?:[\w-]+ )?parameters\b",
        rf"{_COUNTED}[^.]{{0,40}}\bparameters?\b|\bparameters?\b[^.]{{0,40}}{_COUNTED}",
    ),
    Expectation(
        re.compile(r"\b(?:which|what) (?:\w+ )?baselines?\b", re.I),
        re.compile(
            r"(?:[Bb]aselines?|compared (?:to|with)|[Oo]utperform"
            r"|[Ss]urpass)[^.]*\b[A-Z]\w*[A-Z0-9]"
        ),
    ),
    _expectation(r"\bhyper-?parameters?\b", r"\bhyper-?parameters?\b"),
)
"""Details that an abstract states in these words or not at all."""


_OWN_LIMITS = re.compile(
    r"\b(?:limitations?|drawbacks?|weaknesse?s?|shortcomings?|disadvantages?|future work)\b[^?]*"
    r"\b(?:the|its) method\b|\bthe method(?:'s|’s)? (?:\w+ )?(?:limitations?|drawbacks?"
    r"|weaknesse?s?"
    r"|shortcomings?|disadvantages?|future work)\b|\b(?:limitations?|drawbacks?|weaknesse?s?"
    r"|shortcomings?)\b[^?]*\b(?:has|have) the method\b|\bdoes the method have\b[^?]*\blimit",
    re.I,
)
_EARLIER_WORK = re.compile(
    r"\b(?:existing|earlier|previous|prior|current|other|former|conventional|traditional|address\w*"
    r"|fix\w*|solv\w+|overcom\w+|tackl\w+|mitigat\w+|according to)\b",
    re.I,
)
_ADMITS = re.compile(
    r"\b(?:limitations?|limited to|drawbacks?|future work|fails? (?:to|when|on|in))\b", re.I
)


def lacks_own_limits(masked_clause: str, own_sentences: Iterable[str]) -> bool:
    """Whether a named paper's own limits are asked for, and none of its own sentences admits one.

    What abstracts call limited is earlier work; to quote it as the paper's own would mislead.
    """
    if not _OWN_LIMITS.search(masked_clause) or _EARLIER_WORK.search(masked_clause):
        return False
    return not any(_ADMITS.search(sentence) for sentence in own_sentences)


def lacks_requirement(clause: str, abstract: str) -> bool:
    """Whether a clause asks for a detail of a kind that the abstract shows no trace of."""
    return any(
        requirement.asked.search(clause) and not requirement.found.search(abstract)
        for requirement in REQUIREMENTS
    )
