"""From question to events, end to end: real store, real encoder, both question sets."""

import re
import subprocess
import sys
from itertools import pairwise
from statistics import median

import pytest

from index_store.chinese import is_traditional, traditional
from index_store.chroma import PaperStore
from index_store.errors import StoreForeign
from index_store.ingest import ingest
from rag.assistant import Answered, Assistant, Found, Said
from rag.errors import QuestionError
from rag.frames import ENGLISH, frames_for
from rag.quoting import refers_back

ENGLISH_SETS = ("icml2025", "icml2025_tuning")
CHINESE_SET = "icml2025_zh"
CHINESE = [
    "哪些论文研究图神经网络？",
    "总结一下扩散模型方面的论文",
    "比较 HarmoniCa 和 LRA-QViT",
    "HarmoniCa 在多少个模型上测试过？",
    "MERIT 用了多大的学习率？",
    "MERIT 的作者是谁？代码在哪里？",
    "類似 PEAKS 的論文有哪些？",
    "除了 PEAKS 还有哪些论文研究数据选择？",
    "它有多快？",
    "一共有多少篇论文？",
]
"""One of each kind of answer."""

ODD = [
    "什么是扩散模型？请总结",
    "🙂🙂 HarmoniCa 🙂?",
    "👩‍🔬🏳️‍🌈",
    "What is $\\tilde{O}(\\sqrt{T})$ regret, \\textbf{really}?",
    "$\\frac{",
    "[1] [2] HarmoniCa [3]?",
    "What is PEAKS [9] and who says so [10]?",
    "<b>What is</b> <script>alert(1)</script> HarmoniCa?",
    "“HarmoniCa” … “",
    "What is {title} {number} %s %(x)s {0}?",
    "HarmoniCa\nMERIT\r\nPEAKS\x00\x07?",
    "\u202ewhat is PEAKS\u202c",
    "\ud800 what is PEAKS",
    "a",
    "and and and, and? or; but: what",
    "what? why? how? when? who? where?",
    "HarmoniCa " * 390,
    "x" * 3900,
    "How does it compare? " * 180,
    "(" * 300 + "a" + ")" * 300,
    "papers by A",
    "Who wrote?",
    "Is it?",
    "List",
    "Summarise",
    "how many papers",
]


@pytest.fixture(scope="session")
def english_answers(ask, questions):
    """The answers to every question of both English sets, and to the odd ones."""
    asked = [line["question"] for name in ENGLISH_SETS for line in questions[name]]
    odd = [text for text in ODD if any(character.isalnum() for character in text)]
    return [ask(text) for text in (*asked, *odd)]


@pytest.fixture(scope="session")
def chinese_answers(ask, questions):
    """The answers to every question of the Chinese set, and to some of other kinds."""
    return [
        ask(text) for text in (*(line["question"] for line in questions[CHINESE_SET]), *CHINESE)
    ]


@pytest.fixture(
    scope="session", params=["english", pytest.param("chinese", marks=pytest.mark.slow)]
)
def answers(request):
    """Many answers, in one language and then in the other."""
    return request.getfixturevalue(f"{request.param}_answers")


def frames_of(answer):
    return frames_for(answer.language, traditional=is_traditional(answer.question))


# Events


def test_events_come_in_order_and_agree(assistant):
    found, *said, answered = assistant.ask("On how many models was HarmoniCa tested?", k=4)
    assert isinstance(found, Found)
    assert all(isinstance(event, Said) for event in said)
    assert isinstance(answered, Answered)
    assert found.retrieved == answered.answer.retrieved
    assert len(found.retrieved) == 4
    assert tuple(event.sentence for event in said) == answered.answer.sentences != ()


def test_the_papers_are_there_before_the_answer(assistant):
    events = assistant.ask("What is HarmoniCa?")
    assert next(events).retrieved[0].paper.title.startswith("HarmoniCa: ")
    events.close()


def test_a_refusal_has_events_too(assistant):
    found, answered = assistant.ask("how long to bake a sourdough loaf")
    assert len(found.retrieved) == 10
    assert answered.answer.refused


def test_the_answer_says_what_was_asked_of_what(ask, store):
    answer = ask("What is HarmoniCa?")
    assert answer.question == answer.standalone_question == "What is HarmoniCa?"
    assert answer.model == "extractive"
    assert (answer.corpus.papers, answer.corpus.snapshot) == (38, store.snapshot)
    assert answer.timings_ms["total"] >= answer.timings_ms["retrieve"] > 0


@pytest.mark.parametrize(("k", "count"), [(1, 1), (3, 3), (10, 10), (25, 25), (200, 38)])
def test_k_is_how_many_papers_are_retrieved(assistant, k, count):
    answer = assistant.answer("Which papers are about graphs?", k=k)
    assert len(answer.retrieved) == count
    assert len(assistant.search("graphs", k=k).retrieved) == count


def test_k_does_not_change_the_answer(assistant, ask):
    question = "Which papers are about reinforcement learning?"
    assert assistant.answer(question, k=1).answer == ask(question).answer


def test_a_search_finds_the_paper_and_changes_nothing(assistant):
    result = assistant.search("  teaching vision models with 8-bit weights ")
    assert result.question == "teaching vision models with 8-bit weights"
    assert result.retrieved[0].paper.title.startswith("LRA-QViT")
    scores = [found.score for found in result.retrieved]
    assert scores == sorted(scores, reverse=True)


def test_numbers_of_a_conversation_are_kept(assistant, paper_of):
    numbers = {paper_of("PEAKS").paper_id: 7, paper_of("MERIT").paper_id: 2}
    peaks = assistant.answer("What is PEAKS?", numbers=numbers)
    assert [citation.number for citation in peaks.citations] == [7]
    assert peaks.answer.endswith("[7]")
    assert {evidence.number for one in peaks.sentences for evidence in one.evidence} == {7}
    fresh = assistant.answer("What is HarmoniCa?", numbers=numbers)
    assert [citation.number for citation in fresh.citations] == [8]
    assert "[8]" in fresh.answer


# Summaries


def test_summarize_a_topic(assistant):
    answer = assistant.summarize("diffusion models", k=2)
    assert answer.kind == "summary"
    assert len(answer.citations) == 2
    assert len(answer.retrieved) == 2


def test_summarize_chosen_papers_in_the_order_given(assistant, paper_of):
    chosen = [paper_of("PEAKS"), paper_of("A New Concentration"), paper_of("MERIT")]
    answer = assistant.summarize(papers=[paper.paper_id for paper in chosen])
    assert [citation.paper for citation in answer.citations] == chosen
    assert not answer.refused


def test_summarize_a_paper_once(assistant, paper_of):
    name = paper_of("PEAKS").paper_id
    answer = assistant.summarize(papers=[name, name])
    assert answer.answer.startswith("PEAKS: “")
    assert len(answer.citations) == 1


def test_summarize_needs_a_topic_or_papers(assistant):
    for nothing in (None, "", "  "):
        with pytest.raises(QuestionError, match="nothing to summarise"):
            assistant.summarize(nothing)
    with pytest.raises(QuestionError, match="no paper has the id nobody"):
        assistant.summarize(papers=["nobody"])


# What cannot be asked, and what is odd to ask


@pytest.mark.parametrize("question", ["", " \n ", "?!", "$$$", "。。。", "🙂"])
def test_nothing_asked(assistant, question):
    for call in (assistant.answer, assistant.search):
        with pytest.raises(QuestionError, match="empty"):
            call(question)


def test_a_question_of_100_000_characters(assistant):
    with pytest.raises(QuestionError, match="100,000 characters"):
        assistant.answer("why?" * 25_000)


@pytest.mark.parametrize("question", ODD, ids=range(len(ODD)))
def test_odd_questions_get_an_answer_or_a_plain_word(ask, question):
    if any(character.isalnum() for character in question):
        answer = ask(question)
        assert answer.answer
        about_all = answer.kind in ("talk", "about") or answer.total == 38
        which = frames_of(answer).which_paper
        assert answer.refused or answer.citations or about_all or answer.answer == which
    else:
        with pytest.raises(QuestionError):
            ask(question)


def test_a_marker_in_the_question_is_no_marker_of_the_answer(ask):
    answer = ask("On how many models was HarmoniCa tested, and what learning rate [7] did it use?")
    assert set(re.findall(r"\[\d+\]", answer.answer)) == {"[1]"}


# Promises, over every question of both sets


def test_every_quote_is_the_abstract_to_the_letter(answers, store):
    count = 0
    for answer in answers:
        for citation in answer.citations:
            (paper,) = store.papers([citation.paper.paper_id])
            for quote in citation.quotes:
                assert quote.text == paper.abstract[quote.start : quote.end]
                assert quote.text.strip() == quote.text != ""
                count += 1
    assert count > len(answers)


def test_the_markers_shown_are_the_citations(answers):
    for answer in answers:
        shown = {int(number) for number in re.findall(r"\[(\d+)\]", answer.answer)}
        assert shown == {citation.number for citation in answer.citations}, answer.question
        numbers = [citation.number for citation in answer.citations]
        assert numbers == list(range(1, len(numbers) + 1))


def test_every_sentence_rests_on_a_quote_that_is_there(answers):
    for answer in answers:
        quotes = {citation.number: citation.quotes for citation in answer.citations}
        for sentence in answer.sentences:
            assert sentence.citations
            assert set(sentence.citations) <= quotes.keys()
            assert sentence.evidence or sentence.why
            for evidence in sentence.evidence:
                assert evidence.number in sentence.citations
                assert quotes[evidence.number][evidence.quote].text == sentence.text
                _, after = answer.answer.split(f"“{sentence.text}”", 1)
                assert re.search(r"\[(\d+)\]", after)[1] == str(evidence.number)


def test_a_marker_stands_once_after_the_quotes_of_a_paper(answers):
    several = 0
    for answer in answers:
        for line in answer.answer.splitlines():
            quotes = re.findall(r"“[^”]{40,}”", line)
            several += len(quotes) > 1
            assert len(re.findall(r"\[\d+\]", line)) <= 1, line
    assert several > 10


def test_every_quote_is_used(answers):
    for answer in answers:
        used = {(one.number, one.quote) for said in answer.sentences for one in said.evidence}
        kept = {(one.number, at) for one in answer.citations for at in range(len(one.quotes))}
        assert used == kept


def test_at_most_four_whole_sentences_a_paper(answers):
    most = 0
    for answer in answers:
        for citation in answer.citations:
            count = 0
            for quote in citation.quotes:
                inside = [
                    sentence
                    for sentence in citation.paper.sentences
                    if quote.start <= sentence.start and sentence.end <= quote.end
                ]
                assert (inside[0].start, inside[-1].end) == (quote.start, quote.end)
                count += len(inside)
            assert count <= 4
            most = max(most, count)
    assert most == 4


def test_quotes_of_a_paper_are_in_order_and_neighbours_are_joined(answers):
    for answer in answers:
        for citation in answer.citations:
            for left, right in pairwise(citation.quotes):
                assert left.end < right.start
                assert citation.paper.abstract[left.end : right.start].strip()


def test_no_quote_opens_with_a_word_that_hangs_in_the_air(answers):
    hanging = []
    for answer in answers:
        for citation in answer.citations:
            sentences = citation.paper.sentences
            opening = {sentence.start: sentence.plain for sentence in sentences[1:]}
            hanging += [
                (answer.question, quote.text[:60])
                for quote in citation.quotes
                if refers_back(opening.get(quote.start, ""))
            ]
    assert hanging == []


def test_a_fact_cites_few_papers(answers):
    facts = [one for one in answers if one.kind in ("fact", "define") and one.citations]
    assert sum(len(one.citations) == 1 for one in facts) / len(facts) > 0.9
    assert max(len(one.citations) for one in facts) <= 3


def test_refusals_say_why_and_show_what_was_found(answers):
    for answer in answers:
        assert answer.refused == (answer.reason is not None)
        assert len(answer.retrieved) == 10
        if answer.reason == "not_in_corpus":
            assert answer.citations == ()
        if answer.reason == "not_in_abstract":
            (citation,) = answer.citations
            assert citation.quotes == ()
            assert citation.paper.url in answer.answer or answer.kind == "about"


def test_nothing_is_counted_that_was_not_counted(answers):
    for answer in answers:
        if answer.total is None and answer.kind == "list" and not answer.refused:
            assert answer.answer.startswith(frames_of(answer).not_exhaustive)
        if answer.total is not None and not answer.citations:
            frames = frames_of(answer)
            papers = frames.papers.format(count=38)
            assert answer.answer == frames.corpus.format(papers=papers, venues=" (ICML 2025)")
        if answer.total is not None and answer.citations:
            assert answer.total == len(answer.citations) == answer.answer.count("\n- ")


def test_all_that_is_said_is_a_quote_a_record_or_a_frame(answers):
    for answer in answers:
        said = answer.answer
        for citation in answer.citations:
            for quote in citation.quotes:
                said = said.replace(f"“{quote.text}”", " ")
            said = said.replace(f" [{citation.number}]", " ")
        papers = [one.paper for one in (*answer.citations, *answer.retrieved)]
        for part in re.findall(r"“(.*?)”", said):
            assert part in answer.question.replace("\n", " ") or any(
                part in (paper.plain_title, paper.label) for paper in papers
            ), (answer.question, part)
        rest = words(re.sub(r"“.*?”", " ", said))
        assert rest <= frame_words(answer) | record_words(papers), answer.question


def words(text):
    return set(re.findall(r"\w+", text.casefold()))


def frame_words(answer):
    frames = frames_of(answer)
    return words(" ".join(getattr(frames, name) for name in frames.__dataclass_fields__)) | {"38"}


def record_words(papers):
    fields = [
        (paper.title, paper.label, *paper.names, *paper.authors, paper.venue, paper.year, paper.url)
        for paper in papers
    ]
    return words(" ".join(str(value) for record in fields for value in record))


def test_an_answer_takes_well_under_a_second(english_answers):
    assert median(answer.timings_ms["total"] for answer in english_answers) < 500


# Chinese

FRAMED = {
    "你好": "greeting",
    "谢谢": "thanks",
    "你能做什么？": "help",
    "一共有多少篇论文？": "corpus",
    "谁写了 MERIT？": "authors",
    "MERIT 发表在哪个会议？": "venue",
    "它有多快？": "which_paper",
    "红烧肉怎么炖才能软烂又不腻？": "not_in_corpus",
    "MERIT 用了多大的学习率？": "not_in_abstract",
    "MERIT 比 LAMB 好吗？": "yes_no",
    "哪些论文研究图神经网络？": "not_exhaustive",
    "没有用强化学习的论文有哪些？": "negated",
    "比较 HarmoniCa 和 LRA-QViT": "each",
    "总结一下扩散模型方面的论文": "summary_of",
    "作者是 Ada Lovelace 的论文有哪些？": "none_authored",
    "有哪些 2019 年的论文？": "none_from",
    "HarmoniCa 在多少个模型上测试过，用的什么显卡？": "partly",
}


def frame_pattern(frame):
    """What a frame reads like once its fields are filled."""
    parts = re.split(r"\{\w+\}", frame)
    return re.compile(".+?".join(re.escape(part) for part in parts), re.DOTALL)


@pytest.mark.parametrize("script", ["simplified", "traditional"])
@pytest.mark.parametrize("question", FRAMED)
def test_a_chinese_question_gets_frames_in_its_own_script(ask, question, script):
    old = script == "traditional"
    asked = traditional(question) if old else question
    answer = ask(asked)
    assert answer.question == asked
    assert answer.language == "zh"
    assert is_traditional(asked) is old or asked == question
    frames = frames_for("zh", traditional=is_traditional(asked))
    frame = getattr(frames, FRAMED[question])
    assert frame_pattern(frame).search(answer.answer), answer.answer


@pytest.mark.parametrize(
    ("question", "title", "fact"),
    [
        ("HarmoniCa 在多少个模型上测试过？", "HarmoniCa", "$8$ models, $4$ samplers"),
        ("HarmoniCa在多少個模型上測試過？", "HarmoniCa", "$8$ models, $4$ samplers"),
        ("DevAI 这个 benchmark 里一共有多少个 task？", "Agent-as-a-Judge", "55 realistic"),
        ("MERIT 的代码在哪里？", "MERIT", "https://github.com/NUS-HPC-AI-Lab/MERIT"),
        ("GNN 里的 over-squashing 是什么原因造成的？", "Mitigating Over-Squashing", "bottleneck"),
        ("AWM 的全称是什么？", "Agent Workflow Memory", "Agent Workflow Memory (AWM)"),
        (
            "對抗訓練前期和後期，模型學到的特徵有什麼區別？",
            "Identifying and",
            "cross-class features",
        ),
    ],
)
def test_a_chinese_question_is_answered_by_english_quotes(ask, question, title, fact):
    answer = ask(question)
    assert not answer.refused
    assert answer.retrieved[0].paper.title.startswith(title)
    assert fact in " ".join(quote.text for one in answer.citations for quote in one.quotes)
    for citation in answer.citations:
        for quote in citation.quotes:
            assert quote.text == citation.paper.abstract[quote.start : quote.end]


@pytest.mark.parametrize(
    "question",
    [
        "红烧肉怎么炖才能软烂又不腻？",
        "长江发源于哪里，全长多少公里？",
        "房東不退押金，租客可以去哪裡起訴？",
        "怎样给大模型生成的文字加水印，方便以后检测？",
    ],
)
def test_what_no_paper_is_about_is_refused_in_chinese(ask, question):
    answer = ask(question)
    assert (answer.refused, answer.reason) == (True, "not_in_corpus")
    assert answer.citations == ()
    assert answer.confidence < 0.34


def test_papers_besides_one_do_not_hold_it(ask, paper_of):
    asked = "除了 R2PVI 还有哪些论文研究离线强化学习？"
    retrieved = [found.paper for found in ask(asked).retrieved]
    assert len(retrieved) == 10
    assert paper_of("Robust Offline") not in retrieved
    assert paper_of("Unveiling Markov heads") in retrieved[:3]


def test_papers_besides_one_do_not_hold_it_in_english_either(ask, paper_of):
    asked = "Which papers study offline reinforcement learning besides the Markov heads paper?"
    retrieved = [found.paper for found in ask(asked).retrieved]
    assert len(retrieved) == 10
    assert paper_of("Unveiling Markov heads") not in retrieved
    assert paper_of("Robust Offline") in retrieved[:3]


def test_papers_like_one_do_not_hold_it(ask, paper_of):
    retrieved = [found.paper for found in ask("类似 PEAKS 的论文有哪些？").retrieved]
    assert len(retrieved) == 10
    assert paper_of("PEAKS") not in retrieved


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("ja", "拡散モデルによる音声復元とは何ですか？"),
        ("ja", "PEAKS はどのようにサンプルを選びますか？"),
        ("ru", "Что такое диффузионная модель?"),
        ("ru", "Как PEAKS выбирает примеры?"),
        ("ko", "그래프 생성 모델이란 무엇입니까?"),
        ("ar", "ما هو النموذج المسمى HarmoniCa؟"),
        ("ru", "Как испечь хлеб на закваске?"),
        ("ja", "肉じゃがの作り方を教えてください"),
    ],
)
def test_another_language_is_answered_in_english_frames(ask, language, question):
    answer = ask(question)
    assert answer.language == language
    assert len(answer.retrieved) == 10
    if answer.refused:
        assert answer.answer.startswith(ENGLISH.not_in_corpus)
    else:
        assert answer.citations
    assert not re.search(r"[\u3400-\u9fff]", answer.answer)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Как PEAKS выбирает примеры?", "PEAKS"),
        ("拡散モデルによる音声復元とは何ですか？", "RestoreGrad"),
        ("그래프 생성 모델이란 무엇입니까?", "Graph Generative"),
        ("ما هو النموذج المسمى HarmoniCa؟", "HarmoniCa"),
    ],
)
def test_another_language_finds_the_paper(assistant, question, title):
    assert assistant.search(question, k=1).retrieved[0].paper.title.startswith(title)


def test_without_a_multilingual_encoder_the_other_one_takes_all_scripts(store, encoder):
    alone = Assistant(store, encoder)
    answer = alone.answer("HarmoniCa 在多少个模型上测试过？")
    assert answer.retrieved[0].paper.title.startswith("HarmoniCa")
    assert answer.language == "zh"


def test_a_store_that_another_multilingual_encoder_has_seen_says_what_to_do(
    store, encoder, stand_in
):
    other = Assistant(store, encoder, multilingual=stand_in())
    assert not other.answer("What is HarmoniCa?").refused
    with pytest.raises(StoreForeign, match="ingest its lists again to add them"):
        other.answer("什么是 HarmoniCa？")


# A store that changes


ANTS = '{"abstract": "Ants carry leaves. We introduce AntNet, which counts 40 ants a second."}\n'
INGEST = """
import sys
from pathlib import Path
from index_store import encoders
from index_store.ingest import ingest
ingest([Path(sys.argv[1])], store=Path(sys.argv[2]), encoder=encoders.load("minilm-l6-v2-int8"))
"""


@pytest.mark.slow
def test_what_another_process_ingests_is_there_at_the_next_question(tmp_path, encoder):
    first, second = tmp_path / "bees.jsonl", tmp_path / "ants.jsonl"
    first.write_text('{"abstract": "We introduce BeeNet, which reads the dance of bees."}\n')
    second.write_text(ANTS)
    ingest([first], store=tmp_path / "store", encoder=encoder)
    store = PaperStore.open(tmp_path / "store", encoder=encoder)
    assistant = Assistant(store, encoder)
    question = "How many ants does AntNet count a second?"
    before = assistant.answer(question)
    assert (before.refused, before.corpus.papers) == (True, 1)

    subprocess.run([sys.executable, "-c", INGEST, second, store.path], check=True, timeout=60)

    after = assistant.answer(question)
    assert (after.refused, after.corpus.papers) == (False, 2)
    assert "counts 40 ants a second" in after.citations[0].quotes[0].text
    assert after.corpus.snapshot != before.corpus.snapshot
    assert len(assistant.search("bees and ants").retrieved) == 2
    assert assistant.answer("How many papers do you have?").answer == "This corpus holds 2 papers."
    store.close()
