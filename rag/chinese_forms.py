"""Chinese questions: their kind, their clauses, and what of the record they ask.

Texts come in simplified script with a space between Chinese and Latin (`rag.languages.spaced`).
"""

from __future__ import annotations

import re

from rag.answers import Kind
from rag.clauses import Clause
from rag.concepts import reading_of
from rag.forms import Form
from rag.record_questions import Field

_PAPERS = r"(?:论文|文章|文献|工作|研究|papers?)"
_ASKS = re.compile(
    r"[?？]$|什么|哪|多少|几|怎|如何|为何|何以|何种|何时|谁|吗|呢|是否|能否|有没有|是不是|能不能"
    r"|啥|咋|请|解释|介绍|说明|列出|总结|概括|比较|对比"
)
_WH = re.compile(r"什么|哪|多少|几|怎|如何|为何|何以|何种|何时|谁|啥|咋")
_YES_NO = re.compile(r"吗[?？]?$|是否|能否|可否|有没有|是不是|能不能|会不会|有无|(?:是|有|能|会)不")
_NUMBER = re.compile(
    r"多少|(?<!哪)几(?:个|种|项|类|倍|成|篇|次|条|步|层|年|天|小时|款|组|套|份|条|张|名|人|点|大)"
    r"|百分之几|多大|多快|多长|多久|多高|多低|多远|占比|比例是|数量|(?<!多)个数(?!据)|倍数"
)
_COUNTS_PAPERS = re.compile(
    rf"(?:多少|几) ?篇|{_PAPERS}(?:有|共有|总共)?(?:多少|几)|多少 ?{_PAPERS}"
)
_SENTENCE_END = re.compile(r"(?<=[?？!！。；;])\s*")
_COMMA = re.compile(r"\s*[，,]\s*|(?<=[\u3400-\u9fff])\s*以及(?=.*(?:什么|哪|多少|几|怎|如何|为))")

_TALK = re.compile(
    r"^(?:(?:你好|您好|嗨|哈喽|早上好|下午好|晚上好|大家好|谢谢|(?:非常|十分)?感谢|多谢|再见|拜拜|好的|好|明白了|知道了|太好了|"
    r"不错|很好|厉害|帮助|帮忙|使用说明|你是谁|你叫什么|你(?:能|可以|会)(?:做|干)(?:什么|些什么|啥)|"
    r"这是什么|怎么(?:使用|用)|如何使用|你能回答什么(?:问题)?|谁(?:做|开发|创造)了?你?的?)"
    r"[，,。！! ]*)+"
    r"(?:[，, ]*(?:你|您|了|啊|呀|呢|大家|非常|十分|你的|帮助|这个|它|工具|系统|程序|名字|们))*"
    r"[\s!！.。,，?？~]*$"
)
_THANKS = re.compile(r"谢谢|感谢|多谢")
_HELP = re.compile(r"帮助|帮忙|使用|怎么用|你是谁|你叫|做|干|这是什么|回答什么|开发|创造")
_SUMMARY = re.compile(
    r"总结|概括|综述|概述|归纳|摘要一下|梳理|讲了(?:什么|些什么|啥)|主要(?:内容|观点|思想|贡献)"
    r"|有(?:什么|哪些)(?:新)?(?:进展|研究进展|动态)|^(?:请|麻烦)?(?:简单|简要)?介绍(?:一下)?"
)
_LIST = re.compile(
    rf"(?:哪些|哪几篇|哪几个|有没有|有无|多少|几|有什么|什么|列出|列举|找|推荐|所有|全部)[^，,。?？]{{0,14}}{_PAPERS}"
    rf"|(?:还有|其他|其它|别的|有关于)[^，,。?？]{{0,14}}{_PAPERS}|{_PAPERS}(?:都)?(?:有哪些|有几篇|有多少|有吗)|^(?:列出|列举)|哪(?:些|几)篇|{_PAPERS}[?？]?$"
    r"|有哪些(?:新)?(?:方法|算法|基准|数据集|模型|框架)(?:被提出|[?？]?$)"
)
_ONE_PAPER = re.compile(
    rf"(?:这|那|该|哪|本|一)(?:一)?篇{_PAPERS}|(?:这|那|该|本|哪)(?:个|项)(?:工作|研究)"
)
_SIMILAR = re.compile(
    rf"(?:类似|相近|相像|相似(?!度|性))|像[^，,]{{1,40}}(?:一样|这样|那样)的?{_PAPERS}"
    rf"|(?:和|与|跟|同) ?[A-Z][\w-]*[^，,]{{0,40}}相关的{_PAPERS}"
)
_COMPARE = re.compile(
    r"比较|对比|区别|差异|差别|异同|有(?:什么|何|啥)不同|不同(?:之处|点|在)|相比|\bvs\b\.?|\bversus\b"
    r"|比[^，,。?？]{1,30}(?:好|快|强|优|差|慢|高|低|省|少|多|大|小|准)|两篇|哪个更|谁更|各自|分别"
)
_DEFINE = re.compile(
    r"^(?:请问)?(?:什么是|何为|何谓|啥是)|(?:是什么|是啥)(?:意思|东西|概念)?[?？]?$|什么意思|指(?:的是)?什么"
    r"|怎么定义|如何定义|的定义|的含义|全称|缩写|代表什么|^(?:请)?(?:解释|定义)"
)
_ASKED_OF_WHAT_IS = re.compile(
    r"(?:区别|不同|原因|瓶颈|问题|缺点|局限|不足|结果|优势|好处|贡献|代价|挑战|难点|数据集|基线|作用|关系|思路|关键"
    r"|核心|任务|目标|方法|做法|步骤|依据|根据|条件|复杂度|速率|阶|界)(?:又|都|分别|各)?是(?:什么|啥)"
)
_BESIDES = re.compile(
    r"除(?:了|去|开)?([^，,]{2,60}?)(?:之外|以外|外)?[，,]?(?=还有|别的|其他|其它|另外)"
)
_NEGATED = re.compile(
    rf"(?:(?<!有)没有|(?<!是)不|未)(?:用|使用|涉及|依赖|需要|做|研究|采用)[^，,]*的?{_PAPERS}"
    rf"|{_PAPERS}(?:没有|不|未)(?:用|使用|涉及|依赖|需要|做|研究|采用)"
)
_ACRONYM = re.compile(
    r"([A-Za-z][\w^+-]*) ?的?(?:全称|(?:是什么|是哪几个词|这个)?的?缩写|代表什么)"
    r"|缩写 ?([A-Za-z][\w^+-]*)"
)
_POINTS_BACK = re.compile(
    r"^(?:那|那么|还有)|(?<!其)它|他们|这篇|该(?:论文|方法|模型|文)|这(?:个|种)(?:方法|模型|算法)|上(?:一篇|述)|第[一二三四五]篇|^继续|详细(?:说说|一点)"
)
_OPENING = re.compile(
    rf"^(?:请问|请|帮我|麻烦|给我|我想(?:要|看|找)?)*(?:列出|列举|找(?:一下|出)?|推荐|总结(?:一下)?|概括(?:一下)?|综述|概述"
    rf"|归纳(?:一下)?|梳理(?:一下)?|介绍(?:一下)?)?(?:都?有(?:哪些|没有|什么|多少|几)|哪些|哪几篇|哪几个|多少|几|所有|全部|还有|其他|其它|别的|有关于|关于|有关)*"
    rf"(?:篇)?(?:{_PAPERS})?(?:都|是)?(?:在)?(?:研究|关于|有关|涉及|讨论|讲|做|探讨|考虑|用到?了?|使用了?|提出了?)?(?:了|的是|的)?"
)
_CLOSING = re.compile(
    rf"(?:方面|领域)?(?:的|相关的?)?(?:{_PAPERS}|内容|进展|工作)?(?:都)?(?:有(?:哪些|多少|几篇|吗|没有)|吗|呢)?[?？。]*$"
)

_CODE = r"(?:代码|源码|源代码|开源|实现代码|GitHub|github|仓库|repo|code)"
_FIELDS: tuple[tuple[Field, re.Pattern[str]], ...] = (
    (
        "authors",
        re.compile(r"作者(?:是(?!怎|如何|不是|否)|都?有(?:谁|哪些)|都是|们|名单|列表|单)|(?:谁|什么人|哪些人)(?:写|提出|发明|做|完成|撰写|发表|开发|设计)|"
                   r"(?:的|、|和)作者[?？]?$|作者(?:、|和|与|及)|是谁(?:写|提出|做|发明|完成|的)|第一作者|通讯作者|出自谁"),
    ),
    (
        "code",
        re.compile(rf"^(?!.*(?:许可|多少|几)).*(?:{_CODE}[^，,。]{{0,8}}(?:在哪|哪里|地址|链接|吗|公开|开放|发布|放出|获取|下载|有没有)"
                   rf"|(?:有没有|是否|有无|哪里(?:有|能)|公开|放出|发布|给出|提供)[^，,。]{{0,8}}{_CODE}|{_CODE}[?？]?$)"),
    ),
    (
        "link",
        re.compile(r"(?:论文|文章|全文|原文|pdf|PDF)[^，,。发]{0,6}(?:链接|网址|地址|在哪|哪里)|(?:的|给我)(?:链接|网址)[?？]?$"
                   r"|(?:链接|网址)是|在哪(?:里|儿)?(?:能|可以)?(?:看到|找到|下载|读到?)"),
    ),
    (
        "venue",
        re.compile(r"(?:哪个|什么|哪一个)(?:会议|期刊|顶会|刊物)|(?:发表|收录|刊登|录用)(?:在|于)?(?:哪|什么|何)|(?:在哪|哪里|何处)发表"),
    ),
    (
        "year",
        re.compile(r"(?:哪|那)(?:一)?年(?:发表|的|出)|(?:什么时候|何时|哪年)(?:发表|出版|发布|出来)|发表(?:的)?(?:年份|时间)"),
    ),
)  # fmt: skip
_CORPUS = re.compile(
    rf"^(?:请问)?(?:(?:你|您|这里|这儿|库里|库中|语料库|数据库|这个库|列表)(?:里|中|里面)?)?(?:一共|总共|共|现在)?"
    rf"(?:有|收录了?|包含)?(?:一共|总共)?(?:多少|几) ?(?:篇)?{_PAPERS}[?？]?$"
    rf"|(?:语料库|库里|这里)(?:里)?(?:都)?有(?:什么|哪些)(?:{_PAPERS}|内容)?[?？]?$"
    r"|(?:语料库|库|数据库)(?:有)?多大|(?:收录|包含)(?:了)?哪(?:些|个)(?:会议|年份)"
)
_ORIGIN = re.compile(
    rf"(?:([A-Z][A-Za-z&]*[A-Z]\w*) ?)?((?:19|20)\d\d) ?年?(?:的|发表的|上的|上发表的)? ?{_PAPERS}"
    rf"|(?:来自|发表在|发表于|收录于|收录在) ?([A-Z][A-Za-z&]*[A-Z]\w*)(?: ?((?:19|20)\d\d))?"
)
_PERSON = re.compile(
    r"(?:作者(?:是|为|叫)) ?([A-Z][\w.'’-]+(?: [A-Z][\w.'’-]*){1,3}) ?的"
    r"|^([A-Z][\w.'’-]+(?: [A-Z][\w.'’-]*){1,3}) ?(?:写|发表|撰写|参与)(?:过|了)?(?:哪|什么|几|多)"
    rf"|^([A-Z][\w.'’-]+(?: [A-Z][\w.'’-]*){{1,3}}) ?的{_PAPERS}(?:都?有(?:哪|几|多)|[?？]?$)"
)


def form_of(text: str) -> Form:
    """What the form of a Chinese question tells."""
    acronym = _ACRONYM.search(text)
    person = _PERSON.search(text)
    return Form(
        kind=_kind_of(text),
        seeks_similar=bool(_SIMILAR.search(text) and _LIST.search(text)),
        besides=_besides_asked(text),
        negated=bool(_NEGATED.search(text)),
        acronym=next((group for group in acronym.groups() if group), "") if acronym else "",
        thanks=bool(_THANKS.search(text)),
        help=bool(_HELP.search(text)),
        origin=_origin_asked(text),
        person=next((group for group in person.groups() if group), "") if person else "",
        points_back=bool(_POINTS_BACK.search(text)),
    )


def clauses_of(text: str) -> tuple[Clause, ...]:
    """The clauses of a question, in order; never empty.

    A comma ends one only where what stands before it asks, and what follows asks too: else
    the parts set the scene for each other.
    """
    sentences = [part.strip(" ，,") for part in _SENTENCE_END.split(text)]
    parts = [part for sentence in sentences if sentence for part in _split_at_commas(sentence)]
    parts = [part for part in parts if any(character.isalnum() for character in part)] or [text]
    return tuple(_clause(part, alone=len(parts) == 1) for part in parts)


def record_fields(text: str) -> tuple[Field, ...]:
    """The fields of the record that a text asks for; none when the abstracts are meant."""
    if _CORPUS.search(text):
        return ("corpus",)
    return tuple(field for field, pattern in _FIELDS if pattern.search(text))


def without_opening(text: str) -> str:
    """The text without what opens and closes a list or a summary ("有哪些论文研究…")."""
    text = _BESIDES.sub("", text)
    rest = _CLOSING.sub("", _OPENING.sub("", text).strip()).strip(" ，,。?？:：")
    return rest or text


def _kind_of(text: str) -> Kind:
    if _TALK.search(text):
        return "talk"
    if _SUMMARY.search(text):
        return "summary"
    if _LIST.search(text) and not _ONE_PAPER.search(text):
        return "list"
    if _COMPARE.search(text):
        return "compare"
    if _DEFINE.search(text) and not _ASKED_OF_WHAT_IS.search(text):
        return "define"
    return "fact"


def _besides_asked(text: str) -> str:
    match = _BESIDES.search(text)
    return match[1].strip() if match and _kind_of(text) == "list" else ""


def _split_at_commas(sentence: str) -> list[str]:
    joined: list[str] = []
    for part in _COMMA.split(sentence):
        if joined and not (_WH.search(joined[-1]) and _ASKS.search(part)):
            joined[-1] = f"{joined[-1]}，{part}"
        else:
            joined.append(part)
    return joined


def _clause(text: str, *, alone: bool) -> Clause:
    return Clause(
        text=text,
        asks=alone or bool(_ASKS.search(text)),
        wants_number=bool(_NUMBER.search(text)) and not _COUNTS_PAPERS.search(text),
        yes_no=bool(_YES_NO.search(text)) and not _WH.search(_YES_NO.sub("", text)),
        reading=reading_of(text),
    )


def _origin_asked(text: str) -> tuple[str, int | None] | None:
    match = _ORIGIN.search(text)
    if match is None or not _LIST.search(text):
        return None
    year = match[2] or match[4]
    return match[1] or match[3] or "", int(year) if year else None
