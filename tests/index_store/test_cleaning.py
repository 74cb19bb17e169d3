import json
import re
from collections import Counter
from pathlib import Path

import pytest

from index_store.cleaning import plain, valid_unicode

CORPUS = Path(__file__).parents[2] / "evals" / "corpus" / "icml2025_metadata.jsonl"
MESSY = Path(__file__).parent / "readers" / "fixtures" / "messy.jsonl"
PAPERS = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
# Traits whose abstract must come out as the corpus abstract does, word for word.
SAME = ("html_tags", "html_sup_sub", "ligatures", "soft_hyphens", "zero_width", "control_chars",
        "unicode_line_breaks", "nbsp", "mojibake")  # fmt: skip


def messy(trait):
    lines = MESSY.read_text(encoding="utf-8").split("\n")
    return next(row for row in map(json.loads, filter(None, lines)) if row["trait"] == trait)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper["title"][:30])
def test_every_digit_and_percent_sign_is_kept(paper):
    kept = plain(paper["abstract"])
    for pattern in (r"\d", "%"):
        written = Counter(re.findall(pattern, paper["abstract"]))
        if pattern == r"\d" and "\\href" in paper["abstract"]:  # one address, written twice
            written["2"] -= 2
        assert Counter(re.findall(pattern, kept)) == written


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper["title"][:30])
def test_no_markup_is_left_and_addresses_are(paper):
    kept = plain(paper["abstract"])
    assert not re.search(r"[\\${}]|\*\*|\]\(", kept)
    for address in re.findall(r"https://[\w./-]*\w", paper["abstract"]):
        assert address in kept


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**c**au**se**s (DVP-cse) or **cl**u**s**ters", "causes (DVP-cse) or clusters"),
        (r"(*i.e.*, $2.07\times$ theoretical speedup)", "(i.e., 2.07× theoretical speedup)"),
        (r"$\tilde{O}(T^{\frac{3}{4}})$ guarantees", "Õ(T^3/4) guarantees"),
        (r"over $40\\%$ and 31.8\% and 24.6%", "over 40% and 31.8% and 24.6%"),
        (r"method ($\texttt{HDM}$), $\ell_2$ and $f_1$", "method (HDM), l_2 and f_1"),
        ("[https://a.b/x_y](https://a.b/x_y).", "https://a.b/x_y."),
        ("see [the *code*](https://a.b/x_y_z)", "see the code (https://a.b/x_y_z)"),
        (r"\href{https://a.b/c_d}{https://a.b/c_d}.", "https://a.b/c_d."),
        (r"na\"{\i}ve \emph{text} ``quoted''", 'naïve text "quoted"'),
        ("a*b*c, snake_case_name, 2*3 and 4*5", "a*b*c, snake_case_name, 2*3 and 4*5"),
        ("*p<0.05, **p<0.01; A* and D*", "*p<0.05, **p<0.01; A* and D*"),
        ("costs $5 and $10", "costs $5 and $10"),
        ("x<y and y>z", "x<y and y>z"),
        ("10³ or 10<sup>3</sup> in H<sub>2</sub>O", "10^3 or 10^3 in H2O"),
        ("<p>One.</p><p>Two &lt;b&gt; 25&#37;</p>", "One. Two <b> 25%"),
        ("decoupling-and-\nreweighting", "decoupling-and-reweighting"),
        ("two- and three- player", "two- and three- player"),
        (r"$\unknown{x} and a broken $ sign", "$x and a broken $ sign"),
        ("**Abstract.** We show", "We show"),
        ("JÃ¼rgen and GonÃ§alves", "Jürgen and Gonçalves"),
        ("", ""),
    ],
)
def test_markup_becomes_plain_text(text, expected):
    assert plain(text) == expected


@pytest.mark.parametrize("trait", SAME)
def test_damaged_abstract_comes_back_to_the_corpus(trait):
    cleaned = plain(messy(trait)["abstract"])
    assert cleaned in {plain(paper["abstract"]) for paper in PAPERS}


@pytest.mark.parametrize(
    "text", ["$$", "$ $", "\\", "\\(", "**", "[](x)", "$a", "{", "\\href{", "`"]
)
def test_fragments_of_markup_do_not_fail(text):
    assert isinstance(plain(text), str)


def test_lone_surrogates_are_replaced_and_pairs_joined():
    assert valid_unicode("a\ud800b \ud835\udd38") == "a\ufffdb \U0001d538"
    assert plain("a\ud800b").encode()


def test_plain_text_stays_as_it_is():
    for paper in PAPERS:
        once = plain(paper["abstract"])
        assert plain(once) == once
