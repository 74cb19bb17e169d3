"""Each form of answer, as a researcher reads it, over the sample corpus."""

import re

import pytest

from rag.answers import answer_json
from rag.assistant import Assistant
from rag.frames import CHINESE, ENGLISH

LINK = "https://openreview.net/forum?id=NSxKNNFni0"


def quotes(answer):
    return " … ".join(quote.text for one in answer.citations for quote in one.quotes)


def titles(answer):
    return [citation.paper.display_title for citation in answer.citations]


# One fact


def test_a_fact_is_quoted_from_one_paper(ask):
    answer = ask("On how many models and samplers was HarmoniCa tested?")
    (citation,) = answer.citations
    assert citation.paper.title.startswith("HarmoniCa: ")
    assert "$8$ models, $4$ samplers" in citation.quotes[0].text
    assert answer.answer.startswith("HarmoniCa: “Extensive experiments across $8$ models")
    assert answer.answer.endswith("” [1]")
    assert not answer.refused


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("How big is the batch that MERIT makes possible?", "6k batch size"),
        ("By how much does AWM improve on its benchmarks?", "24.6%"),
        ("How many tasks does DevAI hold?", "55 realistic AI code generation tasks"),
        ("Why does LAMB fail?", "trust ratio"),
        ("What datasets does DVP use?", "11 downstream datasets"),
        ("Does HDM use less memory than L-BFGS?", "using less memory and cheaper iterations"),
        ("How does RestoreGrad work?", "into the variational autoencoder (VAE) framework"),
        ("what trie constrains decoding on knowledge graphs", "KG-Trie"),
    ],
)
def test_the_fact_asked_for_is_in_a_quote(ask, question, fact):
    assert fact in quotes(ask(question))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is G2PT?", "an auto-regressive model that learns graph structures"),
        ("What is HarmoniCa?", "*caching* framework dubbed **HarmoniCa**"),
        ("What is the meaning of PEAKS?", "we propose PEAKS (Prediction Error Anchored"),
    ],
)
def test_what_something_is_gets_the_sentence_that_introduces_it(ask, question, words):
    answer = ask(question)
    assert answer.kind == "define"
    assert len(answer.citations) == 1
    assert words in quotes(answer)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What does AWM stand for?", "Agent Workflow Memory (AWM)"),
        ("what does peaks stand for", "PEAKS (Prediction Error Anchored by Kernel Similarity)"),
        ("What does HDM stand for?", "hypergradient descent method ($\\texttt{HDM}$)"),
        ("VAE stands for what?", "variational autoencoder (VAE)"),
    ],
)
def test_an_acronym_gets_the_one_sentence_that_spells_it_out(ask, question, words):
    answer = ask(question)
    (sentence,) = answer.sentences
    assert words in sentence.text
    assert sentence.evidence
    assert answer.confidence == 1.0


def test_an_acronym_that_the_title_spells_out(ask):
    answer = ask("What does MERIT stand for?")
    assert answer.answer == (
        "Its title spells it out: “MERIT: Maximum-normalized Element-wise Ratio for Language "
        "Model Large-batch Training” [1]."
    )
    assert (answer.refused, answer.citations[0].quotes) == (False, ())


def test_an_acronym_that_nobody_spells_out(ask):
    answer = ask("What does LAMB stand for?")
    assert answer.reason == "not_in_abstract"
    assert titles(answer)[0].startswith("MERIT: ")
    assert ask("What does XYZZY stand for?").reason == "not_in_corpus"


def test_a_longer_acronym_does_not_spell_out_the_shorter(ask):
    """ "Chinese Scene Text Retrieval CLIP (CSTR-CLIP)" spells out CSTR-CLIP, not CLIP."""
    assert "(CSTR-CLIP)" not in quotes(ask("What does CLIP stand for?"))


@pytest.mark.parametrize(
    "question",
    [
        "What are the limitations of HarmoniCa?",
        "What are HarmoniCa's limitations?",
        "What limitations does MERIT have?",
        "weaknesses of PEAKS",
    ],
)
def test_what_is_said_of_earlier_work_is_no_limit_of_the_paper_itself(ask, question):
    answer = ask(question)
    assert answer.reason == "not_in_abstract"
    assert len(answer.citations) == 1
    assert quotes(answer) == ""


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What are the limitations of message passing?", "a limitation known as over-squashing"),
        ("What is wrong with caching before HarmoniCa?", "It also suffers from"),
        ("What drawbacks of existing caching does HarmoniCa address?", "caching"),
        ("Which limitations of earlier optimizers does MERIT address?", "Existing optimizers"),
    ],
)
def test_the_limits_of_earlier_work_are_quoted(ask, question, words):
    answer = ask(question)
    assert answer.reason is None
    assert words in quotes(answer)


@pytest.mark.parametrize(
    "question",
    [
        "tell me more",
        "And its limitations?",
        "What about the second one?",
        "What did they prove?",
        "What does this paper propose?",
        "Who wrote it?",
        "Is it?",
        "How does it compare?",
    ],
)
def test_a_question_that_names_no_topic_is_asked_back(ask, question):
    answer = ask(question)
    assert answer.answer == "Which paper do you mean? Name it, or say what it is about."
    assert (answer.refused, answer.citations, answer.total) == (False, (), None)


@pytest.mark.parametrize(
    "question",
    [
        "<b>On how many models</b> was **HarmoniCa** [3] tested?",
        "ON HOW MANY MODELS WAS HARMONICA TESTED?",
    ],
)
def test_markup_and_shouting_do_not_change_the_answer(ask, question):
    answer = ask(question)
    assert answer.answer == ask("On how many models was HarmoniCa tested?").answer
    assert answer.question == question


def test_two_clauses_are_both_answered(ask):
    answer = ask("What benchmark does Agent-as-a-Judge bring, and how many tasks does it hold?")
    assert "we present **DevAI**" in quotes(answer)
    assert "55 realistic AI code generation tasks" in quotes(answer)
    assert ENGLISH.partly.split("{")[0] not in answer.answer


def test_a_clause_that_is_not_answered_is_named_and_the_other_answered(ask):
    answer = ask("On how many models was HarmoniCa tested, and on which GPU was it run?")
    assert answer.answer.startswith("The abstract does not say: “")
    assert "on which GPU was it run" in answer.answer.splitlines()[0]
    assert "$8$ models" in quotes(answer)
    assert not answer.refused


def test_what_the_abstract_says_is_not_said_to_be_missing(ask):
    answer = ask("How does HarmoniCa reduce training time and what is the speedup?")
    assert "reduces training time" in quotes(answer)
    assert "does not say" not in answer.answer


def test_what_is_open_sourced_is_no_question_for_the_code(ask):
    assert "3,079 games" in quotes(ask("How many Hanabi games did AH2AC2 open-source?"))


def test_a_back_reference_brings_what_it_refers_to(ask):
    answer = ask("What are the two discrepancies that HarmoniCa addresses?")
    assert "These two discrepancies compromise both" in quotes(answer)
    assert not any(quote.text.startswith(("It ", "These ")) for quote in answer.citations[0].quotes)


# Yes or no


@pytest.mark.parametrize(
    "question",
    [
        "Does MERIT beat LAMB?",
        "Does PEAKS outperform random selection?",
        "Can PEAKS be used when data come as a stream?",
        "Is HarmoniCa better than LRA-QViT?",
    ],
)
def test_yes_no_gets_a_frame_and_never_a_yes_or_no(ask, question):
    answer = ask(question)
    assert answer.answer.startswith(f"{ENGLISH.yes_no}\n")
    assert not re.search(r"\b(yes|no)\b", answer.answer, re.I)
    assert answer.citations


@pytest.mark.parametrize(
    "question",
    ["Does HDM use less memory than L-BFGS?", "Does HarmoniCa reduce training time?"],
)
def test_a_sentence_that_holds_the_words_of_a_yes_no_question_speaks_for_itself(ask, question):
    lead, quoted = ask(question).answer.split("\n")
    assert lead == "The abstract says:"
    assert quoted.endswith("” [1]")
    assert not re.search(r"\b(yes|no)\b", lead, re.I)


def test_who_is_compared_with_but_not_mentioned_is_named(ask):
    answer = ask("Is HDM better than Adam?")
    assert (answer.refused, answer.reason) == (True, "not_in_abstract")
    assert "[1] does not mention “Adam”, so it cannot say. The full text may: " in answer.answer
    assert titles(answer) == [
        "Provable and Practical Online Learning Rate Adaptation with Hypergradient Descent"
    ]


# The record


def test_authors(ask):
    answer = ask("Who wrote G2PT?")
    assert answer.answer == (
        "“Graph Generative Pre-trained Transformer” [1] is by Xiaohui Chen, Yinkai Wang, "
        "Jiaxing He, Yuanqi Du, Soha Hassoun, Xiaolin Xu and Liping Liu."
    )
    assert answer.kind == "about"


def test_code(ask):
    answer = ask("Is there code for PEAKS?")
    assert quotes(answer) == "The code is available at https://github.com/BurakGurbuz97/PEAKS."
    missing = ask("Is there code for HDM?")
    assert missing.reason == "not_in_abstract"
    assert missing.answer.startswith("Neither the abstract nor the record of “Provable and")


def test_venue_year_and_link(ask):
    assert ask("Where was MERIT published?").answer.endswith("” [1] is from ICML 2025.")
    assert ask("When was MERIT published?").answer.endswith("” [1] is from ICML 2025.")
    assert ask("What is the link to MERIT?").answer.endswith(f"” [1]: {LINK}")


def test_two_facts_of_the_record_are_both_given(ask):
    answer = ask("Who wrote MERIT, and where was it published?")
    assert "Yang You" in answer.answer
    assert "ICML 2025" in answer.answer


def test_several_fields_of_a_record_are_all_given(ask):
    authors, code = ask("the authors and code of PEAKS").answer.split("\n")
    assert authors.endswith(
        "[1] is by Mustafa Burak Gurbuz, Xingyu Zheng and Constantine Dovrolis."
    )
    assert code == "PEAKS: “The code is available at https://github.com/BurakGurbuz97/PEAKS.” [1]"


def test_the_records_of_several_papers_are_given_in_the_order_asked(ask):
    for first, second in (("MERIT", "PEAKS"), ("PEAKS", "MERIT")):
        lines = ask(f"Who wrote {first} and {second}?").answer.split("\n")
        assert [line.split(":")[0] for line in lines] == [f"“{first}", f"“{second}"]
        assert ("[1] is by" in lines[0], "[2] is by" in lines[1]) == (True, True)


def test_record_and_abstract_answer_one_question(ask):
    record, abstract = ask("Who wrote G2PT, and what is it?").answer.split("\n")
    assert " is by Xiaohui Chen, " in record
    assert "an auto-regressive model that learns graph structures" in abstract


def test_where_and_when_is_one_line(ask):
    answer = ask("Where and when was MERIT published?")
    assert answer.answer.endswith("” [1] is from ICML 2025.")


def test_a_part_of_the_record_that_is_missing_does_not_hide_the_rest(ask):
    answer = ask("the authors and code of HDM")
    assert answer.reason is None
    assert "is by Ya-Chi Chu" in answer.answer
    assert "links to code" in answer.answer


@pytest.mark.parametrize(
    "question",
    [
        "papers by Shirui Pan",
        "What did Shirui Pan write?",
        "Which papers are by Shirui Pan?",
        "Which papers did shirui pan write?",
        "has Shirui Pan written anything?",
        "Shirui Pan's papers",
    ],
)
def test_all_papers_of_an_author(ask, question):
    answer = ask(question)
    assert answer.total == 2
    assert len(answer.answer.split("\n- ")) == 3
    assert sorted(title.split()[0] for title in titles(answer)) == [
        "Graph-constrained",
        "Mitigating",
    ]


def test_an_author_of_none(ask):
    answer = ask("papers by Ada Lovelace")
    assert answer.answer == "No paper in this corpus names Ada Lovelace as an author."
    assert (answer.reason, answer.total, answer.citations) == ("not_in_corpus", 0, ())


@pytest.mark.parametrize(
    "question", ["How many papers do you have?", "how many papers are in the corpus"]
)
def test_the_corpus_is_counted(ask, question):
    answer = ask(question)
    assert answer.answer == "This corpus holds 38 papers (ICML 2025)."
    assert (answer.total, answer.refused, answer.citations) == (38, False, ())


@pytest.mark.parametrize(
    "question",
    ["papers from ICML 2025", "Which papers are from ICML?", "how many papers are from 2025?"],
)
def test_a_long_list_by_venue_or_year_is_whole_and_names_titles_only(ask, question):
    answer = ask(question)
    assert answer.total == len(answer.citations) == 38
    assert answer.answer.startswith("38 papers from ")
    assert answer.answer.count("\n- “") == 38
    assert quotes(answer) == ""
    assert [citation.number for citation in answer.citations] == list(range(1, 39))
    sources = [citation.paper.sources[0] for citation in answer.citations]
    assert sources == sorted(sources, key=lambda source: (source.path, source.ordinal))


@pytest.mark.parametrize("question", ["papers from NeurIPS", "How many papers from 2024?"])
def test_a_venue_or_year_of_none(ask, question):
    answer = ask(question)
    assert answer.answer.startswith("No paper in this corpus is from ")
    assert (answer.reason, answer.total, answer.citations) == ("not_in_corpus", 0, ())


@pytest.mark.parametrize(
    "question", ["How many papers do you have from ICML?", "papers about diffusion from ICML 2025"]
)
def test_what_is_here_is_not_denied_for_its_venue(ask, question):
    assert ask(question).reason is None


@pytest.mark.parametrize("question", ["What is this?", "What can you do?", "who made you?"])
def test_what_this_is_gets_help_that_claims_nothing_more(ask, question):
    answer = ask(question)
    assert answer.kind == "talk"
    assert answer.answer == ENGLISH.help.format(papers="38 papers", venues=" (ICML 2025)")
    assert (answer.total, answer.refused, answer.citations) == (None, False, ())


@pytest.mark.parametrize("question", ["Hello", "good morning!", "你好"])
def test_a_greeting_gets_a_short_true_line(ask, question):
    answer = ask(question)
    assert answer.kind == "talk"
    assert "38" in answer.answer
    assert len(answer.answer) < 200
    assert (answer.total, answer.refused, answer.citations) == (None, False, ())


def test_thanks_get_no_second_hello(ask):
    for question in ("thanks", "Thank you very much!"):
        answer = ask(question)
        assert answer.kind == "talk"
        assert "Hello" not in answer.answer


def test_who_someone_is_gets_their_papers(ask):
    answer = ask("Who is Jürgen Schmidhuber?")
    assert titles(answer) == ["Agent-as-a-Judge: Evaluate Agents with Agents"]
    assert answer.total == 1


# Several papers


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which papers are about offline reinforcement learning?", {"Robust Offline", "Unveiling"}),
        ("how many papers are about diffusion models?", {"Smoothed", "RestoreGrad", "HarmoniCa"}),
        (
            "Are there any papers about graphs?",
            {"Mitigating", "Graph Generative", "On Explaining"},
        ),
    ],
)
def test_a_list_opens_by_saying_that_it_is_no_full_count(ask, question, expected):
    answer = ask(question)
    lead, blank, *bullets = answer.answer.split("\n")
    assert lead.startswith("Closest papers found; not a full count")
    assert blank == ""
    assert answer.total is None
    assert len(bullets) == len(answer.citations)
    for place, bullet in enumerate(bullets, start=1):
        assert bullet.startswith("- ")
        assert bullet.endswith(f"” [{place}]")
    assert all(any(title.startswith(one) for title in titles(answer)) for one in expected)


def test_the_papers_of_a_list_come_best_first(ask):
    answer = ask("Which papers are about offline reinforcement learning?")
    ranks = [found.paper.paper_id for found in answer.retrieved]
    cited = [ranks.index(citation.paper.paper_id) for citation in answer.citations]
    assert cited == sorted(cited)


def test_who_asks_for_all_papers_is_not_told_that_none_is_about_that(ask):
    answer = ask("List all the papers")
    assert (answer.reason, answer.total) == (None, 38)


@pytest.mark.parametrize(
    "question",
    [
        "Which papers are similar to HarmoniCa?",
        "papers like HarmoniCa",
        "works related to HarmoniCa",
    ],
)
def test_papers_like_one_are_near_it_and_not_that_one(ask, question):
    answer = ask(question)
    assert answer.answer.startswith(ENGLISH.not_exhaustive)
    assert titles(answer)[0].startswith("RestoreGrad")
    found = [one.paper.display_title for one in answer.retrieved]
    assert len(found) == 10
    assert not any(title.startswith("HarmoniCa") for title in found)


def test_something_like_a_paper_is_a_list_of_others_too(ask):
    answer = ask("something similar to MERIT")
    assert "does not mention" not in answer.answer
    assert answer.answer.startswith(ENGLISH.not_exhaustive)


def test_papers_that_do_not_do_something_are_shown_with_a_word_of_care(ask):
    lead = ask("Which papers do not use reinforcement learning?").answer.split("\n")[0]
    assert lead == f"{ENGLISH.not_exhaustive} {ENGLISH.negated}"


def test_each_paper_of_a_list_shows_the_words_it_is_listed_for(ask):
    answer = ask("Which papers are about offline reinforcement learning?")
    for citation in answer.citations:
        text = " ".join(quote.text for quote in citation.quotes).casefold()
        assert "offline" in text or "reinforcement learning" in text


def test_a_comparison_has_a_bullet_for_each_named_paper(ask):
    answer = ask("HarmoniCa versus LRA-QViT: how much do they save?")
    lead, blank, first, second = answer.answer.split("\n")
    assert (lead, blank) == ("What each abstract says:", "")
    assert (first.split(":")[0], second.split(":")[0]) == ("- HarmoniCa", "- LRA-QViT")
    assert "latency reduction" in quotes(answer)
    assert "31.8\\%" in quotes(answer)


def test_a_comparison_follows_the_order_of_the_question(ask):
    for names in (["MERIT", "HarmoniCa"], ["HarmoniCa", "MERIT"]):
        answer = ask(f"Compare {names[0]} and {names[1]}")
        lead, blank, *bullets = answer.answer.split("\n")
        assert (lead, blank) == ("What each abstract says:", "")
        assert [bullet.split(":")[0] for bullet in bullets] == [f"- {name}" for name in names]
        assert [bullet[-3:] for bullet in bullets] == ["[1]", "[2]"]


# Summaries


def test_a_paper_is_summarised_by_contribution_and_result(ask):
    answer = ask("Summarise PEAKS")
    assert len(answer.citations) == 1
    assert answer.answer.startswith("PEAKS: “")
    assert "we propose PEAKS" in quotes(answer)
    assert "consistently outperforms existing selection strategies" in quotes(answer)


def test_a_topic_is_summarised_paper_by_paper(ask):
    answer = ask("Summarise what there is on diffusion models")
    assert answer.kind == "summary"
    assert answer.answer.startswith(f"{ENGLISH.summary_of}\n\n- ")
    for title in ("Smoothed Preference", "RestoreGrad", "HarmoniCa"):
        assert any(one.startswith(title) for one in titles(answer))
    sentences = [sentence.text for sentence in answer.sentences]
    assert len(sentences) == len(set(sentences))
    assert all(sentence.citations for sentence in answer.sentences)


def test_a_topic_that_is_not_there_is_not_summarised(ask):
    assert ask("Summarise what there is on sourdough baking").reason == "not_in_corpus"


# Not knowing


@pytest.mark.parametrize(
    "question",
    [
        "What learning rate did MERIT use?",
        "On which GPU was MERIT run?",
        "Who funded MERIT?",
        "How many annotators did MERIT need?",
    ],
)
def test_the_paper_is_here_but_its_abstract_does_not_say(ask, question):
    answer = ask(question)
    assert (answer.refused, answer.reason) == (True, "not_in_abstract")
    (citation,) = answer.citations
    assert citation.paper.title.startswith("MERIT: ")
    assert citation.quotes == ()
    assert "[1] does not say that." in answer.answer
    assert LINK in answer.answer
    assert len(answer.retrieved) == 10


@pytest.mark.parametrize(
    "question",
    [
        "how long to bake a sourdough loaf",
        "What is the capital of France?",
        "Who wrote the paper on sourdough?",
        "asdf qwer zxcv",
        "1234",
    ],
)
def test_no_paper_here_is_about_that(ask, question):
    answer = ask(question)
    assert (answer.refused, answer.reason) == (True, "not_in_corpus")
    nearest = answer.retrieved[0].paper.display_title
    assert answer.answer == (
        f"No paper in this corpus is about that. The nearest, “{nearest}”, is about something else."
    )
    assert (answer.citations, answer.sentences) == ((), ())
    assert len(answer.retrieved) == 10


# Chinese


def test_a_chinese_question_gets_chinese_frames_and_quotes_as_written(ask):
    answer = ask("HarmoniCa 是什么？")
    assert answer.language == "zh"
    assert answer.answer.startswith("HarmoniCa：“")
    assert "dubbed **HarmoniCa**" in quotes(answer)
    assert ask("怎样烤面包？").answer.startswith(CHINESE.not_in_corpus)


def test_a_name_is_known_without_a_space_before_chinese_words(ask):
    answer = ask("PEAKS是什么？")
    assert not answer.refused
    assert titles(answer)[0].startswith("PEAKS: ")


# Other corpora


def test_untitled_papers_are_shown_by_their_label(ask_untitled):
    answer = ask_untitled("On how many models and samplers was HarmoniCa tested?")
    (citation,) = answer.citations
    assert citation.paper.title is None
    (shown,) = answer_json(answer)["citations"]
    assert (shown["title"], shown["title_derived"]) == ("HarmoniCa", True)
    assert (shown["authors"], shown["url"]) == ([], None)
    assert answer.answer.startswith("HarmoniCa: “Extensive experiments across $8$ models")
    refused = ask_untitled("What learning rate did MERIT use?")
    assert refused.answer == "The abstract of “MERIT” [1] does not say that."


def test_what_plain_lists_do_not_say_of_a_paper_is_refused(ask_untitled):
    answer = ask_untitled("Who wrote G2PT?")
    assert answer.answer == "The lists do not name the authors of “G2PT” [1]."
    assert answer.reason == "not_in_abstract"
    assert ask_untitled("Where was MERIT published?").answer == "“MERIT” [1] is from ICML 2025."


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("On how many hives was WaggleNet tested?", "12 hives"),
        ("What is WaggleNet?", "We introduce WaggleNet"),
        ("Summarise what there is on bees", "We introduce WaggleNet"),
        ("Which papers are about bees?", "Honey bees tell each other"),
    ],
)
def test_a_corpus_of_one_paper_answers(ask_single, question, words):
    answer = ask_single(question)
    assert words in quotes(answer)
    assert len(answer.retrieved) == 1


def test_a_corpus_of_one_paper_refuses(ask_single):
    assert ask_single("how long to bake a sourdough loaf").reason == "not_in_corpus"
    assert ask_single("What learning rate did WaggleNet use?").reason == "not_in_abstract"
    assert ask_single("How many papers do you have?").answer == "This corpus holds 1 paper."


@pytest.fixture(scope="module")
def ask_mixed(open_records, encoder):
    """A corpus with a paper that came without abstract."""
    store = open_records(
        {"title": "FooNet: learning without abstracts", "authors": ["Ada Lovelace"]},
        {
            "title": "BarNet: brackets in the text",
            "abstract": "Nets are deep. We propose BarNet, a “net” of brackets. It has 9 layers.",
        },
    )
    return Assistant(store, encoder).answer


def test_a_paper_without_abstract_is_known_by_its_record(ask_mixed):
    assert ask_mixed("Who wrote FooNet?").answer.endswith("is by Ada Lovelace.")


@pytest.mark.parametrize("question", ["What is FooNet?", "How many layers has FooNet?"])
def test_a_paper_without_abstract_does_not_say(ask_mixed, question):
    assert ask_mixed(question).reason == "not_in_abstract"


def test_a_paper_without_abstract_is_not_summarised(ask_mixed):
    answer = ask_mixed("Summarise FooNet")
    assert (answer.refused, answer.reason) == (True, "not_in_abstract")


def test_a_paper_without_abstract_has_no_empty_bullet(ask_mixed):
    answer = ask_mixed("How do FooNet and BarNet differ?")
    assert "BarNet: “" in answer.answer
    assert re.search(r"^- FooNet: the lists give no abstract \[\d\]$", answer.answer, re.M)


def test_a_title_is_shown_without_latex_in_every_frame(open_records, encoder):
    store = open_records(
        {
            "title": r"$\alpha$Net: \emph{hives} of $\beta$",
            "abstract": "Hives are warm. We introduce αNet, which counts bees in hives.",
            "authors": ["Ada Lovelace"],
        }
    )
    answer = Assistant(store, encoder).answer
    shown = "“αNet: hives of β”"
    assert (
        answer("Who wrote the paper on bees in hives?").answer == f"{shown} [1] is by Ada Lovelace."
    )
    assert shown in answer("What learning rate does αNet use for bees in hives?").answer
    assert shown in answer("how long to bake a sourdough loaf").answer
    cited = answer("Who wrote the paper on bees in hives?").citations[0].paper
    assert cited.title == r"$\alpha$Net: \emph{hives} of $\beta$"
