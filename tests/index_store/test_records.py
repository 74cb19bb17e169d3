from index_store import records
from index_store.papers import Paper, Sentence, Source

PAPER = Paper(
    paper_id="00ff",
    title='Quotes "and" tabs\tand 中文',
    label="Quotes",
    abstract="First.\nSecond \ud800.",
    plain_title="quotes",
    authors=("A. One", "B. Two"),
    venue="ICML",
    year=2025,
    url="https://example.org",
    links=(("code", "https://example.org/code"),),
    identifiers=(("doi", "10.1/x"),),
    names=("QT",),
    sentences=(Sentence(0, 6, "First."), Sentence(7, 16, "Second.")),
    sources=(Source("/lists/a.txt", 3), Source("-", 1)),
)


def test_a_paper_comes_back_equal():
    line = records.to_json(PAPER)
    assert records.from_json(line) == PAPER
    assert "\n" not in line
    assert line.isascii()


def test_a_bare_paper_comes_back_equal():
    paper = Paper("1", None, "label", "")
    assert records.from_json(records.to_json(paper)) == paper


def test_a_snapshot_depends_on_content_and_on_no_order():
    one, two = {"a": "1", "b": "2"}, {"b": "2", "a": "1"}
    assert records.snapshot(one) == records.snapshot(two)
    assert len({records.snapshot(r) for r in ({}, one, {"a": "2", "b": "1"}, {"a": "1"})}) == 4


def test_kept_records_come_back_by_snapshot(tmp_path):
    lines = {"a": records.to_json(PAPER), "b": "{}"}
    records.save(tmp_path, lines)
    assert records.load(tmp_path, records.snapshot(lines)) == lines
    assert records.load(tmp_path, "other") is None


def test_damaged_records_are_as_good_as_none(tmp_path):
    lines = {"a": records.to_json(PAPER)}
    records.save(tmp_path, lines)
    (file,) = tmp_path.iterdir()
    for content in (file.read_bytes()[:-9], b"\xff\xfe", b""):
        file.write_bytes(content)
        assert records.load(tmp_path, records.snapshot(lines)) is None


def test_only_the_last_snapshot_is_kept(tmp_path):
    for lines in ({"a": "1"}, {"a": "2"}):
        records.save(tmp_path, lines)
    (tmp_path / "records-cut-short.new").touch()
    records.forget_others(tmp_path, records.snapshot({"a": "2"}))
    assert records.load(tmp_path, records.snapshot({"a": "2"})) == {"a": "2"}
    assert len(list(tmp_path.iterdir())) == 1
