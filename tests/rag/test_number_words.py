import pytest

from rag.number_words import in_digits


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("twelve models and four samplers", "12 models and 4 samplers"),
        ("Twenty-five layers", "25 layers"),
        ("one of a hundred", "one of 1 hundred"),
        ("the often-used tenet", "the often-used tenet"),
        ("a half-life of ten days", "a half-life of 10 days"),
        ("threefold", "3×"),
        ("八个模型", "8个模型"),
        ("一百二十三项", "123项"),
        ("统一的十分复杂的方法", "统一的十分复杂的方法"),
        ("三分之一", " 1/3 "),
        ("1.5亿", "150000000"),
    ],
)
def test_numbers_in_words_become_digits(text, digits):
    assert in_digits(text) == digits
