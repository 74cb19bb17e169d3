import re
from html.parser import HTMLParser

import pytest

from evals.report.page import (
    BENCHMARK_SHOWN,
    OPEN,
    QUESTIONS_SHOWN,
    is_link,
    marked,
    report_page,
)
from evals.report.plots import plotly_script
from tests.evals.report.sample_runs import (
    answer,
    citation,
    claim,
    gold,
    query,
    question,
    refusal,
    run,
    unanswerable,
    whole_run,
    wrongly_refused,
)

EVIL = '<script>alert(1)</script><img src=x onerror="alert(2)">'
CHROMIUM = "/usr/bin/chromium"
QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


class Reader(HTMLParser):
    """What a page holds: its elements, and the text that is shown."""

    def __init__(self, page):
        super().__init__()
        self.elements = []
        self.text = ""
        self._silent = False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._silent = tag in ("script", "style")

    def handle_endtag(self, tag):
        self._silent = False

    def handle_data(self, data):
        if not self._silent:
            self.text += data

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


def read(*runs):
    page = report_page(runs)
    return Reader(page.replace(plotly_script(), ""))


def words(reader):
    return " ".join(reader.text.split())


def test_figures_as_given_with_interval_and_count():
    told = words(read(run("a", question("q1"), wrongly_refused("q2"))))
    assert re.search(r"fact recall\W+↑higher is better.*?50\.0 % 9\.5–90\.5 % · n 2", told)
    assert "Share of the facts" not in told
    assert "share of the facts asked for that occur in the quoted text" in told


def test_what_a_run_was():
    told = words(read(whole_run("whole", settings={"k": 5})))
    assert "Evaluation: whole" in told
    assert "1 December 2026, 01:55 UTC · 14 questions · something wrong with 6" in told
    assert "Not by default: k = 5" in told
    assert "snapshot b754ed74" in told
    assert "293c9fda9b22" in told


def test_nothing_a_run_holds_becomes_an_element():
    evil = wrongly_refused(
        EVIL,
        question=EVIL,
        kind=EVIL,
        language='en" onload="alert(3)',
        conversation=(EVIL,),
        gold=gold(papers=[EVIL], facts=[[EVIL]], reference=EVIL),
        answer=answer(answer=f"{EVIL} [1]", citations=[citation(title=EVIL, sources=[EVIL])]),
        scores={"false refusal": 1.0, EVIL: 1.0},
        timings_ms={EVIL: 3.0},
    )
    reader = read(run(EVIL, evil, started=EVIL, commit=EVIL, settings={EVIL: EVIL}))
    assert len(reader.all("script")) == 3
    assert reader.all("img") == []
    assert not any(
        "onerror" in attributes or "onload" in attributes for _, attributes in reader.elements
    )
    assert EVIL in reader.text


def test_no_text_ends_the_script_that_holds_the_plots():
    page = report_page([run("</script><b>", question("q1"))])
    assert "</script><b>" not in page


def test_nothing_outside_is_named_but_the_papers_own_addresses():
    reader = read(whole_run())
    addresses = {
        value
        for _, attributes in reader.elements
        for name, value in attributes.items()
        if name in ("src", "href", "action", "srcset", "poster", "data")
    }
    outside = {address for address in addresses if not address.startswith(("#", "data:"))}
    assert outside == {"https://openreview.net/forum?id=bees"}
    assert "@import" not in report_page([run("a")])


def test_an_address_that_is_a_script_is_no_link():
    evil = wrongly_refused("w1", answer=answer(citations=[citation(url="javascript:alert(1)")]))
    assert not any("javascript" in one.get("href", "") for one in read(run("a", evil)).all("a"))
    assert is_link("https://arxiv.org/abs/1")
    assert not any(map(is_link, ("data:text/html,x", "//evil", None)))


def test_numbers_of_citations_lead_to_them_and_others_do_not():
    assert marked("<b> [1] [2]", "q1", [{"number": 1}]) == ('&lt;b&gt; <a href="#q1-1">[1]</a> [2]')


def test_every_link_within_the_page_leads_somewhere():
    reader = read(whole_run("a"), run("b", wrongly_refused("w1"), question("q1")))
    names = {attributes["id"] for _, attributes in reader.elements if "id" in attributes}
    links = {one["href"][1:] for one in reader.all("a") if one["href"].startswith("#")}
    assert links <= names


def test_a_run_without_some_measure_and_one_without_any():
    told = words(read(run("a", question("q1", scores={"fact recall": 1.0}, timings_ms={}))))
    assert "fact recall" in told
    assert "nDCG@10" not in told
    nothing = words(read(run("a", question("q1", answer={}, scores={}, error="it broke"))))
    assert "there are no figures" in nothing
    assert "No answer: it broke." in nothing


def test_two_runs_beside_each_other():
    reader = read(run("a", question("q1")), run("b", wrongly_refused("q1")))
    told = words(reader)
    assert "Evaluation: a and b" in told
    assert "✓ Nothing wrong here." in told
    assert "Refused: no paper here is about that." in told
    colours = {one.get("class") for one in reader.all("span")}
    assert {"run run-1", "run run-2"} <= colours


def test_what_went_wrong_is_shown_with_answer_quote_and_gold():
    misled = unanswerable("u2", answer=answer(), scores={"false answer": 1.0})
    asked_before = wrongly_refused("w1", conversation=("Who wrote it?",), answer=refusal())
    told = words(read(run("a", misled, asked_before)))
    assert "Answered, although no paper here is about that." in told
    assert "list_a.txt:13" in told
    assert "1 quote It was tested on 12 hives" in told
    assert "Asked before Who wrote it?" in told
    assert "Fact: “12 hives” or “twelve hives” not quoted" in told
    assert "Nothing: no paper here is about that." in told


def test_claims_and_queries_have_their_own_shape():
    told = words(read(run("a", claim(), query())))
    assert "The abstract supports it; the support check says “weak”" in told
    assert "4Three. sentence 3 ✓ evidence" in told
    assert "2Bees d7 d8 ✓ right" in told
    assert "Right: d7 (place 2)" in told


def test_small_talk_and_counts():
    talk = question(
        "t1",
        kind="talk",
        gold=gold(papers=[], facts=[], places=[]),
        scores={"small talk": 0.0},
    )
    count = question("c1", answer=answer(total=3), gold=gold(total=4), scores={"right count": 0.0})
    told = words(read(run("a", talk, count)))
    assert "No paper: this is small talk." in told
    assert "counted 3" in told
    assert "Count: 4" in told


def test_the_first_ones_stand_open():
    many = [wrongly_refused(f"w{number}") for number in range(OPEN + 2)]
    details = read(run("a", *many, claim())).all("article")
    assert len(details) == OPEN + 3
    page = report_page([run("a", *many, claim())])
    assert page.count('data-kind="fact">\n<details open>') == OPEN


def test_a_page_says_what_it_leaves_out():
    many = [wrongly_refused(f"w{number}") for number in range(QUESTIONS_SHOWN + 1)]
    claims = [claim(f"claim {number}") for number in range(BENCHMARK_SHOWN + 1)]
    told = words(read(run("a", *many, *claims)))
    assert "2 further entries with a fault" in told


def test_nothing_went_wrong():
    assert "Nothing: no question has a fault." in words(read(run("a", question("q1"))))


@pytest.mark.slow
def test_a_browser_shows_it_without_the_network(tmp_path):
    sync_api = pytest.importorskip("playwright.sync_api")
    evil = wrongly_refused("w9", question=EVIL)
    path = tmp_path / "report.html"
    whole = whole_run("a")
    runs = [run("a", *whole.asked, evil), whole_run("b")]
    path.write_text(report_page(runs), "utf-8")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIETLY))
        for scheme, background in (("light", "rgb(251, 250, 247)"), ("dark", "rgb(23, 25, 29)")):
            with browser.new_context(
                viewport={"width": 390, "height": 844}, color_scheme=scheme, offline=True
            ) as context:
                page, faults = watched_page(context)
                page.goto(path.as_uri())
                look_through(page, sync_api.expect)
                style = "getComputedStyle(document.body).backgroundColor"
                assert page.evaluate(style) == background
                assert faults == []
        browser.close()


def watched_page(context):
    """A page of a browser, and what it complained of or asked for from outside."""
    page, faults = context.new_page(), []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
    page.on(
        "request",
        lambda request: (
            request.url.startswith(("file:", "data:", "blob:")) or faults.append(request.url)
        ),
    )
    return page, faults


def look_through(page, expect):
    """Plots are drawn in the page's colours, the filter filters, nothing is wider than a phone."""
    plots = page.locator("[data-plot]").count()
    assert plots == 6
    for place in range(plots):
        drawn = (
            page.locator("[data-plot]")
            .nth(place)
            .locator(":is(.scatterlayer, .barlayer, .boxlayer) path")
        )
        drawn.first.wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    line = page.locator(".scatterlayer .js-line").first
    before = line.evaluate("one => getComputedStyle(one).stroke")
    other = (
        "dark" if page.evaluate("matchMedia('(prefers-color-scheme: light)').matches") else "light"
    )
    page.emulate_media(color_scheme=other)
    expect(line).not_to_have_css("stroke", before)
    page.emulate_media(color_scheme="light" if other == "dark" else "dark")
    page.fill("[name=text]", "alert(1)")
    assert page.locator(".question:visible").count() == 1
    page.fill("[name=text]", "")
    page.select_option("[name=kind]", "claim")
    assert page.locator(".question:visible").count() == 3
    page.locator("details.made summary").focus()
    page.keyboard.press("Enter")
    assert page.locator("details.made[open]").count() == 1
