import pytest

from index_store.errors import AskpapersError
from rag.errors import QuestionError
from rag.question import MAX_CHARACTERS, read_question


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("On how many models and samplers was HarmoniCa tested?", "fact"),
        ("Who wrote G2PT?", "about"),
        ("Hello", "talk"),
        ("WHICH PAPERS ARE ABOUT GRAPHS?", "list"),
        ("<b>Summarise</b> PEAKS", "summary"),
        ("[2] What is PEAKS?", "define"),
    ],
)
def test_kind(text, kind):
    assert read_question(text).kind == kind


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  What is\n G2PT? ", "What is G2PT?"),
        ("<b>What is</b> <i class='x'>PEAKS</i>?", "What is PEAKS ?"),
        ("What is **HarmoniCa** [3]?", "What is HarmoniCa ?"),
        ("What is `PEAKS` 【12】 or [ 1 ] MERIT", "What is PEAKS or MERIT"),
        ("WHAT IS HARMONICA AND HOW FAST?", "what is harmonica and how fast?"),
        ("What are MERIT and HDM-HB?", "What are MERIT and HDM-HB?"),
        ("WHAT IS PEAKS", "WHAT IS PEAKS"),
        ("G2PT", "G2PT"),
        ("Is a < b and c > d?", "Is a < b and c > d?"),
        ("What holds on [0, 1]?", "What holds on [0, 1]?"),
        ("[1]", "[1]"),
    ],
)
def test_what_is_read_has_no_markup_no_marker_and_no_shouting(text, plain):
    read = read_question(text)
    assert read.plain == plain
    assert read.text == text.strip()
    assert " ".join(clause.text for clause in read.clauses) in (plain, plain.strip(" ,;:"))


@pytest.mark.parametrize(
    ("text", "fields", "clauses"),
    [
        ("Who wrote G2PT?", ("authors",), ["Who wrote G2PT?"]),
        (
            "Who wrote MERIT, and where was it published?",
            ("authors", "venue"),
            ["Who wrote MERIT", "and where was it published?"],
        ),
        (
            "Who wrote MERIT, and how does it work?",
            ("authors",),
            ["and how does it work?"],
        ),
        ("the authors and code of PEAKS", ("authors", "code"), ["the authors and code of PEAKS"]),
        ("How does MERIT work?", (), ["How does MERIT work?"]),
        ("papers by Shirui Pan", (), ["papers by Shirui Pan"]),
    ],
)
def test_what_the_record_answers_is_split_off(text, fields, clauses):
    read = read_question(text)
    assert read.record_fields == fields
    assert [clause.text for clause in read.clauses] == clauses


def test_where_and_when_it_appeared_is_left_to_the_record():
    read = read_question("Where and when was MERIT published?")
    assert set(read.record_fields) & {"venue", "year"}
    assert read.kind == "about"


def test_small_talk_asks_nothing_of_the_record():
    assert read_question("who made you?").record_fields == ()


def test_papers_like_one_are_marked():
    assert read_question("papers like PEAKS").form.seeks_similar
    assert not read_question("What is PEAKS like?").form.seeks_similar


@pytest.mark.parametrize(
    ("text", "broad"),
    [
        ("Which papers are about graphs?", True),
        ("Compare MERIT and HDM", True),
        ("Summarise PEAKS", True),
        ("What is PEAKS?", False),
    ],
)
def test_several_papers_are_expected(text, broad):
    assert read_question(text).is_broad is broad


def test_each_clause_of_a_question_asks():
    read = read_question("What benchmark does DevAI bring, and how many tasks does it hold?")
    first, second = read.asking
    assert first.text == "What benchmark does DevAI bring"
    assert second.text.endswith("how many tasks does it hold?")
    assert (first.wants_number, second.wants_number) == (False, True)


def test_a_clause_that_sets_the_scene_does_not_ask():
    read = read_question("Conformal prediction sets: how many techniques were compared?")
    assert [clause.text for clause in read.asking] == ["how many techniques were compared?"]


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


def test_a_list_searches_its_topic_and_not_what_is_asked_of_each():
    read = read_question("Which papers bring a new benchmark, and what is it for?")
    assert read.topic == "Which papers bring a new benchmark"
    assert read_question("What is G2PT, and who uses it?").topic == "What is G2PT, and who uses it?"


@pytest.mark.parametrize(
    ("text", "language", "traditional"),
    [
        ("What is G2PT?", "en", False),
        ("什么是扩散模型？", "zh", False),
        ("什麼是擴散模型？", "zh", True),
        ("HarmoniCa 在多少個模型上測試過？", "zh", True),
        ("拡散モデルとは何ですか？", "ja", False),
        ("Что такое G2PT?", "ru", False),
    ],
)
def test_a_question_knows_its_language_and_script(text, language, traditional):
    read = read_question(text)
    assert (read.language, read.traditional) == (language, traditional)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("HarmoniCa在8个模型上测试过吗？", "HarmoniCa 在 8 个模型上测试过吗？"),
        ("<b>什么是</b> **PEAKS** [3]？", "什么是 PEAKS ？"),
        ("什麼是神經網路？", "什么是神经网络？"),
        ("MERIT 與 LAMB 比較", "MERIT 与 LAMB 比较"),
    ],
)
def test_chinese_is_read_in_simplified_script_with_names_apart(text, plain):
    read = read_question(text)
    assert read.plain == plain
    assert read.text == text


def test_a_chinese_name_in_capitals_is_not_shouted():
    assert read_question("MERIT 和 LAMB 是什么").plain == "MERIT 和 LAMB 是什么"
    assert read_question("WHAT IS MERIT AND LAMB FOR").plain == "what is merit and lamb for"


def test_traditional_and_simplified_are_read_alike():
    old, new = (
        read_question("有哪些論文研究圖神經網路？"),
        read_question("有哪些论文研究图神经网络？"),
    )
    assert (old.plain, old.form, old.clauses) == (new.plain, new.form, new.clauses)
    assert (old.topic, old.kind) == (new.topic, new.kind) == ("图神经网络", "list")


@pytest.mark.parametrize(
    ("text", "fields", "kind"),
    [
        ("谁写了 MERIT？", ("authors",), "about"),
        ("MERIT 的作者是谁？它是怎么工作的？", ("authors",), "fact"),
        ("MERIT 是怎么工作的？", (), "fact"),
        ("一共有多少篇论文？", ("corpus",), "about"),
        ("你是谁？", (), "talk"),
    ],
)
def test_what_the_record_answers_is_split_off_in_chinese_too(text, fields, kind):
    read = read_question(text)
    assert (read.record_fields, read.kind) == (fields, kind)


def test_the_topic_leaves_out_what_is_not_wanted():
    read = read_question("Which papers study offline RL besides the Markov heads paper?")
    assert read.topic == "Which papers study offline RL?"
    assert read.form.besides == "the Markov heads paper"


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
