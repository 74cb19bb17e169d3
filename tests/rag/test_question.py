import pytest

from index_store.errors import AskpapersError
from rag.errors import QuestionError
from rag.question import MAX_CHARACTERS, language_of, read_question


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("On how many models and samplers was HarmoniCa tested?", "fact"),
        ("Which papers are about imitation learning?", "list"),
        ("how many papers are about diffusion models?", "list"),
        ("List the papers on graphs", "list"),
        ("Is HDM better than Adam?", "compare"),
        ("HarmoniCa versus LRA-QViT: which saves more?", "compare"),
        ("How do MERIT and HDM differ?", "compare"),
        ("What is G2PT?", "define"),
        ("What does AWM stand for?", "define"),
        ("Summarise PEAKS", "summary"),
        ("Summarize what there is on diffusion models", "summary"),
        ("Give me an overview of new optimisers", "summary"),
        ("Who wrote G2PT?", "about"),
        ("Hello", "talk"),
        ("Thank you very much!", "talk"),
        ("你好", "talk"),
    ],
)
def test_kind(text, kind):
    assert read_question(text).kind == kind


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("How many papers do you have?", "corpus"),
        ("how many papers are there in total", "corpus"),
        ("What is in this corpus?", "corpus"),
        ("Who wrote G2PT?", "authors"),
        ("Who are the authors of HarmoniCa?", "authors"),
        ("papers by Shirui Pan", "authors"),
        ("Is there code for PEAKS?", "code"),
        ("Is MERIT open source?", "code"),
        ("What is the link to MERIT?", "link"),
        ("Where can I read the PEAKS paper?", "link"),
        ("Where was MERIT published?", "venue"),
        ("At which conference was MERIT presented?", "venue"),
        ("When was MERIT published?", "year"),
        ("In which year did MERIT come out?", "year"),
        ("How many papers are about graphs?", None),
        ("Under what licence is the code of PEAKS released?", None),
        ("What does the author's method assume?", None),
    ],
)
def test_record_field(text, field):
    fields = read_question(text).record_fields
    assert fields[:1] == (() if field is None else (field,))


def test_a_greeting_with_a_question_is_a_question():
    assert read_question("Hello, what is G2PT?").kind != "talk"


def test_each_clause_of_a_question_asks():
    read = read_question("What benchmark does DevAI bring, and how many tasks does it hold?")
    first, second = read.asking
    assert first.text == "What benchmark does DevAI bring"
    assert second.text.endswith("how many tasks does it hold?")
    assert (first.wants_number, second.wants_number) == (False, True)


def test_a_clause_that_sets_the_scene_does_not_ask():
    read = read_question("Conformal prediction sets: how many techniques were compared?")
    assert [clause.text for clause in read.asking] == ["how many techniques were compared?"]
    assert len(read.clauses) == 2


def test_words_without_a_question_mark_ask_all_the_same():
    (clause,) = read_question("graph rewiring spectral sparsification").asking
    assert clause.text == "graph rewiring spectral sparsification"


@pytest.mark.parametrize(
    "text", ["Does MERIT beat LAMB?", "is HDM better than Adam", "Can PEAKS handle video?"]
)
def test_yes_no(text):
    assert read_question(text).yes_no


@pytest.mark.parametrize("text", ["How does MERIT beat LAMB?", "Does MERIT win, and by how much?"])
def test_not_only_yes_no(text):
    assert not read_question(text).yes_no


def test_how_many_papers_wants_papers_and_no_figure():
    counting = read_question("How many papers are about graphs?")
    assert counting.counts
    assert not counting.asking[0].wants_number
    figure = read_question("How many tasks does DevAI hold?")
    assert not figure.counts
    assert figure.asking[0].wants_number


def test_a_list_searches_its_topic_and_not_what_is_asked_of_each():
    read = read_question("Which papers bring a new benchmark, and what is it for?")
    assert read.topic == "Which papers bring a new benchmark"
    assert read_question("What is G2PT, and who uses it?").topic == "What is G2PT, and who uses it?"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What is G2PT?", "en"),
        ("HarmoniCa 在多少个模型上测试过？", "zh"),
        ("什么是扩散模型？", "zh"),
        ("What does the sign 出口 in DL-CSVTR's street view pictures mean to it?", "en"),
        ("Was ist G2PT?", "en"),
        ("$\\tilde{O}(\\sqrt{T})$", "en"),
    ],
)
def test_language(text, language):
    assert language_of(text) == language


def test_text_is_kept_as_asked_but_for_the_space_around_it():
    assert read_question("  What is\n G2PT? ").text == "What is\n G2PT?"


@pytest.mark.parametrize("text", ["", "   \n\t", "?!…", "。。。", "$$", "🙂🙂"])
def test_nothing_asked_is_refused(text):
    with pytest.raises(QuestionError, match="the question is empty: ask something"):
        read_question(text)


def test_too_long_a_question_is_refused_with_both_lengths():
    with pytest.raises(QuestionError, match="100,000 characters, more than 4,000"):
        read_question("x" * 100_000)
    assert issubclass(QuestionError, AskpapersError)


def test_the_longest_question_is_read():
    assert len(read_question("a " * (MAX_CHARACTERS // 2)).text) == MAX_CHARACTERS - 1
    with pytest.raises(QuestionError):
        read_question("a" * (MAX_CHARACTERS + 1))
