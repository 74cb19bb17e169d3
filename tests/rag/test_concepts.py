import pytest

from index_store.lexical import LexicalIndex, terms
from rag.concepts import FRAME_TERMS, concepts_of, coverage, reading_of, search_words


def terms_of(concepts):
    return frozenset(term for concept in concepts for way in concept for term in way)


def ways(text):
    """The ways to say the one thing that a text is about, each as its terms."""
    (concept,) = concepts_of(text)
    return concept


def way(text):
    return frozenset(terms(text))


@pytest.fixture
def index_of(make_paper):
    """BM25 over papers of these abstracts."""
    return lambda *abstracts: LexicalIndex.build([make_paper(text) for text in abstracts])


# English


def test_concepts_leave_out_what_only_shapes_a_question():
    assert concepts_of("What does the paper propose?") == ()
    assert concepts_of("How does graph rewiring work?") == concepts_of("graph rewiring")
    assert len(concepts_of("graph rewiring, graph rewiring")) == 2


def test_coverage_weighs_rare_words_more(store):
    lexical = store.lexical
    rare, common = concepts_of("retrosynthesis"), concepts_of("models")
    both = rare + common
    assert coverage(both, terms_of(both), lexical) == pytest.approx(1.0)
    assert coverage(both, terms_of(rare), lexical) > 0.5
    assert 0.5 > coverage(both, terms_of(common), lexical) > 0.0
    assert coverage(both, frozenset(), lexical) == 0.0
    assert coverage((), terms_of(both), lexical) == 0.0


# Acronyms


def test_an_everyday_acronym_may_be_spelt_out():
    assert ways("RL") == (way("RL"), way("reinforcement learning"))
    assert ways("VQA") == (way("VQA"), way("visual question answering"))


@pytest.mark.parametrize("text", ["rl", "XRL", "RL2", "non-RL", "HDM"])
def test_what_is_no_everyday_acronym_is_not_spelt_out(text):
    assert all(len(concept) == 1 for concept in concepts_of(text))
    assert search_words(text) == text


def test_an_acronym_is_held_by_its_long_form(index_of):
    lexical = index_of("We study reinforcement learning.", "We study bees.", "A graph is drawn.")
    wanted = concepts_of("RL")
    assert coverage(wanted, way("We study reinforcement learning."), lexical) == 1.0
    assert coverage(wanted, way("RL is studied."), lexical) == 1.0
    assert 0 < coverage(wanted, way("We study learning."), lexical) < 1
    assert coverage(wanted, way("We study bees."), lexical) == 0.0


def test_acronyms_are_spelt_out_for_search():
    assert (
        search_words("How is KGQA done?") == "How is KGQA done? knowledge graph question answering"
    )
    assert search_words("Why RLHF?").endswith(" reinforcement learning from human feedback")
    assert search_words("What is graph rewiring?") == "What is graph rewiring?"


def test_the_plural_of_an_acronym_is_spelt_out_for_search():
    assert search_words("Do GNNs forget?") == "Do GNNs forget? graph neural network"


# Chinese


def test_a_chinese_word_may_be_said_in_each_translation_and_as_itself():
    assert ways("一致性") == (
        way("consistency"),
        way("uniformity"),
        way("agreement"),
        way("一致性"),
    )


def test_a_translation_of_several_words_is_one_way():
    said = ways("离线强化学习")
    assert said[0] == way("offline reinforcement learning")
    assert len(said[0]) == 3
    assert said[-1] == way("离线强化学习")


@pytest.mark.parametrize(
    "text", ["是什么？", "这篇论文提出了什么方法？", "请问有哪些文章？", "为什么呢", "如何"]
)
def test_what_only_asks_is_no_concept(text):
    assert concepts_of(text) == ()


def test_concepts_of_a_chinese_question_come_in_order_each_once():
    question = "扩散模型和图神经网络，扩散模型为什么慢？"
    assert concepts_of(question)[:2] == (*concepts_of("扩散模型"), *concepts_of("图神经网络"))
    assert len(set(concepts_of(question))) == len(concepts_of(question))


def test_names_in_a_chinese_question_are_concepts_as_in_english():
    assert concepts_of("HarmoniCa 是什么？") == concepts_of("HarmoniCa")
    assert concepts_of("RL 是什么？") == concepts_of("RL")


def test_an_unknown_word_is_held_by_itself_alone():
    assert ways("红烧肉") == (way("红烧肉"),)


def test_a_single_unknown_character_is_no_concept():
    assert concepts_of("炖") == ()


def test_traditional_script_has_the_same_concepts():
    assert concepts_of("擴散模型的訓練") == concepts_of("扩散模型的训练") != ()


def test_no_way_is_empty_or_a_frame_word():
    found = concepts_of("讨论一致性和训练方法的论文总结了哪些流程？")
    assert found
    assert all(said and not said & FRAME_TERMS for concept in found for said in concept)


# Coverage of Chinese


@pytest.fixture
def bilingual(index_of):
    return index_of(
        "We restore speech with a diffusion model.",
        "我们用扩散模型修复语音。",
        "Bees dance near flowers.",
    )


@pytest.mark.parametrize(
    "abstract", ["We restore speech with a diffusion model.", "我们用扩散模型修复语音。"]
)
def test_a_chinese_word_is_held_by_an_english_abstract_and_by_a_chinese_one(bilingual, abstract):
    assert coverage(concepts_of("扩散模型"), way(abstract), bilingual) == pytest.approx(1.0)


def test_a_chinese_word_is_not_held_by_another_abstract(bilingual):
    assert coverage(concepts_of("扩散模型"), way("Bees dance near flowers."), bilingual) == 0.0


def test_part_of_a_translation_counts_in_part(bilingual):
    share = coverage(concepts_of("扩散模型"), way("A model of bees."), bilingual)
    assert 0 < share < 1


def test_of_several_translations_the_one_that_is_held_counts(bilingual):
    wanted = concepts_of("一致性")
    for said in ("uniformity", "agreement", "consistency"):
        assert coverage(wanted, way(f"The {said} of bees."), bilingual) == pytest.approx(1.0)


def test_an_unknown_word_weighs_and_is_not_held(bilingual):
    known, both = concepts_of("扩散模型"), concepts_of("扩散模型与红烧肉")
    held = way("We restore speech with a diffusion model.")
    assert coverage(known, held, bilingual) == pytest.approx(1.0)
    assert 0 < coverage(both, held, bilingual) < 0.7


# The reading in English


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("离线强化学习为什么难？", "why offline reinforcement learning"),
        ("扩散模型怎么修复语音？", "how does diffusion model"),
        ("有哪些数据集？", "which data sets"),
        ("HarmoniCa 在多少个模型上测试过？", "HarmoniCa how many model tested on"),
        ("比较了几种基准？", "compared how many benchmark"),
        ("什么是过平滑？", "what is over-smoothing"),
    ],
)
def test_a_reading_opens_with_what_asks_unless_it_stands_before_a_noun(text, reading):
    assert reading_of(text).startswith(reading)


def test_a_reading_leaves_out_what_is_unknown_or_says_nothing():
    assert reading_of("红烧肉的") == ""
    assert reading_of("请问这篇论文的局限是什么") == "what is limitation"


@pytest.mark.parametrize("text", ["What is G2PT?", "", "Что это?", "グラフ"])
def test_a_text_without_chinese_is_its_own_reading(text):
    assert reading_of(text) == text


# What is searched for


def test_every_translation_is_searched_for_and_the_words_themselves():
    words = search_words("一致性为什么重要？").split()
    assert {"consistency", "uniformity", "agreement", "一致性"} <= set(words)
    assert words.index("consistency") < words.index("uniformity") < words.index("一致性")


@pytest.mark.parametrize("asking", ["为什么", "是什么", "哪些论文"])
def test_what_asks_or_says_nothing_is_not_searched_for(asking):
    assert (
        search_words(f"扩散模型{asking}") == search_words("扩散模型") == "diffusion model 扩散模型"
    )


def test_names_and_unknown_words_are_searched_for():
    assert search_words("HarmoniCa 和红烧肉").split() == ["HarmoniCa", "红烧肉"]
