"""What names a paper: its title's name, and what its abstract introduces.

A name stands for this paper and for no general topic: "HarmoniCa" and "G2PT" do, "LLM" and
"KG" do not, though an abstract may spell both out. They are told apart by the sentence that
holds them (it speaks of what *we* propose), by the place in that sentence (what is proposed,
not what it is for), and by their shape (coined: capitals inside, digits, hyphens).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from index_store.acronyms import expansion_of, singular
from index_store.cleaning import plain

_NAME = r"(?:[A-Za-z0-9@+^]+(?:[-/.]?[A-Za-z0-9@+^])*)"
_OWN = re.compile(
    r"\b(?:we|our|ours|i|this (?:paper|work|study|article|report)|the paper|(?:newly )?proposed)\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:propos|introduc|present|develop|devis|design|establish|pos|releas|construct|contribut"
    r"|formulat|build|unveil|open-sourc|train|deriv)(?:e|es|ing|s|)\b"
)
_STUDIED = re.compile(r"\b(?:investigat|study|studi|analy[sz]|examin|revisit|explor)(?:e|es|s|)\b")
_CALLED = re.compile(
    r"\b(?:called|dubbed|termed|named|coined|known as|denoted as|denoted by|abbreviated as"
    r"|referred to as|refer to as|we call|we name|we term|we dub|namely)(?: it| this)?(?: as)?"
    r"[,:]? (?:the )?[\"']?"
)
# After these words an object is only qualified: what follows is not what is proposed.
_QUALIFIES = re.compile(
    r"[;:]| (?:that|which|where|whose|to|for|using|by|via|based on|through|in|on|of|with|from|as"
    r"|within|under|leveraging|tailored|including)\b"
)
_PHRASE_END = re.compile(r"[;:]| (?:that|which|where|whose|using|by|via|based on|through|with)\b")
_BRACKETED = re.compile(rf" \((?:the )?[\"']?({_NAME})[\"']?(?:[,;] [^()]*)?\)")
_EXPANDED = re.compile(r"\(([A-Z][^()]{8,90})\)")
_LEADING = re.compile(rf"\s*(?:(?:the|our|both)\s+)?[\"']?({_NAME})")
_FINAL = re.compile(rf"(?<=[\s\"'])({_NAME})(?=[\"']?(?:[,.;:]|\s*\(|\s*$| (?:--?|[–—]) |—))")
_ENUMERATED = re.compile(r"(?:\band|[^,] or) \S*$")
_QUOTED_TERM = re.compile(r"\bwe (?:call|term|dub|name)(?: it| this)? \"([\w-]{4,40})[.,]?\"")
_PROPOSED = re.compile(rf"\b(?:[Oo]ur|[Tt]he) (?:newly )?proposed (?:[a-z-]+ )?({_NAME})")
_OUR_PHRASE = re.compile(r"^(?:Our|The proposed) ([^,.;()]{3,80}?) \(")
_CHINESE = re.compile(
    rf"(?:提出|引入|介绍|设计|开发|构建|称为|命名为|名为)[^，。；A-Za-z]{{0,20}}({_NAME})"
)
_TITLE_NAME = re.compile(r"^\s*(.{2,60}?)\s*(?:[:：]\s|\s[-–—]\s|：)")
_SENTENCE_GAP = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][\"')]))\s+(?=[\"'(]?[A-Z0-9])|(?<=[。！？])")
_ROMAN = re.compile(r"[IVX]+")
_PROBLEM = re.compile(r"^\s*(?:problem|setting|task|question)s?\b")
_NEW_PROBLEM = re.compile(r"\bnew (?:problem|setting|task)\b")

# Acronyms that every paper of a field uses as common words; an abstract need not expand them.
_COMMON_ACRONYMS = (
    "AI ML DL RL NLP CV LLM LLMS VLM VLMS MLLM MLLMS LM LMS PLM PLMS GNN GNNS CNN CNNS RNN RNNS "
    "GAN GANS VAE VAES MDP MDPS SGD KL GPU GPUS CPU API PDE ODE SDE IID DNN DNNS MLP SVM PCA RAG "
    "SOTA QA VQA OOD 2D 3D 4D DNA RNA MRI CT EEG PCR HIV USA UK US EU"
)
_COMMON = frozenset(_COMMON_ACRONYMS.split(" "))
_SMALL_WORDS = ("a", "an", "and", "as", "by", "for", "from", "in", "of", "on", "or", "the", "to")
_LABEL_WORDS = 8
_LABEL_CHARACTERS = 20
_LABEL_SOURCE = 400  # characters that hold eight words, whatever markup they wear
_WITHOUT_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_STUDIED_MENTIONS = 5
_LONGEST_SENTENCE = 1_000
_LONGEST_ABSTRACT = 20_000
_WEAK_MENTIONS = 3


@dataclass(frozen=True, slots=True)
class _Introduced:
    """A name an abstract introduces: ``long`` is its full form, "" when it has none."""

    short: str
    long: str = ""
    is_problem: bool = False


def names(title: str | None, abstract: str) -> tuple[str, ...]:
    """Find what names this paper and no general topic.

    Args:
        title: the paper's title, None or "" if it has none.
        abstract: its abstract as stored; "" if it has none.

    Returns:
        Names in plain text as written, without repetitions: the title's name first, then what
        the abstract introduces, each followed by its full form.
    """
    known = _introduced(abstract)
    found = [_title_name(plain(title), abstract, known)] if title else []
    for introduced in known:
        found += [introduced.short, introduced.long]
    unique = {name.casefold(): name for name in reversed(found) if name}
    return tuple(dict.fromkeys(unique[name.casefold()] for name in found if name))


def label(abstract: str) -> str:
    """Name a paper that came without a title.

    Args:
        abstract: its abstract as stored.

    Returns:
        The main name that the abstract introduces, else its opening words with "…"; "" for an
        abstract without words.
    """
    introduced = _introduced(abstract)
    main = [name for name in introduced if not name.is_problem] or list(introduced)
    return main[0].short if main else opening(abstract)


def opening(text: str) -> str:
    """The first eight words of a text (twenty characters, where words have no spaces)."""
    text = plain(text[:_LABEL_SOURCE])
    words = text.split()
    if len(text) > _LABEL_CHARACTERS and len(_WITHOUT_SPACES.findall(text)) > len(text) / 2:
        return text[:_LABEL_CHARACTERS] + "…"
    if len(words) <= _LABEL_WORDS:
        return text
    return " ".join(words[:_LABEL_WORDS]).rstrip(",;:.") + "…"


def _title_name(title: str, abstract: str, introduced: Iterable[_Introduced]) -> str:
    """The name before a title's colon: coined, or a term that the abstract makes its own.

    "Bile acids: natural ligands …" opens with its topic, not with a name.
    """
    match = _TITLE_NAME.match(title)
    if not match:
        return ""
    name = match[1]
    words = name.split()
    if len(words) == 1 and _fits(name, name * _WEAK_MENTIONS):
        return name
    is_term = (len(words) == 1 and "-" in name) or any(map(_fits, words))
    if is_term and name.casefold() in plain(abstract).casefold():
        return name
    return name if any(name.casefold() == known.long.casefold() for known in introduced) else ""


@lru_cache(maxsize=256)
def _introduced(abstract: str) -> tuple[_Introduced, ...]:
    text = plain(abstract)[:_LONGEST_ABSTRACT]
    # A sentence without an end is a table or worse; patterns get slow on it.
    sentences = [part[:_LONGEST_SENTENCE] for part in _SENTENCE_GAP.split(text) if part]
    found = [name for sentence in sentences for name in _of_sentence(sentence, text)]
    background = _background(sentences, {name.short for name in found if name.long})
    kept = {
        name.short.casefold(): name
        for name in sorted(found, key=lambda name: bool(name.long))
        if singular(name.short) not in background
    }
    order = dict.fromkeys(name.short.casefold() for name in found)
    return tuple(kept[short] for short in order if short in kept)


def _background(sentences: list[str], introduced: set[str]) -> set[str]:
    """Acronyms that are spelt out without being introduced: general things."""
    spelt = {
        singular(match[1])
        for sentence in sentences
        for match in _BRACKETED.finditer(sentence)
        if expansion_of(match[1], sentence[: match.start()])
    }
    return spelt - {singular(name) for name in introduced}


def _of_sentence(sentence: str, text: str) -> Iterator[_Introduced]:
    """Names that one sentence introduces, in the order of its patterns' strength."""
    yield from (_Introduced(match[1]) for match in _CHINESE.finditer(sentence) if _fits(match[1]))
    if not _OWN.search(sentence):
        return
    yield from (_Introduced(match[1]) for match in _QUOTED_TERM.finditer(sentence))
    for match in _CALLED.finditer(sentence):
        yield from _after(sentence, match.end(), text)
    for match in _VERB.finditer(sentence):
        if _OWN.search(sentence, 0, match.start()) or _OWN.match(match[0]):
            yield from _after(sentence, match.end(), text)
    yield from (_Introduced(match[1]) for match in _PROPOSED.finditer(sentence) if _fits(match[1]))
    yield from _own_phrase(sentence)
    yield from _studied(sentence, text)


def _after(sentence: str, start: int, text: str) -> Iterator[_Introduced]:
    """Names in what follows a verb of proposing, or "called"."""
    rest = sentence[start:]
    core = rest[: _end(_QUALIFIES, rest)]
    phrase = rest[: _end(_PHRASE_END, rest)]
    expansions = ""
    for match in _BRACKETED.finditer(phrase):
        expansion = expansion_of(match[1], phrase[: match.start()])
        expansions += f" {expansion}"
        if expansion and phrase.find(expansion) < len(core) and _fits(match[1]):
            is_problem = bool(_PROBLEM.match(phrase[match.end() :]))
            is_problem |= bool(_NEW_PROBLEM.search(sentence[:start]))
            yield _Introduced(match[1], expansion, is_problem)
    for name in _bare(core, text):
        if name not in expansions:
            yield _Introduced(name, _spelt_after(name, sentence))


def _end(pattern: re.Pattern[str], text: str) -> int:
    match = pattern.search(text)
    return match.start() if match else len(text)


def _bare(core: str, text: str) -> Iterator[str]:
    """Names not in brackets: right behind the verb, or last in their phrase.

    Elsewhere a coined word qualifies a noun ("a robust LRA framework") and names nothing.
    """
    leading = _LEADING.match(core)
    if leading and _fits(leading[1], text):
        yield leading[1]
    for match in _FINAL.finditer(core):
        if _fits(match[1], text) and not _ENUMERATED.search(core[: match.start()]):
            yield match[1]


def _spelt_after(name: str, sentence: str) -> str:
    """The full form in brackets behind a name: "PEAKS (Prediction Error Anchored by …)"."""
    match = _EXPANDED.match(sentence, sentence.find(name) + len(name) + 1)
    return match[1] if match and expansion_of(name, match[1]) == match[1] else ""


def _own_phrase(sentence: str) -> Iterator[_Introduced]:
    """Names of "Our decoupled visual prompts (DVP) …"."""
    match = _OUR_PHRASE.match(sentence)
    bracketed = _BRACKETED.match(sentence, match.end() - 2) if match else None
    if match and bracketed and _fits(bracketed[1]):
        expansion = expansion_of(bracketed[1], match[1])
        if expansion and len(match[1].split()) <= len(expansion.split()) + 1:
            yield _Introduced(bracketed[1], expansion)


def _studied(sentence: str, text: str) -> Iterator[_Introduced]:
    """What a paper is all about though it did not invent it: it names it again and again."""
    match = _STUDIED.search(sentence)
    if not match or not _OWN.search(sentence, 0, match.start()):
        return
    for bracketed in _BRACKETED.finditer(sentence, match.end()):
        short = bracketed[1]
        mentions = len(re.findall(rf"\b{re.escape(short)}\b", text))
        expansion = expansion_of(short, sentence[: bracketed.start()])
        if expansion and mentions >= _STUDIED_MENTIONS and _fits(short):
            yield _Introduced(short, expansion)


def _fits(name: str, text: str = "") -> bool:
    """Whether a word may be a name: coined, and no common acronym.

    A word that is coined only by its hyphens ("Agent-as-a-Judge") has to be used again.
    """
    is_common = singular(name).upper() in _COMMON or bool(_ROMAN.fullmatch(name))
    if is_common or len(name) < 3 or not _is_coined(name):
        return False
    is_strong = any(_is_strong(piece) for piece in re.split(r"[-/]", name))
    return is_strong or text.count(name) >= _WEAK_MENTIONS


def _is_coined(name: str) -> bool:
    pieces = re.split(r"[-/]", name)
    if len(name) < 2 or any(_is_common_word(piece) for piece in pieces[1:]):
        return False
    capitals = sum(piece[:1].isupper() for piece in pieces)
    return any(_is_strong(piece) for piece in pieces) or capitals > 1


def _is_strong(piece: str) -> bool:
    """A capital or digit inside a word, with a letter in it: "G2PT", "RestoreGrad", "Odin^2"."""
    inside = any(letter.isupper() or letter.isdigit() for letter in piece[1:])
    return inside and any(letter.isupper() for letter in piece)


def _is_common_word(piece: str) -> bool:
    """A lower-case part behind a hyphen: "LLM-augmented" qualifies, "Agent-as-a-Judge" names."""
    return piece.islower() and len(piece) > 2 and piece not in _SMALL_WORDS
