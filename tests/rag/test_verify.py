"""The check, with the real encoders, over the sample corpus."""

import re

import pytest

from rag.support_features import missing_names
from rag.verify import check

RESULT = (
    "Remarkably, our image-free approach reduces training time by $25\\%$ compared with the"
    " previous method."
)
SPEED = (
    "For instance, HarmoniCa achieves over $40\\\\%$ latency reduction (i.e., $2.07\\times$"
    " theoretical speedup) and improved performance on PixArt-$\\alpha$."
)
SETTING = "Extensive experiments across $8$ models and $4$ samplers demonstrate its speedup."


class Kept:
    """A space that encodes each text once."""

    def __init__(self, space):
        self._space = space
        self._vectors = {}

    def encode(self, question):
        if question not in self._vectors:
            self._vectors[question] = self._space.encode(question)
        return self._vectors[question]


@pytest.fixture(scope="module")
def verdict_of(space, store):
    kept = Kept(space)

    def verdict_of(sentence, *cited, **options):
        return check(sentence, cited, space=kept, lexical=store.lexical, **options)

    return verdict_of


@pytest.fixture(scope="module")
def verdict_in_chinese(multilingual_space, store):
    def verdict_of(sentence, *cited):
        return check(
            sentence, cited, space=multilingual_space, lexical=store.lexical, names=["HarmoniCa"]
        )

    return verdict_of


@pytest.mark.parametrize(
    "sentence",
    [
        RESULT,
        "The image-free approach reduces training time by 25% over the previous method.",
        "HarmoniCa reduces latency by more than 40% on PixArt-α.",
        "On PixArt-α, HarmoniCa is 2.07 times as fast in theory.",
    ],
)
def test_what_the_source_says_is_supported(verdict_of, sentence):
    found = verdict_of(sentence, RESULT, SPEED)
    assert (found.support, found.why) == ("supported", None)
    assert found.score > 0.5


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("The approach reduces training time by 35%.", "the source does not hold 35%"),
        ("The approach reduces training time by 25 hours.", "the source does not hold 25 hours"),
        ("HarmoniCa gives a 2.1× theoretical speedup.", "the source does not hold 2.1×"),
        ("HarmoniCa gives a 2× theoretical speedup.", "the source does not hold 2×"),
        (SPEED.replace("HarmoniCa", "DeepCache"), "the source does not mention DeepCache"),
        (RESULT.replace("reduces", "increases"), "the source says the opposite: 'reduces'"),
        (RESULT.replace("reduces", "does not reduce"), "the source says the opposite: 'reduces'"),
        (SPEED.replace("achieves", "does not achieve"), None),
    ],
)
def test_what_the_source_does_not_say_is_not(verdict_of, sentence, why):
    found = verdict_of(sentence, RESULT, SPEED)
    assert found.support != "supported"
    assert found.why == why or (why is None and found.why)


def test_a_count_of_other_things_is_not_held(verdict_of):
    assert verdict_of("It was run on 8 models and 4 samplers.", SETTING).support == "supported"
    found = verdict_of("It was run on 4 models and 8 samplers.", SETTING)
    assert (found.support, found.why) == ("weak", "the source does not hold 4, 8")


def test_something_else_is_unsupported(verdict_of):
    found = verdict_of("Honey bees tell each other by dancing where flowers are.", RESULT, SPEED)
    assert (found.support, found.why) == ("unsupported", "the source does not speak of this")


@pytest.mark.parametrize("cited", [(), ("",), (" \n",)])
def test_without_a_source_nothing_is_supported(verdict_of, cited):
    found = verdict_of(RESULT, *cited)
    assert (found.support, found.score, found.why) == ("unsupported", 0.0, "it cites no source")
    assert verdict_of("", RESULT).support == "unsupported"


def test_a_paper_may_be_called_by_its_name(verdict_of):
    sentence = "With HarmoniCa, training time falls by 25% against the previous method."
    assert verdict_of(sentence, RESULT).why == "the source does not mention HarmoniCa"
    assert verdict_of(sentence, RESULT, names=["HarmoniCa"]).support == "supported"


@pytest.mark.parametrize(
    "sentence",
    [
        "与之前的方法相比，该方法将训练时间减少了25%。",
        "与之前的方法相比，该方法将训练时间减少了百分之二十五。",
        "HarmoniCa 在 PixArt-α 上将延迟降低了超过 40%，理论加速达到 2.07 倍。",
    ],
)
def test_a_chinese_sentence_of_an_english_source(verdict_in_chinese, sentence):
    assert verdict_in_chinese(sentence, RESULT, SPEED).support == "supported"


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("与之前的方法相比，该方法将训练时间减少了35%。", "the source does not hold 35%"),
        ("该方法将训练时间增加了25%。", "the source says the opposite: 'reduces'"),
        ("该方法没有减少训练时间。", None),
        ("DeepCache 将延迟降低了超过 40%。", "the source does not mention DeepCache"),
        ("蜜蜂通过跳舞告诉同伴花在哪里。", "the source does not speak of this"),
    ],
)
def test_a_chinese_sentence_that_the_source_does_not_say(verdict_in_chinese, sentence, why):
    found = verdict_in_chinese(sentence, RESULT, SPEED)
    assert found.support != "supported"
    assert found.why == why or (why is None and found.why)


@pytest.mark.slow
def test_every_sentence_of_the_corpus_supports_itself(verdict_of, store):
    for paper in store.all_papers():
        for sentence in paper.sentences:
            stored = paper.quote(sentence.start, sentence.end)
            assert verdict_of(sentence.plain, stored).support == "supported", stored
            assert verdict_of(stored, stored).support == "supported", stored


def test_no_sentence_of_the_corpus_supports_another_number(verdict_of, store):
    altered = 0
    for paper in store.all_papers():
        for sentence in paper.sentences:
            for digits in re.finditer(r"\d+", sentence.plain):
                other = str(int(digits[0]) + 1009)
                said = sentence.plain[: digits.start()] + other + sentence.plain[digits.end() :]
                altered += 1
                assert verdict_of(said, sentence.plain).support != "supported", said
    assert altered > 60


def test_sentences_of_other_papers_support_nothing(verdict_of, store):
    papers = store.all_papers()
    for paper, other in zip(papers, [*papers[1:], papers[0]], strict=True):
        assert (
            verdict_of(paper.sentences[0].plain, other.sentences[-1].plain).support != "supported"
        )


@pytest.mark.parametrize(
    ("sentence", "source", "names"),
    [
        ("We use GPT-2.", "We use GPT2.", ()),
        ("We use GPT-3.", "We use GPT-2.", ("GPT-3",)),
        ("It beats Adam.", "It beats AdamW.", ("Adam",)),
        ("Many LLMs, ViTs and GPUs.", "A ViT.", ()),
        ("See https://x.org/GPT-2.", "See https://x.org/GPT-2.", ()),
        ("See https://x.org/b.", "See https://x.org/a.", ("https://x.org/b",)),
    ],
)
def test_missing_names(sentence, source, names):
    assert missing_names(sentence, [source]) == names
