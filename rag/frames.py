"""The fixed sentences of an answer, by language: all that askpapers says in its own words.

A frame claims nothing about a paper's content. Fields in braces are filled with names, counts
and addresses from the record.
"""

from __future__ import annotations

import functools
from dataclasses import asdict, dataclass

from index_store.chinese import traditional as in_traditional


@dataclass(frozen=True, slots=True)
class Frames:
    """The fixed sentences in one language; see `ENGLISH` for what each reads like."""

    named_quote: str
    quoted: str
    gap: str
    yes_no: str
    not_mentioned: str
    not_exhaustive: str
    not_in_corpus: str
    nearest: str
    not_in_abstract: str
    full_text: str
    partly: str
    and_: str
    or_: str
    authors: str
    no_authors: str
    authored: str
    none_authored: str
    venue: str
    no_venue: str
    link: str
    no_link: str
    no_code: str
    corpus: str
    greeting: str
    thanks: str
    paper: str
    papers: str
    summary_of: str
    no_abstract: str
    without_abstract: str
    help: str
    which_paper: str
    says: str
    each: str
    negated: str
    cannot_say: str
    in_title: str
    all_from: str
    none_from: str
    all_with_code: str
    none_with_code: str


ENGLISH = Frames(
    named_quote="{name}: {quotes}",
    quoted="“{text}”",
    gap=" … ",
    yes_no="The abstract does not say so directly; the nearest it says:",
    not_mentioned="The abstract does not mention {names}.",
    not_exhaustive="Closest papers found; not a full count.",
    not_in_corpus="No paper in this corpus is about that.",
    nearest="The nearest, “{title}”, is about something else.",
    not_in_abstract="The abstract of “{title}” [{number}] does not say that.",
    full_text="The full text may: {url}",
    partly="The abstract does not say: {clauses}",
    and_="{first} and {last}",
    or_="{first} or {last}",
    authors="“{title}” [{number}] is by {authors}.",
    no_authors="The lists do not name the authors of “{title}” [{number}].",
    authored="Papers here that name {author} as an author:",
    none_authored="No paper in this corpus names {author} as an author.",
    venue="“{title}” [{number}] is from {venue}.",
    no_venue="The lists do not say where or when “{title}” [{number}] appeared.",
    link="“{title}” [{number}]: {url}",
    no_link="The lists give no link for “{title}” [{number}].",
    no_code="Neither the abstract nor the record of “{title}” [{number}] links to code.",
    corpus="This corpus holds {papers}{venues}.",
    greeting=(
        "Hello. I answer questions about the papers in this corpus from their abstracts, and "
        "quote every word an answer rests on. It holds {papers}{venues}."
    ),
    thanks="You are welcome. Ask on whenever you like.",
    paper="1 paper",
    papers="{count} papers",
    summary_of="What the abstracts say, paper by paper:",
    no_abstract="the lists give no abstract",
    without_abstract="The lists give no abstract of “{title}” [{number}] to answer from.",
    help=(
        "I answer questions about the papers in this corpus from their abstracts, and quote every "
        "word an answer rests on. It holds {papers}{venues}. Ask for a fact, a definition, a "
        "comparison, a summary, or which papers deal with something: “What does … propose?”, "
        "“Which papers study …?”, “Who wrote …?”"
    ),
    which_paper="Which paper do you mean? Name it, or say what it is about.",
    says="The abstract says:",
    each="What each abstract says:",
    negated="Abstracts say what papers do, seldom what they do not; these speak of it.",
    cannot_say="The abstract of “{title}” [{number}] does not mention {names}, so it cannot say.",
    in_title="Its title spells it out: “{title}” [{number}].",
    all_from="{papers} from {origin}:",
    none_from="No paper in this corpus is from {origin}.",
    all_with_code="{papers} whose abstract or record leads to code:",
    none_with_code="No abstract or record in this corpus leads to code.",
)

CHINESE = Frames(
    named_quote="{name}：{quotes}",
    quoted="“{text}”",
    gap=" …… ",
    yes_no="摘要没有直接这样说；最接近的原文是：",
    not_mentioned="摘要没有提到 {names}。",
    not_exhaustive="以下是找到的最接近的论文，并非完整统计。",
    not_in_corpus="本语料库中没有关于这个问题的论文。",
    nearest="最接近的是“{title}”，但它讲的是别的。",
    not_in_abstract="“{title}” [{number}] 的摘要没有说明这一点。",
    full_text="全文或许有：{url}",
    partly="摘要没有说明：{clauses}",
    and_="{first} 和 {last}",
    or_="{first} 或 {last}",
    authors="“{title}” [{number}] 的作者是 {authors}。",
    no_authors="列表没有给出“{title}” [{number}] 的作者。",
    authored="作者中有 {author} 的论文：",
    none_authored="本语料库中没有论文的作者是 {author}。",
    venue="“{title}” [{number}] 发表于 {venue}。",
    no_venue="列表没有说明“{title}” [{number}] 发表的会议和年份。",
    link="“{title}” [{number}] 的链接：{url}",
    no_link="列表没有给出“{title}” [{number}] 的链接。",
    no_code="“{title}” [{number}] 的摘要和记录都没有给出代码链接。",
    corpus="本语料库共有 {papers}{venues}。",
    greeting=(
        "你好。我根据摘要回答关于本语料库论文的问题，并引用每句话所依据的原文。"
        "语料库共有 {papers}{venues}。"
    ),
    thanks="不客气，欢迎继续提问。",
    paper="1 篇论文",
    papers="{count} 篇论文",
    summary_of="各篇摘要的要点如下：",
    no_abstract="列表没有给出摘要",
    without_abstract="列表没有给出“{title}” [{number}] 的摘要，无法据以回答。",
    help=(
        "我根据摘要回答关于本语料库论文的问题，并引用每句话所依据的原文。"
        "语料库共有 {papers}{venues}。"
        "可以询问事实、定义、比较、综述，或哪些论文研究某个主题。"
    ),
    which_paper="您指的是哪篇论文？请给出名称或主题。",
    says="摘要中说：",
    each="各篇摘要分别说：",
    negated="摘要写的是论文做了什么，很少写没有做什么；以下论文谈到了它。",
    cannot_say="“{title}” [{number}] 的摘要没有提到 {names}，因此无法回答。",
    in_title="标题给出了全称：“{title}” [{number}]。",
    all_from="来自 {origin} 的有 {papers}：",
    none_from="本语料库中没有来自 {origin} 的论文。",
    all_with_code="摘要或记录给出了代码的有 {papers}：",
    none_with_code="本语料库中没有摘要或记录给出代码。",
)


@functools.cache
def frames_for(language: str, *, traditional: bool = False) -> Frames:
    """The frames of a language; English where there are none of its own.

    Args:
        language: ISO 639-1 code.
        traditional: whether Chinese is to be in traditional script.
    """
    if language != "zh":
        return ENGLISH
    if not traditional:
        return CHINESE
    return Frames(**{name: in_traditional(text) for name, text in asdict(CHINESE).items()})


def join_names(names: list[str], frame: str) -> str:
    """Join names as prose does, by the frame given: ``A``, ``A and B``, ``A, B and C``."""
    if len(names) < 2:
        return "".join(names)
    return frame.format(first=", ".join(names[:-1]), last=names[-1])
