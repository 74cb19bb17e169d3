import pytest

from index_store.readers.headings import Heading, heading, named, word_count


@pytest.mark.parametrize(
    ("line", "venue", "year"),
    [
        ("ICML 2025 论文列表", "ICML", 2025),
        ("ICML 2025 Papers", "ICML", 2025),
        ("# NeurIPS 2024", "NeurIPS", 2024),
        ("2024年ICLR论文", "ICLR", 2024),
        ("CVPR'24", "CVPR", 2024),
        ("# ICML-2025-Papers", "ICML", 2025),
        ("ACL-IJCNLP 2021", "ACL-IJCNLP", 2021),
        ("XYZConf 2023 accepted", "XYZConf", 2023),
        ("icml 2025", "ICML", 2025),
        ("International Conference on Machine Learning 2025",
         "International Conference on Machine Learning", 2025),
        ("Accepted at NeurIPS", "NeurIPS", None),
        ("AI 2025", None, 2025),
        ("第三部分：优化", None, None),
        ("-----", None, None),
    ],
)  # fmt: skip
def test_headings(line, venue, year):
    assert heading(line) == Heading(venue, year)


@pytest.mark.parametrize(
    "line",
    [
        "Regression.",
        "We propose a thing.",
        "Large-batch training has become a cornerstone in accelerating the training of deep "
        "neural networks, yet it poses challenges in optimization and generalization",
    ],
)
def test_text_is_no_heading(line):
    assert heading(line) is None


def test_what_holds_from_a_heading_on():
    icml = Heading("ICML", 2025)
    assert Heading().after(icml) == icml
    assert Heading(None, 2024).after(icml) == Heading("ICML", 2024)
    assert Heading("ACL").after(icml) == Heading("ACL", None)
    assert Heading("ICML").after(icml) == icml


def test_named_in_a_venue_field():
    assert named("ICML 2025 poster") == Heading("ICML", 2025)


def test_words_of_text_without_spaces():
    assert word_count("two words") == 2
    assert word_count("四个汉字") == 2
