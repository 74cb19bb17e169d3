"""The fixed sentences of an answer, by language: all that askpapers says in its own words.

A frame claims nothing about a paper's content. Fields in braces are filled with names, counts
and addresses from the record.
"""

from __future__ import annotations

from dataclasses import dataclass


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


ENGLISH = Frames(
    named_quote="{name}: {quotes}",
    quoted="“{text}”",
    gap=" … ",
    yes_no="The abstract does not say so directly; the nearest it says:",
    not_mentioned="The abstract does not mention {names}.",
    not_exhaustive="Closest papers found; not a full count.",
    not_in_corpus="No paper in this corpus is about that.",
    nearest="The nearest, which is not about it, is “{title}”.",
    not_in_abstract="The abstract of “{title}” [{number}] does not say that.",
    full_text="The full text may: {url}",
    partly="The abstract does not say: {clauses}",
    and_="{first} and {last}",
    authors="“{title}” [{number}] is by {authors}.",
    no_authors="The lists do not name the authors of “{title}” [{number}].",
    authored="Papers here that name {author} as an author:",
    none_authored="No paper in this corpus names {author} as an author.",
    venue="“{title}” [{number}] is from {venue}.",
    no_venue="The lists do not say where or when “{title}” [{number}] appeared.",
    link="“{title}” [{number}] is at {url}",
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
)

CHINESE = Frames(
    named_quote="{name}：{quotes}",
    quoted="“{text}”",
    gap=" …… ",
    yes_no="摘要没有直接这样说；最接近的原文是：",
    not_mentioned="摘要没有提到 {names}。",
    not_exhaustive="以下是找到的最接近的论文，并非完整统计。",
    not_in_corpus="本语料库中没有关于这个问题的论文。",
    nearest="最接近的是“{title}”，但它并不是讲这个的。",
    not_in_abstract="“{title}” [{number}] 的摘要没有说明这一点。",
    full_text="全文或许有：{url}",
    partly="摘要没有说明：{clauses}",
    and_="{first} 和 {last}",
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
)


def frames_for(language: str) -> Frames:
    """The frames of a language; English where there are none of its own."""
    return CHINESE if language == "zh" else ENGLISH


def join_names(names: list[str], frames: Frames) -> str:
    """Join names as prose does: ``A``, ``A and B``, ``A, B and C``."""
    if len(names) < 2:
        return "".join(names)
    return frames.and_.format(first=", ".join(names[:-1]), last=names[-1])
