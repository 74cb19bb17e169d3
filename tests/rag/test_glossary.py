import re
from importlib.resources import files

import pytest

from index_store.chinese import simplified
from rag import glossary
from rag.glossary import Word, words_of

ROLES = ("question", "cue", "frame")
MADE = {
    "图": Word("图", "term", ("graph",)),
    "图像": Word("图像", "term", ("image", "picture")),
    "图像修复": Word("图像修复", "term", ("image restoration",)),
    "像": Word("像", "frame"),
    "怎么": Word("怎么", "question", ("how does",)),
    "局限": Word("局限", "cue", ("limitation",)),
    "的": Word("的", "frame"),
}


@pytest.fixture
def made(monkeypatch):
    """A glossary of a handful of words."""
    monkeypatch.setattr(glossary, "_entries", lambda: MADE)


def lines(name):
    return (files("rag") / name).read_text("utf-8").splitlines()


def texts(text):
    return [word.text for word in words_of(text)]


def roles(text):
    return [(word.text, word.role) for word in words_of(text)]


# Words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("图像修复的局限", ["图像修复", "的", "局限"]),
        ("图像的图", ["图像", "的", "图"]),
        ("图像修", ["图像", "修"]),
        ("像图", ["像", "图"]),
        ("图", ["图"]),
    ],
)
@pytest.mark.usefixtures("made")
def test_the_longest_word_is_taken_from_the_left(text, expected):
    assert texts(text) == expected


@pytest.mark.usefixtures("made")
def test_unknown_characters_that_follow_each_other_are_one_word():
    assert roles("红烧肉怎么炖的") == [
        ("红烧肉", "unknown"),
        ("怎么", "question"),
        ("炖", "unknown"),
        ("的", "frame"),
    ]
    assert words_of("红烧肉")[0].english == ()


@pytest.mark.usefixtures("made")
def test_what_is_not_chinese_is_left_whole_and_in_its_place():
    assert roles("G2PT 的 node set 怎么 sort？") == [
        ("G2PT", "latin"),
        ("的", "frame"),
        ("node set", "latin"),
        ("怎么", "question"),
        ("sort?", "latin"),
    ]
    assert words_of("node set")[0].english == ("node set",)


@pytest.mark.usefixtures("made")
def test_a_mark_parts_two_words():
    assert texts("图，像") == ["图", ",", "像"]
    assert texts("图像") == ["图像"]


@pytest.mark.usefixtures("made")
def test_traditional_script_is_read_as_simplified():
    assert words_of("圖像修復的侷限") == words_of("图像修复的局限")


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_nothing_has_no_words(text):
    assert words_of(text) == ()


def test_every_translation_of_a_word_is_there_the_best_first():
    (word,) = words_of("扩散模型")
    assert (word.role, word.english[0]) == ("term", "diffusion model")


@pytest.mark.parametrize(
    ("text", "role", "english"),
    [
        ("为什么", "question", "why"),
        ("多少", "question", "how many"),
        ("什么是", "question", "what is"),
        ("哪些", "question", "which"),
        ("局限", "cue", "limitation"),
        ("强化学习", "term", "reinforcement learning"),
        ("大语言模型", "term", "large language model"),
        ("图神经网络", "term", "graph neural network"),
        ("知识图谱", "term", "knowledge graph"),
    ],
)
def test_everyday_words_are_known(text, role, english):
    (word,) = words_of(text)
    assert (word.role, word.english[0]) == (role, english)


@pytest.mark.parametrize("text", ["的", "了", "论文", "请问", "究竟"])
def test_words_that_say_nothing(text):
    (word,) = words_of(text)
    assert (word.role, word.english) == ("frame", ())


def test_a_word_that_asks_or_cues_is_no_term():
    assert {word.role for name in ("比较", "数据集", "瓶颈") for word in words_of(name)} == {"cue"}


# The lists


def test_every_term_has_its_chinese_and_its_english():
    for line in lines("chinese_terms.tsv"):
        chinese, tab, english = line.partition("\t")
        assert tab, line
        assert re.search(r"[\u3400-\u9fff]", chinese), line
        assert re.fullmatch(r"[\u3400-\u9fffA-Za-z0-9-]+", chinese), line
        assert english, line
        assert not re.search(r"[\t\u3400-\u9fff]|^ | $|  ", english), line


def test_no_translation_of_a_term_is_empty_or_given_twice():
    for line in lines("chinese_terms.tsv"):
        english = line.partition("\t")[2].split(" | ")
        assert len(set(english)) == len(english), line
        assert all(one and one == one.strip() and "|" not in one for one in english), line


def test_every_cue_has_a_role_and_its_english():
    for line in lines("chinese_cues.tsv"):
        chinese, role, english = line.split("\t")
        assert re.fullmatch(r"[\u3400-\u9fff]+", chinese), line
        assert role in ROLES, line
        assert bool(english) == (role != "frame"), line
        assert english == english.strip(), line


def test_every_acronym_has_its_long_form():
    for line in lines("acronyms.tsv"):
        acronym, long = line.split("\t")
        assert re.fullmatch(r"[A-Za-z]*[A-Z][A-Za-z0-9]*", acronym), line
        assert len(long.split()) > 1 or "-" in long, line
        assert long == long.strip() != acronym, line


@pytest.mark.parametrize("name", ["chinese_terms.tsv", "chinese_cues.tsv", "acronyms.tsv"])
def test_no_key_stands_twice(name):
    keys = [line.partition("\t")[0] for line in lines(name)]
    assert sorted(set(keys)) == sorted(keys)


@pytest.mark.parametrize("name", ["chinese_terms.tsv", "chinese_cues.tsv"])
def test_keys_are_in_simplified_script(name):
    keys = "\n".join(line.partition("\t")[0] for line in lines(name))
    assert simplified(keys) == keys
