"""Which kind of answer a question wants, told from its form."""

from __future__ import annotations

import re

from rag.answers import Kind

PAPERS = r"(?:papers|works|studies|articles|publications|abstracts)"
"""Papers in the plural: "the paper on X" is one paper, and "does it work" none."""

_WHICH = r"(?:which|what|any|some|other|all|many|list|find|show|recommend|know)"
_ADJECTIVES = r"(?: (?!does|do|did|is|are|was|were|the|this|that|an?\b|and|in|on|of)[\w-]+){0,3}"

_TALK = re.compile(
    r"^(?:hi|hello|hey|hallo|good (?:morning|afternoon|evening|day)|greetings|bye|goodbye|ok(?:ay)?"
    r"|cool|great|nice|perfect|awesome|help|test"
    r"|(?:who|what|how) are you|what (?:can|do) you do|who (?:made|built|created|wrote) you"
    r"|how (?:do|can|should) i use (?:this|you|it)|what is this|how does (?:this|it) work"
    r"|你好|您好|谢谢|再见)"
    r"(?:[ ,]+(?:there|all|everyone|you|so much|very much|a lot|again|askpapers|ok|cool|great|nice"
    r"|thanks|bye|for your help))*[\s!.,?！。？]*$"
    r"|^(?:(?:ok|great|cool|many|nice|perfect),? )?(?:thanks?|thank you|thx)\b[^?]{0,60}$"
    r"|^are you (?:an? |the )?[\w-]+(?: [\w-]+)?\??$",
    re.I,
)
_THANKS = re.compile(r"\b(?:thanks?|thank you|thx)\b|谢谢", re.I)
_HELP = re.compile(
    r"\b(?:help|test|use|work|what (?:can|do) you|(?:who|what) (?:are|made|built|created|wrote) you"
    r"|what is this|are you)\b",
    re.I,
)
_SIMILAR = re.compile(
    rf"\b(?:papers?|works?|{PAPERS}|anything|something) (?:[\w-]+ )?"
    r"(?:(?:like|resembling)|(?:similar|related|close) to)\b"
    rf"|\b(?:similar|related) {PAPERS}\b"
    r"|\b(?:along (?:those|these|the same|similar) lines|in (?:the same|a similar) vein)\b",
    re.I,
)
_BESIDES = re.compile(
    r"(?:^|[ ,]+)\b(?:besides|apart from|aside from|other than|except(?: for)?|in addition to)\b "
    r"([^?.;,]+),?",
    re.I,
)
_SUMMARY = re.compile(
    r"\bsummar(?:y|ies|i[sz]e[sd]?|i[sz]ing)\b|\boverview\b|\btl;?dr\b|\bsurvey of\b"
    r"|\bwhat(?:'s| is) (?:there|new|known|being done) (?:on|about|in)\b"
    r"|\bmain (?:ideas?|findings?|contributions?|points?|themes?|topics?) of\b"
    r"|^(?:tell me|what (?:do|are) (?:the|these|those|all)(?: \w+)? papers(?: say)?) about\b"
    r"|^what are (?:the|these|all the) papers about\b",
    re.I,
)
_LIST = re.compile(
    rf"\b{_WHICH}(?: me)?(?: of)?(?: the| these| those)?{_ADJECTIVES} {PAPERS}\b"
    rf"|\bnumber of{_ADJECTIVES} {PAPERS}\b"
    rf"|\b(?:which|what|any){_ADJECTIVES} paper\b(?! (?:on|about) \S+ (?:do|does|did|is|was)\b)"
    rf"|^(?:the )?{PAPERS} (?:on|about|that|which|dealing|using|with|from|in|of|like|by)\b"
    r"|^(?:is there |are there |do you have |have you )?(?:anything|something|any work|some work"
    r"|work|research) (?:on|about|like|that|using)\b"
    r"|\b(?:papers?|works?|anything|something) (?:[\w-]+ )?(?:like|(?:similar|related"
    r"|close) to) \S+"
    r"|^(?:list|name|enumerate)\b|^(?:what|who) else\b|^(?:what|which) other\b"
    r"|\banything else (?:along|like|in|on|about)\b"
    r"|^who (?:else )?(?:uses?|works?|stud(?:y|ies)|deals?|applies|apply|investigates?"
    r"|considers?)\b"
    r"|^(?:what|which) (?:new )?(?:methods|approaches|benchmarks|data ?sets|techniques) (?:are"
    r"|were) "
    r"(?:there|proposed|introduced|presented)\b",
    re.I,
)
_COMPARE = re.compile(
    r"(?<!is )(?<!are )(?<!was )(?<!were )\bcompar(?:e|es|ed|ing|ison)\b|\bversus\b"
    r"|\bvs\b\.?|\bdiffer(?:s|ence|ences|ent from)?\b"
    r"|\b(?:better|worse|faster|slower|stronger|cheaper) than\b|\b(?:two|both) papers\b"
    r"|\b(?:do|does|did|of) each\b",
    re.I,
)
_DEFINE = re.compile(
    r"^(?:so |and )?(?:what(?:'s| is| are| was)|define|explain) (?:an? |the )?[^,?]{1,60}\??$"
    r"|\b(?:stands?|short) for\b|\bdefinition of\b|\bmeaning of\b"
    r"|\bwhat does [^,?]{1,40} mean\b",
    re.I,
)
_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("talk", _TALK),
    ("summary", _SUMMARY),
    ("list", _LIST),
    ("compare", _COMPARE),
    ("define", _DEFINE),
)

_OPENING = re.compile(
    rf"^(?:what else (?:is|are) there (?:on|about) )|^(?:is there |are there |do you (?:have|know) "
    rf"|have you )?(?:{_WHICH}(?: me)?(?: of)?(?: the)? )?"
    rf"(?:{PAPERS}|anything|something|work|research|what there is|the work|an overview|a summary"
    r"|summary|overview|summari[sz]e(?: (?:what there is|the work|the papers))?)"
    r"(?: (?:are|is|that are|that is|there is))? (?:on|about|of|deal(?:s|ing)? with) ",
    re.I,
)

_NEGATED = re.compile(
    r"\bpapers? (?:that |which )?(?:(?:do|does|did|are|is) not|don't|doesn't|aren't|isn't|never"
    r"|without)\b",
    re.I,
)
_STANDS_FOR = re.compile(
    r"\b(?:do|does|did|is)(?: the)?(?: (?:acronym|abbreviation|name))? ([\w^+-]+) "
    r"(?:stand|short|an? (?:acronym|abbreviation))\w* for\b"
    r"|\b([\w^+-]+) stands? for\b",
    re.I,
)


def kind_of(text: str) -> Kind:
    """The kind of answer wanted; ``fact`` when the form says nothing else."""
    return next((kind for kind, pattern in _KINDS if pattern.search(text)), "fact")


def is_thanks(text: str) -> bool:
    """Whether small talk thanks."""
    return bool(_THANKS.search(text))


def asks_for_help(text: str) -> bool:
    """Whether small talk asks what this is and what it can do."""
    return bool(_HELP.search(text))


def seeks_similar(text: str) -> bool:
    """Whether papers like a given one are wanted, and not that one."""
    return bool(_SIMILAR.search(text))


def besides_asked(text: str) -> str:
    """What papers are wanted besides ("… besides the Markov heads paper"), or ""."""
    match = _BESIDES.search(text)
    return match[1].strip() if match and _LIST.search(text) else ""


def without_besides(text: str) -> str:
    """The text without what names the papers that are not wanted."""
    return _BESIDES.sub("", text).strip() or text


def without_opening(text: str) -> str:
    """The text without what opens a list or summary ("Which papers are about …")."""
    return _OPENING.sub("", text) or text


def is_negated(text: str) -> bool:
    """Whether papers are wanted that do *not* do something."""
    return bool(_NEGATED.search(text))


def acronym_asked(text: str) -> str | None:
    """The acronym whose long form is asked for ("What does AWM stand for?")."""
    match = _STANDS_FOR.search(text)
    return next((group for group in match.groups() if group), None) if match else None
