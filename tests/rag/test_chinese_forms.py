import pytest

from index_store.chinese import mainland
from rag import chinese_forms
from rag.languages import spaced
from rag.question import read_question


def plain(text):
    """A question as `read_question` hands it on."""
    return spaced(mainland(text))


def form_of(text):
    return chinese_forms.form_of(plain(text))


def clauses_of(text):
    return chinese_forms.clauses_of(plain(text))


# Kinds

TALK = [
    "你好",
    "您好！",
    "你好啊",
    "大家好",
    "早上好",
    "嗨",
    "谢谢",
    "谢谢你的帮助",
    "多谢！",
    "再见",
    "拜拜",
    "好的",
    "你是谁？",
    "你叫什么名字？",
    "你能做什么？",
    "你会做些什么？",
    "你能回答什么问题？",
    "怎么使用这个工具？",
    "如何使用？",
    "这是什么？",
    "谁开发了你？",
    "帮助",
]
SUMMARY = [
    "总结一下扩散模型方面的论文",
    "请总结 HarmoniCa 这篇论文",
    "概括 PEAKS",
    "综述图神经网络的工作",
    "帮我概述一下最近的优化器",
    "梳理一下强化学习的研究",
    "介绍一下 G2PT",
    "简单介绍 MERIT",
    "MERIT 讲了什么？",
    "这些论文主要讲了些什么？",
    "PEAKS 的主要内容",
    "这篇论文的主要贡献是什么？",
    "离线强化学习有哪些新进展？",
    "總結一下擴散模型的論文",
]
LIST = [
    "哪些论文研究图神经网络？",
    "有没有关于共形预测的论文？",
    "有多少篇论文是关于扩散模型的？",
    "列出所有关于强化学习的论文",
    "列举研究遗憾界的文章",
    "推荐几篇模仿学习的论文",
    "找一下讲量化的文章",
    "关于图生成的论文",
    "强化学习的论文有哪些？",
    "哪几篇文章用到了大语言模型？",
    "有什么论文提出了新的基准？",
    "都有哪些工作研究对抗训练？",
    "请问有哪些论文讨论过平滑？",
    "请列出和大模型智能体相关的文献",
    "这里有没有讲药物发现的 paper？",
    "类似 PEAKS 的论文有哪些？",
    "帮我找关于图的论文",
    "哪些論文研究圖神經網路？",
]
COMPARE = [
    "HarmoniCa 和 LRA-QViT 有什么区别？",
    "MERIT 比 LAMB 快多少？",
    "Agent-as-a-Judge 比人工评审更准吗？",
    "对比 HDM 与 Adam",
    "HDM 与 Adam 相比哪个更好？",
    "对抗训练前期和后期学到的特征有何不同？",
    "PEAKS 与随机采样的差异在哪里？",
    "这两篇论文有什么异同？",
    "MERIT vs LAMB",
    "G2PT 跟多数图生成模型的做法有何不同？",
    "這兩種方法有什麼區別？",
]
DEFINE = [
    "什么是过度挤压？",
    "请问什么是共形预测？",
    "何谓占用度量？",
    "G2PT 是什么？",
    "Markov head 是啥？",
    "PSED 是什么意思？",
    "over-squashing 是什么意思",
    "supercollapse 指的是什么？",
    "AWM 代表什么？",
    "AWM 的全称是什么？",
    "过平滑的定义是什么？",
    "请解释随机一致性",
    "什麼是過度擠壓？",
]
FACT = [
    "HarmoniCa 在多少个模型上测试过？",
    "MERIT 的批大小能到多少？",
    "PEAKS 是怎么挑选样本的？",
    "为什么大批量训练会变差？",
    "DevAI 有多少个任务？",
    "它的瓶颈是什么？",
    "这种方法的优势是什么？",
    "这种方法的主要难点是什么？",
    "实验结果是什么？",
    "RestoreGrad 用了什么数据集？",
    "HarmoniCa 能加速吗？",
    "哪篇论文提出了 DevAI？",
    "谁写了 MERIT？",
    "图重连有哪些缺点？",
    "这个基准包含哪些语言？",
    "正则化强度能不能自动调？",
    "怎么模拟环境刺激对人类认知过程的影响？",
    "遗憾界是多少？",
    "優化器為什麼會變差？",
    "这篇论文引用了哪些工作？",
    "那篇文章用到了什么研究的数据？",
]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (kind, text)
        for kind, texts in {
            "talk": TALK,
            "summary": SUMMARY,
            "list": LIST,
            "compare": COMPARE,
            "define": DEFINE,
            "fact": FACT,
        }.items()
        for text in texts
    ],
)
def test_kind(text, kind):
    assert form_of(text).kind == kind


@pytest.mark.parametrize(
    "text",
    [
        "你好，什么是扩散模型？",
        "你好，HarmoniCa 有多快？",
        "谢谢，那它的局限是什么？",
        "这是什么方法？",
        "如何使用扩散模型修复语音？",
        "帮我找关于图的论文",
        "好的论文有哪些？",
        "你是怎么证明的？",
        "怎么使用预训练语言模型做决策？",
    ],
)
def test_a_question_is_no_small_talk(text):
    assert form_of(text).kind != "talk"


@pytest.mark.parametrize(
    ("text", "thanks", "helps"),
    [
        ("谢谢你的帮助", True, True),
        ("谢谢", True, False),
        ("感谢！", True, False),
        ("多谢", True, False),
        ("你好", False, False),
        ("晚上好", False, False),
        ("你是谁？", False, True),
        ("你能做什么？", False, True),
        ("怎么使用这个工具？", False, True),
        ("这是什么？", False, True),
        ("帮助", False, True),
    ],
)
def test_what_small_talk_wants(text, thanks, helps):
    form = form_of(text)
    assert (form.thanks, form.help) == (thanks, helps)


# Clauses


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        (
            "DevAI 有多少个任务，层级化需求又有多少条？",
            ["DevAI 有多少个任务", "层级化需求又有多少条？"],
        ),
        (
            "Markov head 到底是什么？会带来什么后果？",
            ["Markov head 到底是什么？", "会带来什么后果？"],
        ),
        ("过平滑是什么以及怎么缓解？", ["过平滑是什么", "怎么缓解？"]),
        ("它做了什么，为什么要这样做，效果如何？", ["它做了什么", "为什么要这样做", "效果如何？"]),
        ("参数少了多少,精度掉了多少？", ["参数少了多少", "精度掉了多少？"]),
        ("作者是谁，代码在哪里？", ["作者是谁", "代码在哪里？"]),
        (
            "我在读优化器的论文。MERIT 能用多大的批量？",
            ["我在读优化器的论文。", "MERIT 能用多大的批量？"],
        ),
    ],
)
def test_each_thing_asked_is_a_clause(text, clauses):
    assert [clause.text for clause in clauses_of(text)] == clauses


@pytest.mark.parametrize(
    "text",
    [
        "用扩散模型修复语音，训练步数能少多少？",
        "智能体只能看到一整条轨迹的总损失，转移概率又是已知的，遗憾能做到多好？",
        "讲讲网页智能体的那项工作，做法和效果都说一下",
        "共形预测：比较了几种方法？",
        "图重连，谱稀疏化",
        "图以及超图",
        "？？",
    ],
)
def test_what_sets_the_scene_stays_with_what_asks(text):
    (clause,) = clauses_of(text)
    assert clause.asks
    assert clause.text.replace(" ", "") == text


def test_a_sentence_that_only_tells_does_not_ask():
    first, second = clauses_of("今天读了优化器的论文。MERIT 有多快？")
    assert (first.asks, second.asks) == (False, True)


def test_words_without_a_question_mark_ask_all_the_same():
    (clause,) = clauses_of("图重连 谱稀疏化")
    assert clause.asks


@pytest.mark.parametrize(
    "text",
    [
        "HarmoniCa 在多少个模型上测试过？",
        "比较了几种方法？",
        "提速几倍？",
        "有多快？",
        "批量能开到多大？",
        "训练要多久？",
        "占比多大",
        "错误率降低了百分之几？",
        "共有几条需求？",
        "参数数量是怎么变的？",
        "在多少個資料集上測的？",
    ],
)
def test_a_clause_that_wants_a_number(text):
    (clause,) = clauses_of(text)
    assert clause.wants_number


@pytest.mark.parametrize(
    "text",
    [
        "有多少篇论文研究图？",
        "关于扩散模型的论文有几篇？",
        "哪几个模型最好？",
        "它是怎么工作的？",
        "几何深度学习是什么？",
        "几乎没有人研究的问题是什么？",
    ],
)
def test_a_clause_that_wants_no_number_of_a_paper(text):
    (clause,) = clauses_of(text)
    assert not clause.wants_number


@pytest.mark.parametrize(
    "text",
    [
        "MERIT 快吗？",
        "MERIT 是否优于 LAMB？",
        "以前有没有收敛性证明？",
        "正则化强度能不能自动调？",
        "它是不是比 LAMB 好？",
        "HarmoniCa 会不会变慢",
        "能否用在视频上？",
        "MERIT 比 LAMB 好嗎？",
    ],
)
def test_yes_no(text):
    (clause,) = clauses_of(text)
    assert clause.yes_no


@pytest.mark.parametrize(
    "text",
    [
        "它有没有什么局限？",
        "MERIT 有多快？",
        "有没有办法，怎么做？",
        "为什么不能自动调？",
        "是什么？",
    ],
)
def test_not_only_yes_no(text):
    assert not all(clause.yes_no for clause in clauses_of(text))


def test_a_clause_has_its_reading_in_english():
    first, second = clauses_of("离线强化学习有什么局限？为什么？")
    assert first.reading.startswith("what offline reinforcement learning limitation")
    assert second.reading.startswith("why")


# What the record answers


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("MERIT 的作者是谁？", ("authors",)),
        ("谁写了 PEAKS？", ("authors",)),
        ("PEAKS 是谁提出的？", ("authors",)),
        ("HarmoniCa 的第一作者是谁？", ("authors",)),
        ("PEAKS 的作者有哪些？", ("authors",)),
        ("G2PT 这篇论文的作者？", ("authors",)),
        ("这篇论文出自谁之手？", ("authors",)),
        ("誰寫了 MERIT？", ("authors",)),
        ("HarmoniCa 的代码在哪里？", ("code",)),
        ("PEAKS 开源了吗？", ("code",)),
        ("MERIT 有没有公开代码？", ("code",)),
        ("MERIT 有代码吗？", ("code",)),
        ("哪里能下载 MERIT 的源码？", ("code",)),
        ("PEAKS 代码", ("code",)),
        ("PEAKS 的 GitHub 地址", ("code",)),
        ("MERIT 的程式碼在哪裡？", ("code",)),
        ("给我 MERIT 论文的链接", ("link",)),
        ("论文全文在哪里能看到？", ("link",)),
        ("PEAKS 的 PDF 在哪？", ("link",)),
        ("MERIT 发表在哪个会议？", ("venue",)),
        ("HarmoniCa 发表在哪里？", ("venue",)),
        ("G2PT 被哪个会议收录？", ("venue",)),
        ("PEAKS 是在哪里发表的？", ("venue",)),
        ("MERIT 是哪年发表的？", ("year",)),
        ("PEAKS 什么时候发表的？", ("year",)),
        ("G2PT 的发表时间", ("year",)),
        ("MERIT 的作者和代码", ("authors", "code")),
        ("一共有多少篇论文？", ("corpus",)),
        ("你有多少篇论文？", ("corpus",)),
        ("库里有几篇文章？", ("corpus",)),
        ("这里有哪些论文？", ("corpus",)),
        ("语料库有多大？", ("corpus",)),
        ("语料库里有什么？", ("corpus",)),
        ("收录了哪些会议？", ("corpus",)),
        ("一共有多少篇論文？", ("corpus",)),
    ],
)
def test_fields_of_the_record(text, fields):
    assert chinese_forms.record_fields(plain(text)) == fields


@pytest.mark.parametrize(
    "text",
    [
        "HarmoniCa 在多少个模型上测试过？",
        "代码生成的基准有多少任务？",
        "哪些论文研究代码生成？",
        "代码许可证是什么？",
        "有多少篇论文是关于扩散模型的？",
        "作者提出了什么方法？",
        "作者把这个问题改写成了哪一类任务？",
        "链接预测怎么做？",
        "谁的速度更快？",
        "知识图谱在哪里用到？",
        "会议纪要怎么生成？",
    ],
)
def test_what_the_abstracts_answer(text):
    assert chinese_forms.record_fields(plain(text)) == ()


# Whom and what it points at


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("ICML 2025 的论文", ("ICML", 2025)),
        ("ICML 2025 年的论文有哪些？", ("ICML", 2025)),
        ("有几篇 ICML 2025 论文？", ("ICML", 2025)),
        ("列出 2025 年的论文", ("", 2025)),
        ("有哪些 2024 年发表的论文？", ("", 2024)),
        ("有多少篇来自 NeurIPS 的论文？", ("NeurIPS", None)),
        ("列出来自 ICML 的所有论文", ("ICML", None)),
        ("哪些论文发表于 ICML？", ("ICML", None)),
        ("发表在 ICLR 2024 的论文有哪些？", ("ICLR", 2024)),
        ("哪些論文發表於 ICML？", ("ICML", None)),
    ],
)
def test_the_venue_and_year_that_all_papers_of_are_wanted(text, origin):
    assert form_of(text).origin == origin


@pytest.mark.parametrize(
    "text",
    [
        "哪些论文研究图？",
        "MERIT 发表在 ICML 2025 吗？",
        "ICML 2025 上有哪些关于扩散模型的论文？",
        "哪些论文用到了 GPT-4？",
        "2025 个样本够吗？",
    ],
)
def test_no_venue_or_year_is_asked_for(text):
    assert form_of(text).origin is None


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("作者是 Shirui Pan 的论文有哪些？", "Shirui Pan"),
        ("作者叫 Ada Lovelace 的文章", "Ada Lovelace"),
        ("Shirui Pan 写过哪些论文？", "Shirui Pan"),
        ("Shirui Pan 发表了几篇论文？", "Shirui Pan"),
        ("Ada Lovelace 参与了哪些工作？", "Ada Lovelace"),
        ("Zoë Müller 写了什么？", "Zoë Müller"),
        ("Shirui Pan 的论文", "Shirui Pan"),
        ("哪些论文研究图？", ""),
        ("MERIT 的论文", ""),
        ("作者是谁？", ""),
        ("Shirui Pan 是谁？", ""),
    ],
)
def test_the_person_whose_papers_are_wanted(text, person):
    assert form_of(text).person == person


@pytest.mark.parametrize(
    ("text", "acronym"),
    [
        ("AWM 的全称是什么？", "AWM"),
        ("AWM 代表什么？", "AWM"),
        ("AWM 是什么的缩写？", "AWM"),
        ("AWM是什么缩写", "AWM"),
        ("PEAKS 是哪几个词的缩写？", "PEAKS"),
        ("MERIT 这个缩写是什么意思？", "MERIT"),
        ("缩写 HDM 是什么？", "HDM"),
        ("HDM-HB 全称", "HDM-HB"),
        ("AWM 的全稱是什麼？", "AWM"),
        ("什么是 AWM？", ""),
        ("AWM 的代表作是什么？", ""),
        ("缩写词怎么消歧？", ""),
    ],
)
def test_the_acronym_whose_long_form_is_asked_for(text, acronym):
    assert form_of(text).acronym == acronym


@pytest.mark.parametrize(
    "text",
    [
        "类似 PEAKS 的论文有哪些？",
        "类似于 HarmoniCa 的工作有哪些？",
        "有没有和 HarmoniCa 相似的论文？",
        "推荐几篇像 MERIT 这样的论文",
        "哪些论文与 G2PT 相近？",
        "和 PEAKS 相关的论文有哪些？",
        "有沒有和 HarmoniCa 相似的論文？",
    ],
)
def test_papers_like_one(text):
    assert form_of(text).seeks_similar


@pytest.mark.parametrize(
    "text",
    [
        "相似图的嵌入怎么学？",
        "PEAKS 和 MERIT 有什么相似之处？",
        "像素级解释的论文有哪些？",
        "哪些论文研究图？",
        "图像修复的论文有哪些？",
    ],
)
def test_likeness_of_something_else(text):
    assert not form_of(text).seeks_similar


@pytest.mark.parametrize(
    ("text", "besides"),
    [
        ("除了 PEAKS 还有哪些论文研究数据选择？", "PEAKS"),
        ("除了 Markov head 那篇之外，还有哪些论文研究离线强化学习？", "Markov head 那篇"),
        ("除了提到 SOAR 的那篇，还有哪些论文研究模仿学习？", "提到 SOAR 的那篇"),
        ("除 PEAKS 以外还有哪些论文研究数据选择？", "PEAKS"),
        ("除了准确率，它还提升了什么？", ""),
        ("哪些论文研究数据选择？", ""),
    ],
)
def test_the_paper_that_is_not_wanted_again(text, besides):
    assert form_of(text).besides == besides


@pytest.mark.parametrize(
    "text",
    [
        "没有用强化学习的论文有哪些？",
        "不需要标签的论文",
        "列出未涉及图像的文章",
        "不依賴標籤的論文",
    ],
)
def test_papers_that_do_not(text):
    assert form_of(text).negated


@pytest.mark.parametrize(
    "text",
    ["哪些论文使用强化学习？", "为什么 LAMB 不收敛？", "有没有关于图的论文？", "不确定性的论文"],
)
def test_papers_that_do(text):
    assert not form_of(text).negated


@pytest.mark.parametrize(
    "text",
    [
        "它有多快？",
        "那它的局限呢？",
        "那么代价呢？",
        "这篇论文的作者是谁？",
        "该方法的缺点是什么？",
        "这种算法为什么快",
        "第二篇讲了什么？",
        "上一篇用了什么数据？",
        "详细说说",
        "继续",
        "還有呢？",
    ],
)
def test_a_question_that_points_back(text):
    assert form_of(text).points_back


@pytest.mark.parametrize(
    "text", ["什么是扩散模型？", "HarmoniCa 有多快？", "该优化器用于什么", "哪些论文研究图？"]
)
def test_a_question_that_stands_alone(text):
    assert not form_of(text).points_back


# What a list or summary is about


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("有哪些论文研究图神经网络？", "图神经网络"),
        ("哪些论文是关于强化学习的？", "强化学习"),
        ("列出所有关于扩散模型的论文", "扩散模型"),
        ("推荐几篇离线强化学习的论文", "离线强化学习"),
        ("有没有关于共形预测的论文？", "共形预测"),
        ("请帮我找一下讲大语言模型的文章", "大语言模型"),
        ("强化学习的论文有哪些？", "强化学习"),
        ("哪几篇文章用到了大语言模型？", "大语言模型"),
        ("有关图重连的研究有哪些？", "图重连"),
        ("有哪些工作在研究优化器？", "优化器"),
        ("关于图生成的论文有吗？", "图生成"),
        ("总结一下模仿学习方面的工作", "模仿学习"),
        ("综述视觉语言模型的进展", "视觉语言模型"),
        ("介绍一下 G2PT", "G2PT"),
        ("哪些論文研究圖神經網路？", "图神经网络"),
    ],
)
def test_what_is_left_without_opening_and_closing(text, topic):
    assert chinese_forms.without_opening(plain(text)) == topic


@pytest.mark.parametrize("text", ["图生成", "哪些论文", "列出论文", "G2PT"])
def test_what_is_all_opening_is_left_whole(text):
    assert chinese_forms.without_opening(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "除了 PEAKS 还有哪些论文研究数据选择？",
        "除了 PEAKS 之外，还有哪些论文研究数据选择？",
        "除 PEAKS 外还有别的研究数据选择的论文吗？",
    ],
)
def test_what_is_not_wanted_is_not_left(text):
    left = chinese_forms.without_opening(plain(text))
    assert "PEAKS" not in left
    assert "数据选择" in left


@pytest.mark.parametrize(
    ("text", "kind", "fields"),
    [
        ("Agent Workflow Memory 的论文讲了什么？", "summary", ()),
        ("作者有没有做消融实验？", "fact", ()),
        ("作者是怎么证明收敛性的？", "fact", ()),
        ("好的，谢谢", "talk", ()),
        ("太好了，谢谢你！", "talk", ()),
        ("非常感谢", "talk", ()),
        ("有关于水印的论文吗？", "list", ()),
        ("请介绍一下 G2PT", "summary", ()),
        ("这篇论文发表在哪里", "about", ("venue",)),
        ("除了 G2PT，还有其他图生成的论文吗？", "list", ()),
    ],
)
def test_what_was_once_read_wrongly(text, kind, fields):
    read = read_question(text)
    assert (read.kind, read.record_fields) == (kind, fields)


@pytest.mark.parametrize(
    ("text", "negated"),
    [("有没有用到扩散模型的论文？", False), ("哪些论文没有使用强化学习？", True)],
)
def test_have_or_have_not_is_no_negation(text, negated):
    assert read_question(text).form.negated is negated


def test_a_number_of_data_sets_is_not_asked_by_naming_several():
    (clause,) = read_question("在多个数据集上的效果如何？").clauses
    assert not clause.wants_number


def test_a_lone_surrogate_is_no_fault():
    assert read_question("\ud800 网络是什么？").kind == "define"
