import re
from html.parser import HTMLParser

import pytest

from evals.compare import compare
from evals.report.comparison_page import OPEN, SHOWN, comparison_page
from tests.evals.report.sample_runs import question, run, wrongly_refused
from tests.evals.report.test_page import CHROMIUM, EVIL, QUIETLY, watched_page


class Reader(HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.text, self._silent = [], "", False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.text += " "  # cells of a table stand apart
        self._silent = tag == "style"

    def handle_endtag(self, tag):
        self._silent = False

    def handle_data(self, data):
        if not self._silent:
            self.text += data

    def count(self, tag, **wanted):
        return sum(
            name == tag and all(given.get(key) == value for key, value in wanted.items())
            for name, given in self.elements
        )


def read(before, after):
    return Reader(comparison_page(compare(before, after)))


def words(reader):
    return " ".join(reader.text.split())


def test_figures_stand_side_by_side_with_difference_and_verdict():
    before = run("a", *(question(f"q{number}") for number in range(8)))
    after = run("b", *(wrongly_refused(f"q{number}") for number in range(8)))
    told = words(read(before, after))
    assert re.search(r"fact recall\W+↑ higher is better 100\.0 % 0\.0 % -100\.0", told)
    assert re.search(r"false refusals\W+↓ lower is better 0\.0 % 100\.0 % \+100\.0", told)
    assert "0.008 8 worse" in told


def test_both_answers_of_a_question_that_changed_are_shown():
    reader = read(run("a", question("q1")), run("b", wrongly_refused("q1")))
    told = words(reader)
    assert "1 question went worse, 0 better" in told
    assert "It was tested on 12 hives" in told
    assert "No paper in this corpus is about that." in told
    assert reader.count("div", **{"class": "sides"}) == 1


def test_where_nothing_changed_the_page_says_so():
    told = words(read(run("a", question("q1")), run("b", question("q1"))))
    assert "None: no question went otherwise." in told
    assert "Both runs were made with the same settings, code, sets and papers." in told


def test_what_differs_and_what_only_one_asked_is_told():
    before = run("a", question("q1"), question("q2"), settings={"k": 3})
    told = words(read(before, run("b", question("q1"), settings={"k": 5})))
    assert "k 3 5" in told
    assert "Only a asked 1 question, the first of them bees dev/q2" in told


def test_a_page_opens_with_the_worst_and_says_what_it_leaves_out():
    names = [f"q{number}" for number in range(SHOWN + 2)]
    reader = read(run("a", *map(question, names)), run("b", *map(wrongly_refused, names)))
    assert reader.count("article") == SHOWN
    assert reader.count("details", open=None) >= OPEN
    assert "2 further questions are left out here" in words(reader)


def test_nothing_a_run_holds_becomes_an_element():
    before, after = question("q1", question=EVIL), wrongly_refused("q1", question=EVIL)
    reader = read(run(EVIL, before), run("b", after, settings={EVIL: EVIL}))
    assert reader.count("script") == reader.count("img") == 0
    assert EVIL in reader.text


@pytest.mark.slow
def test_a_browser_shows_it_without_the_network(tmp_path):
    sync_api = pytest.importorskip("playwright.sync_api")
    path = tmp_path / "changes.html"
    both = [question("q1", question=EVIL)], [wrongly_refused("q1", question=EVIL)]
    runs = [run(name, *asked) for name, asked in zip("ab", both, strict=True)]
    path.write_text(comparison_page(compare(*runs)), "utf-8")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIETLY))
        for scheme in ("light", "dark"):
            with browser.new_context(
                viewport={"width": 390, "height": 844}, color_scheme=scheme, offline=True
            ) as context:
                page, faults = watched_page(context)
                page.goto(path.as_uri())
                assert page.locator(".sides .outcome").count() == 2
                assert page.evaluate("document.documentElement.scrollWidth") == 390
                assert faults == []
        browser.close()
