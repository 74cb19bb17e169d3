import string

import pytest

from index_store.chinese import is_traditional, traditional
from rag.frames import CHINESE, ENGLISH, frames_for, join_names

NAMES = list(ENGLISH.__dataclass_fields__)


def fields(frame):
    return {field for _, field, _, _ in string.Formatter().parse(frame) if field is not None}


@pytest.mark.parametrize("name", NAMES)
def test_a_frame_has_the_same_fields_in_both_languages(name):
    english, chinese = getattr(ENGLISH, name), getattr(CHINESE, name)
    assert english
    assert chinese
    assert fields(english) == fields(chinese)


def test_a_chinese_frame_is_chinese():
    assert [name for name in NAMES if getattr(ENGLISH, name) == getattr(CHINESE, name)] == [
        "quoted"
    ]


def test_a_language_without_frames_of_its_own_gets_english():
    assert frames_for("zh") is CHINESE
    assert frames_for("en") is frames_for("de") is ENGLISH


@pytest.mark.parametrize(
    ("names", "joined"),
    [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")],
)
def test_names_are_joined_as_prose(names, joined):
    assert join_names(names, ENGLISH.and_) == joined


def test_names_are_joined_in_chinese():
    assert join_names(["A", "B", "C"], CHINESE.and_) == "A, B 和 C"


def test_traditional_chinese_has_frames_of_its_own_script():
    old = frames_for("zh", traditional=True)
    assert old is frames_for("zh", traditional=True)
    changed = [name for name in NAMES if getattr(old, name) != getattr(CHINESE, name)]
    assert len(changed) > 30
    assert not any(is_traditional(getattr(CHINESE, name)) for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_traditional_frame_is_the_simplified_one_with_the_same_fields(name):
    old, new = getattr(frames_for("zh", traditional=True), name), getattr(CHINESE, name)
    assert old == traditional(new)
    assert fields(old) == fields(new)


def test_only_chinese_has_a_traditional_script():
    for language in ("en", "ja", "ko", "ru"):
        assert frames_for(language, traditional=True) is ENGLISH
