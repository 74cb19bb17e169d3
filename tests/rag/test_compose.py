import pytest

from rag import compose
from rag.answers import Evidence
from rag.citations import CitationBook
from rag.compose import Chosen
from rag.frames import CHINESE, ENGLISH


@pytest.fixture
def bees(make_paper):
    return make_paper(
        "Bees dance. We introduce WaggleNet. Nobody knew. It finds flowers.",
        title="WaggleNet: Reading the Dance",
        url="https://example.org/bees",
    )


@pytest.fixture
def stars(make_paper):
    return make_paper("Stars burn slowly. We count them.", title="Counting all Stars")


@pytest.fixture
def book():
    return CitationBook()


def test_one_paper_is_named_and_quoted(bees, book):
    draft = compose.one_paper(Chosen(bees, (0, 1, 3)), book, ENGLISH)
    assert draft.text == (
        "WaggleNet: “Bees dance. We introduce WaggleNet.” … “It finds flowers.” [1]"
    )
    assert [sentence.text for sentence in draft.sentences] == [
        "Bees dance. We introduce WaggleNet.",
        "It finds flowers.",
    ]
    assert [sentence.evidence for sentence in draft.sentences] == [
        (Evidence(1, 0),),
        (Evidence(1, 1),),
    ]
    assert draft.reason is None


def test_frames_lead(bees, book):
    draft = compose.one_paper(Chosen(bees, (0,)), book, ENGLISH, lead=[ENGLISH.yes_no])
    assert draft.text == f"{ENGLISH.yes_no}\nWaggleNet: “Bees dance.” [1]"


def test_several_papers_have_a_bullet_each(bees, stars, book):
    chosen = [Chosen(stars, (1,)), Chosen(bees, (0,))]
    draft = compose.several_papers(chosen, book, ENGLISH, lead=["Lead."])
    assert draft.text.splitlines() == [
        "Lead.",
        "",
        "- “Counting all Stars”: “We count them.” [1]",
        "- WaggleNet: “Bees dance.” [2]",
    ]
    assert [sentence.citations for sentence in draft.sentences] == [(1,), (2,)]


def test_not_in_corpus_names_the_nearest_as_such(bees):
    draft = compose.not_in_corpus(bees, ENGLISH)
    assert draft.reason == "not_in_corpus"
    assert draft.text == (
        "No paper in this corpus is about that. "
        "The nearest, “WaggleNet: Reading the Dance”, is about something else."
    )
    assert draft.sentences == ()
    assert compose.not_in_corpus(None, ENGLISH).text == "No paper in this corpus is about that."


def test_not_in_abstract_names_the_paper_what_is_missing_and_the_way_on(bees, book):
    draft = compose.not_in_abstract(bees, ["Adam", "SGD"], book, ENGLISH)
    assert draft.reason == "not_in_abstract"
    assert draft.text == (
        "The abstract of “WaggleNet: Reading the Dance” [1] does not mention “Adam” and “SGD”, "
        "so it cannot say. "
        "The full text may: https://example.org/bees"
    )
    (sentence,) = draft.sentences
    assert sentence.citations == (1,)
    assert sentence.evidence == ()
    assert sentence.why
    assert "[1]" not in sentence.text


def test_not_in_abstract_without_a_name_says_just_that(stars, book):
    text = compose.not_in_abstract(stars, [], book, ENGLISH).text
    assert text == "The abstract of “Counting all Stars” [1] does not say that."


def test_a_paper_without_abstract_is_named_with_its_number(make_paper, book):
    bare = make_paper("", title="FooNet: nothing known")
    draft = compose.several_papers([Chosen(bare, ())], book, ENGLISH)
    assert draft.text == "- FooNet: the lists give no abstract [1]"
    assert draft.sentences == ()


def test_titles_alone(bees, stars, book):
    draft = compose.titles_only([stars, bees], book, ENGLISH, lead=["Lead."])
    assert draft.text.splitlines() == [
        "Lead.",
        "",
        "- “Counting all Stars” [1]",
        "- “WaggleNet: Reading the Dance” [2]",
    ]
    assert [(one.text, one.citations, one.why) for one in draft.sentences] == [
        ("“Counting all Stars”", (1,), "from the record"),
        ("“WaggleNet: Reading the Dance”", (2,), "from the record"),
    ]


def test_a_title_that_answers(bees, book):
    draft = compose.titled(bees, book, ENGLISH)
    assert draft.text == "Its title spells it out: “WaggleNet: Reading the Dance” [1]."
    (sentence,) = draft.sentences
    assert sentence.text == "Its title spells it out: “WaggleNet: Reading the Dance”."
    assert (sentence.citations, sentence.evidence) == ((1,), ())
    assert sentence.why == "from the title"


def test_drafts_are_joined_and_equal_ones_said_once(bees, stars, book):
    one = compose.one_paper(Chosen(bees, (0,)), book, ENGLISH)
    other = compose.one_paper(Chosen(stars, (1,)), book, ENGLISH)
    draft = compose.joined([one, other, one])
    assert draft.text == f"{one.text}\n{other.text}"
    assert draft.sentences == (*one.sentences, *other.sentences)


def test_joined_drafts_are_a_refusal_only_when_all_are(bees, stars, book):
    said = compose.one_paper(Chosen(bees, (0,)), book, ENGLISH)
    refused = compose.not_in_abstract(stars, [], book, ENGLISH)
    assert compose.joined([said, refused]).reason is None
    assert compose.joined([refused, refused]).reason == "not_in_abstract"


def test_titles_in_frames_are_shown_without_latex(make_paper, book):
    paper = make_paper("We count.", title=r"$\alpha$-Nets of \textbf{hives}", url="https://a.b/c")
    assert compose.plain_title(paper) == "α-Nets of hives"
    assert compose.not_in_corpus(paper, ENGLISH).text.endswith(
        "The nearest, “α-Nets of hives”, is about something else."
    )
    for draft in (
        compose.not_in_abstract(paper, [], book, ENGLISH),
        compose.titles_only([paper], book, ENGLISH),
        compose.titled(paper, book, ENGLISH),
    ):
        assert "“α-Nets of hives” [1]" in draft.text
    assert compose.short_name(paper) == "“α-Nets of hives”"


def test_without_link_no_way_on_is_promised(stars, book):
    assert "full text" not in compose.not_in_abstract(stars, [], book, ENGLISH).text


@pytest.mark.parametrize(
    ("names", "joined"),
    [(["A"], "“A”."), (["A", "B"], "“A” and “B”."), (["A", "B", "C"], "“A”, “B” and “C”.")],
)
def test_names_not_mentioned_are_joined(names, joined):
    text = compose.not_mentioned(names, ENGLISH)
    assert text == f"The abstract does not mention {joined}"


def test_the_full_text_is_where_the_record_says(make_paper):
    assert compose.full_text_address(make_paper("A b.")) is None
    linked = make_paper("A b.", links=(("pdf", "https://example.org/pdf"),))
    assert compose.full_text_address(linked) == "https://example.org/pdf"


def test_short_names(bees, stars, make_paper):
    assert compose.short_name(bees) == "WaggleNet"
    assert compose.short_name(stars) == "“Counting all Stars”"
    assert compose.short_name(make_paper("We introduce **WaggleNet**, a net.")) == "WaggleNet"


def test_chinese_frames_leave_quotes_as_written(bees, book):
    draft = compose.one_paper(Chosen(bees, (0,)), book, CHINESE, lead=[CHINESE.yes_no])
    assert draft.text == "摘要没有直接这样说；最接近的原文是：\nWaggleNet：“Bees dance.” [1]"
