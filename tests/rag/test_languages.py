import pytest

from rag.languages import language_of, spaced


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What is G2PT?", "en"),
        ("Was ist G2PT?", "en"),
        ("Qu'est-ce que l'apprentissage par renforcement ?", "en"),
        ("Zoë Müller, Łódź", "en"),
        ("什么是扩散模型？", "zh"),
        ("什麼是擴散模型？", "zh"),
        ("拡散モデルとは何ですか？", "ja"),
        ("グラフ", "ja"),
        ("ｸﾞﾗﾌ", "ja"),
        ("그래프 생성 모델이란 무엇입니까?", "ko"),
        ("HarmoniCa 모델 설명", "ko"),
        ("Что такое диффузионная модель?", "ru"),
        ("ما هو نموذج الانتشار؟", "ar"),
        ("แบบจำลองการแพร่คืออะไร", "th"),
        ("Τι είναι η διάχυση;", "el"),
        ("מה זה דיפוזיה?", "he"),
        ("प्रसार मॉडल क्या है?", "hi"),
    ],
)
def test_a_script_tells_the_language(text, language):
    assert language_of(text) == language


@pytest.mark.parametrize("text", ["", "12 + 3 = 15", "🙂?!", "$\\tilde{O}(\\sqrt{T})$", "\ud800"])
def test_what_has_no_other_letters_is_english(text):
    assert language_of(text) == "en"


@pytest.mark.parametrize(
    "text",
    [
        "HarmoniCa 在多少个模型上测试过？",
        "什么是 over-squashing in graph neural networks？",
        "Agent-as-a-Judge 跟 LLM-as-a-Judge 和 human evaluation 比起来怎么样？",
        "Swin-B 做 low-rank 压缩之后 parameters 少了多少，accuracy 掉了多少？",
        "总结 Agent Workflow Memory",
        "總結 Agent Workflow Memory",
        "有没有 paper 讲 multi-output conformal regression？",
        "IL-SOAR: Imitation Learning with Soft Optimistic Actor cRitic 是谁写的？",
        "Towards Rationale-Answer Alignment of LVLMs via Self-Rationale Calibration 如何工作？",
        "supercollapse 呢？",
        "MERIT、PEAKS 的训练代价",
        "HarmoniCa 与 LRA-QViT 的显存",
    ],
)
def test_a_chinese_question_may_hold_many_english_words(text):
    assert language_of(text) == "zh"


@pytest.mark.parametrize(
    "text",
    [
        "What does the sign 出口 in DL-CSVTR's street view pictures mean to it?",
        "Which papers study the game 花火 (Hanabi) with human partners?",
        "What does the α-net of Łukasz do with the letter Ω?",
        "Is Яndex among the baselines of the paper?",
    ],
)
def test_an_english_question_may_hold_a_foreign_word(text):
    assert language_of(text) == "en"


@pytest.mark.parametrize(
    "text",
    ["大規模言語モデルの推論を高速化する手法", "如何なる手法で検証されたか？", "強化学習の論文"],
)
def test_any_kana_tells_japanese(text):
    assert language_of(text) == "ja"


def test_letters_of_full_width_are_latin():
    assert language_of("ＨａｒｍｏｎｉＣａ ｉｓ ｗｈａｔ？") == "en"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("HarmoniCa在8个模型上测试过", "HarmoniCa 在 8 个模型上测试过"),
        ("准确率95%的方法", "准确率 95% 的方法"),
        ("界是$O(n)$吗", "界是 $O(n)$ 吗"),
        ("过平滑(over-smoothing)是什么", "过平滑 (over-smoothing) 是什么"),
        ("什么是G2PT", "什么是 G2PT"),
        ("IL-SOAR比SOAR好", "IL-SOAR 比 SOAR 好"),
        ("文献[1]说", "文献 [1] 说"),
    ],
)
def test_a_name_or_number_stands_apart_from_chinese(text, expected):
    assert spaced(text) == expected
    assert spaced(expected) == expected


@pytest.mark.parametrize(
    "text", ["What is G2PT?", "（G2PT）是什么？", "图、网", "と3D", "", "a 网 b"]
)
def test_what_needs_no_space_gets_none(text):
    assert spaced(text) == text
