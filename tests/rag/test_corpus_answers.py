"""Answers about the corpus as a whole, over papers made by hand."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from index_store import records
from index_store.authors import names_by_folded
from index_store.papers import Source
from rag import corpus_answers
from rag.citations import CitationBook
from rag.frames import CHINESE, ENGLISH, frames_for
from rag.question import read_question


@pytest.fixture
def papers(make_paper):
    """Four papers, the store's order not that of their list."""
    made = [
        make_paper("We study ants.", title="Ants", authors=("Li Wei",), venue="NeurIPS", year=2024),
        make_paper("Stars burn slowly. We count them."),
        make_paper(
            "Bees dance. We introduce WaggleNet.",
            title="WaggleNet: Reading the Dance",
            authors=("Zoë Müller", "Karl von Frisch"),
            venue="ICML",
            year=2025,
        ),
        make_paper(
            "We propose HiveNet, a net of hives.",
            title=r"HiveNet: $\alpha$-hives",
            authors=("Zoë Müller", "Müller"),
            venue="ICML",
            year=2025,
        ),
    ]
    places = [4, 3, 2, 1]
    return [
        replace(paper, sources=(Source("/lists/made.jsonl", place),))
        for paper, place in zip(made, places, strict=True)
    ]


@pytest.fixture
def ask_of():
    """The draft for a question about these papers."""

    def ask_of(papers, question):
        read = read_question(question)
        authors = names_by_folded(map(records.to_json, papers))
        store = SimpleNamespace(all_papers=lambda: papers, authors=authors)
        frames = frames_for(read.language, traditional=read.traditional)
        return corpus_answers.answer(store, read, CitationBook(), frames)

    return ask_of


@pytest.fixture
def ask(ask_of, papers):
    return lambda question: ask_of(papers, question)


@pytest.fixture
def many(make_paper):
    """So many papers of one venue, by one author."""

    def many(count):
        return [
            make_paper(
                f"We propose Net{at}.",
                title=f"Title {at}",
                authors=("Ada Lovelace",),
                venue="ICML",
                year=2025,
            )
            for at in range(count)
        ]

    return many


def bullets(draft):
    return [line for line in draft.text.splitlines() if line.startswith("- ")]


# The size


def test_the_corpus_is_counted_by_venue(ask):
    draft = ask("How many papers do you have?")
    assert draft.text == "This corpus holds 4 papers (ICML 2025: 2, NeurIPS 2024: 1)."
    assert (draft.total, draft.reason, draft.sentences) == (4, None, ())


def test_a_single_venue_is_not_counted_twice(ask_of, many, papers):
    assert ask_of(many(2), "How many papers do you have?").text == (
        "This corpus holds 2 papers (ICML 2025)."
    )
    assert ask_of(papers[1:2], "How many papers do you have?").text == "This corpus holds 1 paper."


def test_large_counts_are_readable(ask_of, papers):
    draft = ask_of(papers[1:2] * 1234, "How many papers do you have?")
    assert draft.text == "This corpus holds 1,234 papers."


@pytest.mark.parametrize("question", ["List all the papers", "list everything", "how many papers"])
def test_a_list_that_nothing_narrows_is_the_corpus(ask, question):
    assert ask(question).text.startswith("This corpus holds 4 papers")
    assert ask(question).total == 4


# Small talk


def test_a_greeting_says_what_is_here_and_counts_nothing(ask):
    draft = ask("Hello")
    assert draft.text.startswith("Hello. I answer questions about the papers")
    assert "4 papers (ICML 2025: 2, NeurIPS 2024: 1)" in draft.text
    assert draft.total is None


def test_thanks_get_no_second_hello(ask):
    assert ask("Thank you, that was great!").text == ENGLISH.thanks
    assert ask("谢谢").text == CHINESE.thanks


@pytest.mark.parametrize(
    "question", ["What is this?", "help", "What can you do?", "who made you?", "Are you a bot?"]
)
def test_who_asks_what_this_is_is_told_how_to_ask(ask, question):
    draft = ask(question)
    assert draft.text.startswith("I answer questions about the papers in this corpus")
    assert "4 papers (ICML 2025: 2, NeurIPS 2024: 1)" in draft.text
    assert draft.text.endswith("“Who wrote …?”")
    assert (draft.total, draft.sentences) == (None, ())


# By venue and year


@pytest.mark.parametrize(
    "question",
    ["papers from ICML 2025", "Which papers are from ICML?", "papers from 2025", "papers at ICML"],
)
def test_all_papers_of_a_venue_or_year_in_the_order_of_their_list(ask, question):
    draft = ask(question)
    lead, blank, *shown = draft.text.splitlines()
    assert lead.startswith("2 papers from ")
    assert blank == ""
    assert shown == [
        "- HiveNet: “We propose HiveNet, a net of hives.” [1]",
        "- WaggleNet: “We introduce WaggleNet.” [2]",
    ]
    assert [sentence.citations for sentence in draft.sentences] == [(1,), (2,)]
    assert (draft.total, draft.reason) == (2, None)


def test_one_paper_of_a_year(ask):
    draft = ask("papers from 2024")
    assert draft.text == "1 paper from 2024:\n\n- “Ants”: “We study ants.” [1]"
    assert draft.total == 1


@pytest.mark.parametrize(
    ("question", "origin"),
    [
        ("papers from ICLR", "ICLR"),
        ("How many papers from 2019?", "2019"),
        ("papers from NeurIPS 2025", "NeurIPS 2025"),
    ],
)
def test_none_of_a_venue_or_year(ask, question, origin):
    draft = ask(question)
    assert draft.text == f"No paper in this corpus is from {origin}."
    assert (draft.reason, draft.total) == ("not_in_corpus", 0)


def test_a_venue_matches_as_a_word(ask_of, make_paper):
    workshop = make_paper("We study ants.", venue="NeurIPS Workshop", year=2024)
    other = make_paper("We study bees.", venue="ICMLA", year=2024)
    assert ask_of([workshop, other], "papers from NeurIPS").total == 1
    assert ask_of([workshop, other], "papers from ICML").total == 0


# By author


@pytest.mark.parametrize(
    "question",
    [
        "papers by Zoë Müller",
        "What did zoe muller write?",
        "Zoë Müller's papers",
        "has Zoë Müller written anything?",
        "What does Zoë Müller work on?",
        "ZOË MÜLLER",
    ],
)
def test_all_papers_of_an_author_in_any_phrasing(ask, question):
    draft = ask(question)
    assert draft.text.startswith("Papers here that name Zoë Müller as an author:\n\n- HiveNet: ")
    assert len(bullets(draft)) == draft.total == 2


def test_part_of_a_name_will_do_where_an_author_is_asked_for(ask):
    for question in ("papers by Frisch", "What did Frisch Karl write?", "anything by Karl Frisch"):
        assert bullets(ask(question)) == ["- WaggleNet: “We introduce WaggleNet.” [1]"], question
    assert ask("papers by Müller").total == 2


def test_a_surname_may_open_with_a_particle(ask):
    draft = ask("papers by von Frisch")
    assert draft is not None
    assert draft.total == 1


def test_a_single_word_that_is_also_an_author_names_nobody_elsewhere(ask):
    assert ask("What is the Müller bound?") is None


def test_an_author_with_a_particle(ask):
    draft = ask("Which papers has Karl von Frisch written?")
    assert draft.text.startswith("Papers here that name Karl von Frisch as an author:")
    assert draft.total == 1


def test_the_papers_of_several_authors_are_put_together(ask):
    draft = ask("Papers of Li Wei or Karl von Frisch?")
    assert draft.total == 2
    assert [line.split(":")[0] for line in bullets(draft)] == ["- WaggleNet", "- “Ants”"]


def test_no_paper_is_said_to_name_two_authors_that_none_names_together(ask):
    lead = ask("Papers of Li Wei or Karl von Frisch?").text.splitlines()[0]
    assert "Li Wei and Karl von Frisch as an author" not in lead
    assert "Karl von Frisch and Li Wei as an author" not in lead


@pytest.mark.parametrize("name", ["Ada Lovelace", "Zoë Frisch", "Mül"])
def test_an_author_nobody_names(ask, name):
    draft = ask(f"papers by {name}")
    assert draft.text == f"No paper in this corpus names {name} as an author."
    assert (draft.reason, draft.total, draft.sentences) == ("not_in_corpus", 0, ())


# Long lists


def test_twelve_papers_are_quoted_and_thirteen_only_named(ask_of, many):
    twelve = ask_of(many(12), "papers from ICML")
    assert twelve.text.startswith("12 papers from ICML:\n\n- “Title 0”: “We propose Net0.” [1]\n")
    thirteen = ask_of(many(13), "papers from ICML")
    assert thirteen.text.startswith("13 papers from ICML:\n\n- “Title 0” [1]\n- “Title 1” [2]\n")
    assert (len(bullets(thirteen)), thirteen.total) == (13, 13)
    assert all(one.why == "from the record" for one in thirteen.sentences)
    assert [one.citations for one in thirteen.sentences] == [(at,) for at in range(1, 14)]


def test_a_title_is_shown_without_latex(ask_of, papers, many):
    draft = ask_of([*many(13), papers[3]], "papers from 2025")
    assert "- “HiveNet: α-hives” [" in draft.text


# Everything


@pytest.mark.parametrize(
    "question", ["Summarise everything", "What are the papers about?", "overview of the corpus"]
)
def test_a_summary_of_everything_has_a_bullet_for_each_paper(ask, question):
    draft = ask(question)
    assert draft.text.splitlines()[0] == ENGLISH.summary_of
    assert [line.split(": “")[0] for line in bullets(draft)] == [
        "- HiveNet",
        "- WaggleNet",
        "- Stars burn slowly. We count them.",
        "- “Ants”",
    ]
    assert draft.total == 4


def test_a_corpus_too_large_to_summarise_is_counted(ask_of, many):
    assert len(bullets(ask_of(many(60), "Summarise everything"))) == 60
    draft = ask_of(many(61), "Summarise everything")
    assert draft.text == "This corpus holds 61 papers (ICML 2025)."


def test_a_paper_without_abstract_is_listed_as_such(ask_of, make_paper):
    bare = make_paper("", title="FooNet: nothing known", authors=("Ada Lovelace",))
    assert bullets(ask_of([bare], "papers by Ada Lovelace")) == [
        "- FooNet: the lists give no abstract [1]"
    ]


# With code


CODED = (
    "We propose AntNet. It counts ants. Code is available at https://github.com/a/ants.",
    "We propose BeeNet. Our code is released.",
)


@pytest.fixture
def coded(papers, make_paper):
    """The papers, three more of which lead to code."""
    record = make_paper(
        "We propose WaspNet.",
        title="WaspNet: Wasps",
        links=(("code_url", "https://example.org/wasps"),),
    )
    made = [*map(make_paper, CODED), record]
    return [
        *papers,
        *(
            replace(paper, sources=(Source("/lists/made.jsonl", place),))
            for place, paper in enumerate(made, 5)
        ),
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Which papers have code?",
        "How many papers release their code?",
        "List the papers with code on GitHub",
        "Which abstracts link to a code repository?",
        "How many papers come with a public implementation?",
    ],
)
def test_papers_with_code_are_counted_and_quoted_where_they_say_so(ask_of, coded, question):
    draft = ask_of(coded, question)
    lead, *_ = draft.text.splitlines()
    assert lead == "3 papers whose abstract or record leads to code:"
    first, second, third = bullets(draft)
    assert first == "- AntNet: “Code is available at https://github.com/a/ants.” [1]"
    assert second == "- BeeNet: “Our code is released.” [2]"
    assert third.startswith("- WaspNet")
    assert (draft.total, draft.reason) == (3, None)


@pytest.mark.parametrize(
    ("question", "lead"),
    [
        ("哪些论文公开了代码？", "摘要或记录给出了代码的有 3 篇论文："),
        ("有多少篇论文开源了？", "摘要或记录给出了代码的有 3 篇论文："),
        ("列出有 GitHub 链接的论文", "摘要或记录给出了代码的有 3 篇论文："),
        ("哪些論文公開了程式碼？", "摘要或記錄給出了代碼的有 3 篇論文："),
    ],
)
def test_papers_with_code_are_counted_in_chinese(ask_of, coded, question, lead):
    draft = ask_of(coded, question)
    assert draft.text.splitlines()[0] == lead
    assert draft.total == len(bullets(draft)) == 3


def test_one_paper_with_code(ask_of, coded):
    draft = ask_of(coded[:5], "Which papers have code?")
    assert draft.text.splitlines()[0] == "1 paper whose abstract or record leads to code:"
    assert draft.total == 1


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which papers have code?", ENGLISH.none_with_code),
        ("哪些论文公开了代码？", CHINESE.none_with_code),
    ],
)
def test_no_paper_with_code(ask, question, text):
    draft = ask(question)
    assert (draft.text, draft.reason, draft.total) == (text, "not_in_corpus", 0)


@pytest.mark.parametrize(
    "question",
    [
        "Which papers are about code generation?",
        "Which papers on bees have code?",
        "Is there code for WaggleNet?",
        "哪些论文研究代码生成？",
        "关于蜜蜂的论文有哪些公开了代码？",
        "WaggleNet 的代码在哪里？",
    ],
)
def test_code_of_some_paper_or_topic_is_no_matter_of_the_corpus(ask_of, coded, question):
    assert ask_of(coded, question) is None


# In Chinese


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("一共有多少篇论文？", "本语料库共有 4 篇论文 (ICML 2025: 2, NeurIPS 2024: 1)。"),
        ("一共有多少篇論文？", "本語料庫共有 4 篇論文 (ICML 2025: 2, NeurIPS 2024: 1)。"),
        ("列出所有论文", "本语料库共有 4 篇论文 (ICML 2025: 2, NeurIPS 2024: 1)。"),
        ("有哪些 2019 年的论文？", "本语料库中没有来自 2019 的论文。"),
        ("作者是 Ada Lovelace 的论文有哪些？", "本语料库中没有论文的作者是 Ada Lovelace。"),
    ],
)
def test_the_corpus_is_told_in_chinese(ask, question, text):
    assert ask(question).text.splitlines()[0] == text


def test_papers_of_a_venue_in_chinese(ask):
    draft = ask("ICML 2025 的论文有哪些？")
    assert draft.text.splitlines()[0] == "来自 ICML 2025 的有 2 篇论文："
    assert (draft.total, len(bullets(draft))) == (2, 2)


@pytest.mark.parametrize("question", ["Zoë Müller 写过哪些论文？", "作者是 Zoë Müller 的论文"])
def test_papers_of_an_author_in_chinese(ask, question):
    draft = ask(question)
    assert draft.text.splitlines()[0] == "作者中有 Zoë Müller 的论文："
    assert draft.total == 2


@pytest.mark.parametrize("question", ["总结一下这个语料库", "总结所有论文", "概括全部内容"])
def test_a_summary_of_everything_in_chinese(ask, question):
    draft = ask(question)
    assert draft.text.splitlines()[0] == CHINESE.summary_of
    assert draft.total == 4


@pytest.mark.parametrize(
    "question", ["什么是 WaggleNet？", "谁写了 WaggleNet？", "哪些论文研究蜜蜂？", "总结蜜蜂的研究"]
)
def test_what_is_not_about_the_whole_corpus_in_chinese(ask, question):
    assert ask(question) is None


# What single papers must answer


@pytest.mark.parametrize(
    "question",
    [
        "What is WaggleNet?",
        "Who wrote WaggleNet?",
        "Which papers are about bees?",
        "Summarise what there is on bees",
        "papers like WaggleNet",
        "results by fine-tuning",
        "papers by field",
    ],
)
def test_what_is_not_about_the_whole_corpus(ask, question):
    assert ask(question) is None
