import pytest

from rag.naming import (
    mask,
    name_like,
    names_in,
    others_mentioned,
    title_in,
    unmentioned_names,
)


def test_names_are_found_as_whole_words():
    names = ("MERIT", "HDM", "Agent Workflow Memory")
    assert names_in("Is HDM faster than MERIT?", names) == ("MERIT", "HDM")
    assert names_in("Is HDM-HB faster?", names) == ()
    assert names_in("what is agent workflow memory", names) == ("Agent Workflow Memory",)


def test_a_name_that_is_a_plain_word_must_be_written_as_a_name():
    assert names_in("On its merit, which peaks?", ("MERIT", "PEAKS")) == ()
    assert names_in("On MERIT or PEAKS?", ("MERIT", "PEAKS")) == ("MERIT", "PEAKS")


def test_who_writes_all_in_lower_case_means_the_name():
    assert names_in("what does peaks stand for", ("PEAKS",)) == ("PEAKS",)


def test_a_name_with_signs_is_no_pattern():
    assert names_in("What is Optimistic^3?", ("Optimistic^3",)) == ("Optimistic^3",)
    assert names_in("What is a+b?", ("a.b",)) == ()


def test_a_name_stands_by_chinese_words_without_a_space():
    assert names_in("PEAKS是什么？", ("PEAKS",)) == ("PEAKS",)
    assert names_in("请介绍MERIT优化器", ("MERIT",)) == ("MERIT",)


def test_masking_takes_the_name_out_and_leaves_the_rest():
    masked = mask("On how many models was HarmoniCa tested?", ("HarmoniCa",))
    assert "HarmoniCa" not in masked
    assert masked.startswith("On how many models was ")
    assert masked.endswith(" tested?")


def test_masking_takes_the_longest_name_first():
    masked = mask("What is IL-SOAR?", ("SOAR", "IL-SOAR"))
    assert "IL" not in masked
    assert "SOAR" not in masked


def test_masking_without_names_changes_nothing():
    assert mask("What is graph rewiring?", ()) == "What is graph rewiring?"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (
            "What is proven in the imperfect-information games paper?",
            "What is proven in the paper?",
        ),
        ("In the graph rewiring paper, what is slow?", "In the paper, what is slow?"),
        ("What did the offline RL paper show?", "What did the paper show?"),
        ("Which data does the CLIP visual prompt article use?", "Which data does the paper use?"),
    ],
)
def test_what_describes_a_paper_is_masked_as_a_name_is(text, masked):
    assert mask(text, ()) == masked


@pytest.mark.parametrize(
    "text",
    [
        "Does the paper on graphs prove it?",
        "In the paper on bees, what is counted?",
        "What is said in the same paper?",
        "Is it in the second paper?",
        "Is it shown in the whole article?",
        "What does the paper prove?",
        "Which wall paper is it?",
    ],
)
def test_a_paper_that_is_not_described_is_not_masked(text):
    assert mask(text, ()) == text


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("讲图重连的那篇论文用了什么数据？", "该论文用了什么数据？"),
        ("关于扩散模型那篇，速度提升多少倍？", "该论文速度提升多少倍？"),
        ("做对抗训练的那篇文章发现了什么", "该论文发现了什么"),
        ("研究 HarmoniCa 的这篇论文有代码吗？", "该论文有代码吗？"),
        ("提到 SOAR 的那一篇，结果如何？", "该论文结果如何？"),
    ],
)
def test_what_describes_a_paper_in_chinese_is_masked_as_a_name_is(text, masked):
    assert mask(text, ()) == masked


@pytest.mark.parametrize(
    "text",
    [
        "那篇论文的局限是什么？",
        "这篇论文的作者是谁？",
        "图重连的那篇",
        "离线强化学习，那篇论文的局限是什么？",
        "图重连为什么慢？",
    ],
)
def test_a_paper_that_is_not_described_in_chinese_is_not_masked(text):
    assert mask(text, ()) == text


def test_a_name_by_chinese_words_is_masked():
    assert mask("PEAKS是什么？", ("PEAKS",)) == "the method是什么？"


@pytest.mark.parametrize(
    ("title", "opening"),
    [
        ("Agent Workflow Memory", "Agent Workflow Memory"),
        ("Action-Constrained Imitation Learning", "Action-Constrained Imitation Learning"),
        ("Learning to Play Hard Games via Search: A Study", "Learning to Play Hard Games"),
        (
            "Graph Generative Pre-trained Transformer: G2PT",
            "Graph Generative Pre-trained Transformer",
        ),
        (
            "Scaling Collapse Reveals Universal Dynamics using Noise",
            "Scaling Collapse Reveals Universal Dynamics",
        ),
    ],
)
def test_a_quoted_title_names_its_paper_by_its_opening(make_paper, title, opening):
    paper = make_paper("Bees dance.", title=title)
    assert title_in(f"Who wrote {opening}?", paper) == (opening,)
    assert title_in(f"“{title}” 的作者是谁？", paper) == (opening,)
    assert title_in(f"{opening}是什么？", paper) == (opening,)


def test_a_title_in_other_capitals_is_a_topic(make_paper):
    paper = make_paper("Bees dance.", title="Agent Workflow Memory")
    assert title_in("What is known of agent workflow memory?", paper) == ()
    assert title_in("Agent workflow memory", paper) == ()


@pytest.mark.parametrize(
    "title",
    [
        "HarmoniCa: Harmonizing Training and Inference",
        "Offline Learning",
        "On the bees of Rome",
        None,
    ],
)
def test_a_short_opening_or_one_in_small_letters_names_nothing(make_paper, title):
    paper = make_paper("Bees dance. They are many.", title=title)
    assert title_in(f"Who wrote {title}?", paper) == ()


def test_a_title_that_is_part_of_a_longer_word_names_nothing(make_paper):
    paper = make_paper("Bees dance.", title="Agent Workflow Memory")
    assert title_in("What are Agent Workflow Memory-like agents?", paper) == ()
    assert title_in("Multi-Agent Workflow Memory", paper) == ()


def test_other_names_that_a_paper_mentions(paper_of):
    merit = paper_of("MERIT")
    assert others_mentioned("Is MERIT better than LAMB and Adafactor?", merit) == ("LAMB",)
    assert others_mentioned("Is MERIT fast?", merit) == ()


def test_words_like_names():
    assert name_like("Is HDM-HB trained on CIFAR-10 with GPT2 or RestoreGrad?") == (
        "HDM-HB",
        "CIFAR-10",
        "GPT2",
        "RestoreGrad",
    )
    assert name_like("is it better than Adam") == ("Adam",)


def test_words_like_names_come_in_the_order_of_the_text():
    assert name_like("Is it better than Adam and SGD?") == ("Adam", "SGD")


def test_plain_words_and_everyday_acronyms_are_no_names():
    assert name_like("What are the limits of graph rewiring?") == ()
    assert name_like("How many GPUs do LLMs need in RL?") == ()


def test_unmentioned_names(paper_of):
    hdm = paper_of("Provable and Practical")
    assert unmentioned_names("Is HDM better than Adam?", hdm) == ("Adam",)
    assert unmentioned_names("Does HDM match L-BFGS with Nesterov momentum?", hdm) == ()
