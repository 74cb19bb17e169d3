from decimal import Decimal

import pytest

from rag.quantities import missing, quantities


def values(text):
    return [(found.value, found.unit) for found in quantities(text)]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("over $40\\\\%$ latency", "40", "%"),
        ("a drop of 25\\% in time", "25", "%"),
        ("forty-two percent", "42", "%"),
        ("40 per cent", "40", "%"),
        ("half of the patients", "50", "%"),
        ("a $2.07\\times$ speedup", "2.07", "×"),
        ("10x memory", "10", "×"),
        ("a twelve-fold rise", "12", "×"),
        ("twice as fast", "2", "×"),
        ("$10^5$ steps", "100000", ""),
        ("$2 \\times 10^{-5}$", "0.00002", ""),
        ("1e-4", "0.0001", ""),
        ("a dataset of 3,079 games", "3079", ""),
        ("10\u202f000 games", "10000", ""),
        ("48B tokens", "48000000000", ""),
        ("a hundred million people", "100000000", ""),
        ("p<.05", "0.05", ""),
        ("−5 dB", "-5", ""),
        ("40mg of it", "40", "mg"),
        ("within 14 milliseconds", "14", "ms"),
        ("a 25-year-old heuristic", "25", "year"),
        ("8.9 percentage points", "8.9", "points"),
        ("1/8 of it", "0.125", ""),
        ("减少了百分之四十", "40", "%"),
        ("将时间减少了25%。", "25", "%"),
        ("达到2.5倍", "2.5", "×"),
        ("四十二个模型", "42", ""),
        ("3万条样本", "30000", ""),
        ("三成用户", "30", "%"),
        ("提升5.1个百分点", "5.1", "points"),
    ],
)
def test_a_number_is_read_with_its_unit(text, value, unit):
    assert values(text) == [(Decimal(value), unit)]


@pytest.mark.parametrize(
    "text",
    [
        "GPT-2 and R2PVI",
        "one of the models",
        "see https://x.org/2024/7",
        "一个模型",
        "F_1 score",
        "",
    ],
)
def test_names_and_articles_are_no_quantities(text):
    assert values(text) == []


def test_numbers_of_one_list_share_their_unit():
    assert values("from 8.9 to 14.0 absolute points") == [
        (Decimal("8.9"), "points"),
        (Decimal("14.0"), "points"),
    ]
    assert [unit for _, unit in values("12, 15 and 20% of them")] == ["%"] * 3
    assert values("5-10 times fewer") == [(Decimal(5), "×"), (Decimal(10), "×")]


def test_a_product_is_no_multiple():
    assert values("$256\\times256$") == [(Decimal(256), "")] * 2


@pytest.mark.parametrize(
    ("stated", "source"),
    [
        ("40%", "It saves $40\\\\%$ of the time."),
        ("40%", "It saves 40.0 percent."),
        ("a 2.07× speedup", "It is 2.07 times faster."),
        ("3079 games", "We release 3,079 games."),
        ("eight models", "across $8$ models"),
        ("八个模型", "across $8$ models"),
        ("25", "25 ms"),
        ("It has 10^5 rows.", "It has 100,000 rows."),
    ],
)
def test_the_same_quantity_in_another_notation_is_held(stated, source):
    assert missing(quantities(stated), quantities(source)) == ()


@pytest.mark.parametrize(
    ("stated", "source"),
    [
        ("40%", "It saves 24.0%."),
        ("40%", "It takes 40 ms."),
        ("40", "It saves 40%."),
        ("40 ms", "It takes 40 s."),
        ("2.1×", "It is 2.07 times faster."),
        ("25%", "It saves 24.6%."),
        ("−5%", "It gains 5%."),
        ("4 models", "across 8 models and 4 samplers"),
        ("$O(H^3)$", "a bound of $O(H^2 A^3)$"),
        ("51.1%", "It is good."),
    ],
)
def test_another_quantity_is_not_held(stated, source):
    assert len(missing(quantities(stated), quantities(source))) == 1


@pytest.mark.parametrize("text", ["10^99999999", "9" * 5000, "1e999999", "0^-3", "x^1/0", "1/0"])
def test_numbers_beyond_all_bounds_do_no_harm(text):
    assert missing(quantities(text), quantities(text)) == ()
