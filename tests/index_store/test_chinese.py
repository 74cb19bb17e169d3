import pytest

from index_store.chinese import HAN, is_traditional, mainland, simplified, traditional


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("訓練語言模型時，優化器為什麼會變差？", "训练语言模型时，优化器为什么会变差？"),
        ("請問 MERIT 是什麼？", "请问 MERIT 是什么？"),
        ("頭髮、發現、乾淨", "头发、发现、干净"),
        ("機器學習 and 机器学习", "机器学习 and 机器学习"),
        ("什么是扩散模型？", "什么是扩散模型？"),
    ],
)
def test_simplified(text, expected):
    assert simplified(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("什么是扩散模型？", "什麼是擴散模型？"),
        ("摘要没有说明这一点。", "摘要沒有說明這一點。"),
        ("头发、发现、干净", "頭髮、發現、乾淨"),
        ("{count} 篇论文", "{count} 篇論文"),
        ("擴散模型", "擴散模型"),
    ],
)
def test_traditional(text, expected):
    assert traditional(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("神經網路", "神经网络"),
        ("在多少個資料集上測的？", "在多少个数据集上测的？"),
        ("程式碼在哪裡？", "代码在哪里？"),
        ("迴歸", "回归"),
    ],
)
def test_words_of_taiwan_become_those_of_the_mainland(text, expected):
    assert mainland(text) == expected


@pytest.mark.parametrize("text", ["软件和程序", "信息论", "什么是扩散模型？"])
def test_the_mainlands_own_words_stay(text):
    assert mainland(text) == text


@pytest.mark.parametrize("text", ["這是什麼？", "G2PT 是誰寫的？", "瞭解", "一個網"])
def test_a_traditional_text(text):
    assert is_traditional(text)


@pytest.mark.parametrize(
    "text", ["这是什么？", "皇后", "乾坤", "人工智慧", "「分割一切」", "What is G2PT?", "3.5 %", ""]
)
def test_a_text_that_is_not_traditional(text):
    assert not is_traditional(text)


@pytest.mark.parametrize(
    "text", ["", "What is MERIT?", "Что это?", "ひらがな", "🙂 3.5 %", "\ud800 x"]
)
@pytest.mark.parametrize("change", [simplified, traditional, mainland])
def test_a_text_without_han_characters_is_left_as_it_is(change, text):
    assert change(text) == text


@pytest.mark.parametrize(
    ("text", "holds"),
    [("网", True), ("㐀", True), ("豈", True), ("かな", False), ("한글", False), ("，。", False)],
)
def test_han_characters(text, holds):
    assert bool(HAN.search(text)) is holds


@pytest.mark.parametrize("change", [simplified, traditional, mainland])
def test_changing_twice_changes_no_more(change):
    once = change("神經網路與机器学习的資料集：訓練時為什麼會變差？")
    assert change(once) == once
