from dataclasses import replace

import pytest

from index_store import merging, plans
from index_store.papers import Record, Source

SHEEP = "Sheep graze on hills in spring. We count 2.07 lambs a ewe over many warm seasons."
BEES = "Bees dance to tell where flowers grow. Our camera reads the dance of every bee at once."
STARS = "Stars of low mass burn slowly. Spectra from three telescopes show how slowly they burn."
EDITED = SHEEP.replace("2.07", "2.10").replace("many", "ten")


def paper(abstract, ordinal=1, title=None, file="/lists/a.txt", **fields):
    return merging.build(Record(Source(file, ordinal), 1, title, abstract, **fields))


def plan(stored, fresh, files=("/lists/a.txt",), **options):
    return plans.make(stored, fresh, files=set(files), **options)


def ids(papers):
    return [each.paper_id for each in papers]


def counts(made):
    return made.new, made.merged, made.changed, made.unchanged, made.removed


def settled(stored, made):
    """The store after a plan."""
    held = {each.paper_id: each for each in stored}
    held |= {each.paper_id: each for each in (*made.encode, *made.rewrite)}
    return [each for name, each in held.items() if name not in made.delete]


def test_new_papers_are_encoded():
    fresh = [paper(SHEEP), paper(BEES, 2)]
    made = plan([], fresh)
    assert made.encode == tuple(fresh)
    assert counts(made) == (2, 0, 0, 0, 0)
    assert not made.rewrite
    assert not made.delete


def test_the_same_papers_again_are_nothing_to_do():
    fresh = [paper(SHEEP), paper(BEES, 2)]
    made = plan(fresh, fresh)
    assert made.empty
    assert counts(made) == (0, 0, 0, 2, 0)


def test_nothing_and_nothing_is_nothing_to_do():
    assert plan([], []).empty


def test_lines_inserted_above_only_move_the_papers_below():
    stored = [paper(SHEEP, 1), paper(BEES, 2)]
    made = plan(stored, [paper(STARS, 1), paper(SHEEP, 2), paper(BEES, 3)])
    assert ids(made.encode) == [paper(STARS).paper_id]
    assert [each.sources[0].ordinal for each in made.rewrite] == [2, 3]
    assert counts(made) == (1, 0, 0, 2, 0)
    assert not made.delete


def test_a_changed_field_keeps_the_vectors():
    fresh = paper(SHEEP, venue="ICML")
    made = plan([paper(SHEEP)], [fresh])
    assert made.rewrite == (fresh,)
    assert not made.encode
    assert counts(made) == (0, 0, 1, 0, 0)


def test_a_shorter_title_from_the_same_file_takes_the_longers_place():
    stored, fresh = paper(SHEEP, title="On the Counting of Many Sheep"), paper(SHEEP, title="Sheep")
    made = plan([stored], [fresh])
    assert made.encode == (fresh,)
    assert counts(made) == (0, 0, 1, 0, 0)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"title": "Counting the Sheep"}, {"title": "Counting the Sheep"}),
        ({"title": "Sheep"}, {"title": "sheep!"}),
        ({"identifiers": (("openreview_id", "x1"),)}, {"identifiers": (("openreview_id", "x1"),)}),
        ({"identifiers": (("_id", "9"),)}, {"identifiers": (("_id", "9"),)}),
        ({}, {}),
        ({}, {"title": "Counting the Sheep"}),
    ],
)
def test_an_edited_paper_replaces_the_old_one(before, after):
    stored, fresh = paper(SHEEP, **before), paper(EDITED, **after)
    made = plan([stored, paper(BEES, 2)], [fresh, paper(BEES, 2)])
    assert ids(made.encode) == [fresh.paper_id]
    assert made.delete == (stored.paper_id,)
    assert made.encode[0].abstract == EDITED
    assert counts(made) == (0, 0, 1, 1, 0)


def test_an_edited_untitled_paper_that_also_moved_is_recognised():
    edited = SHEEP.replace("2.07", "2.10")
    made = plan([paper(SHEEP, 1)], [paper(BEES, 1), paper(STARS, 2), paper(edited, 3)])
    assert made.delete == (paper(SHEEP).paper_id,)
    assert counts(made) == (2, 0, 1, 0, 0)


def test_another_paper_in_the_same_place_replaces_nothing():
    made = plan([paper(SHEEP)], [paper(BEES)])
    assert not made.delete
    assert counts(made) == (1, 0, 0, 0, 0)


def test_another_paper_of_the_same_short_title_replaces_nothing_that_is_still_there():
    stored = [paper(SHEEP, 1, "Editorial"), paper(BEES, 2, "Editorial")]
    made = plan(stored, [paper(BEES, 1, "Editorial")])
    assert not made.delete


def test_an_edit_in_another_file_replaces_nothing():
    made = plan([paper(SHEEP)], [paper(EDITED, file="/lists/b.txt")], files=["/lists/b.txt"])
    assert not made.delete
    assert made.new == 1


def test_a_successor_stored_before_a_kill_still_replaces_the_old_one():
    old, new = paper(SHEEP), paper(EDITED)
    assert plan([old, new], [new], resumed=True).delete == (old.paper_id,)
    assert plan([old, new], [new]).empty


def test_a_paper_is_gone_from_its_file_but_stays_in_the_store():
    stored = [paper(SHEEP), paper(BEES, 2)]
    made = plan(stored, [paper(SHEEP)])
    assert made.empty
    assert made.unchanged == 1


def test_pruning_removes_what_only_these_files_held():
    stored = [paper(SHEEP), paper(BEES, 2), paper(STARS, 1, file="/lists/b.txt")]
    made = plan(stored, [paper(SHEEP)], prune=True)
    assert made.delete == (paper(BEES).paper_id,)
    assert counts(made) == (0, 0, 0, 1, 1)


def test_pruning_drops_a_place_and_keeps_the_paper_another_list_has():
    here, there = Source("/lists/a.txt", 2), Source("/lists/b.txt", 1)
    stored = replace(paper(BEES), sources=(here, there))
    made = plan([stored], [paper(SHEEP)], prune=True)
    assert made.rewrite == (replace(stored, sources=(there,)),)
    assert not made.delete


def test_a_file_of_which_a_part_could_not_be_read_loses_nothing():
    here, there = Source("/lists/a.txt", 3), Source("/lists/b.txt", 1)
    both = replace(paper(STARS, 3), sources=(here, there), venue="ICML")
    stored = [paper(SHEEP), paper(BEES, 2), both]
    fresh = [paper(SHEEP), paper(STARS, 1, file="/lists/b.txt")]
    files = ["/lists/a.txt", "/lists/b.txt"]
    made = plan(stored, fresh, files=files, faulty={"/lists/a.txt"}, prune=True)
    assert made.empty
    assert made.unchanged == 2


@pytest.mark.parametrize("title", [None, "Counting the Sheep"])
def test_an_edit_is_recognised_though_another_part_of_its_file_is_faulty(title):
    fresh = paper(EDITED, 1, title)
    made = plan([paper(SHEEP, 1, title)], [fresh], faulty={"/lists/a.txt"})
    assert made.encode == (fresh,)
    assert made.delete == (paper(SHEEP).paper_id,)
    assert made.changed == 1


def test_an_abstract_that_another_list_adds_has_its_place_first():
    stored = paper(None, 4, "Counting the Sheep")
    fresh = paper(SHEEP, 7, "Counting the Sheep", "/lists/b.txt")
    (result,) = plan([stored], [fresh], files=["/lists/b.txt"]).encode
    assert [source.label for source in result.sources] == ["b.txt:7", "a.txt:4"]


def test_a_paper_from_another_list_is_merged_and_the_fuller_field_wins():
    stored = paper(SHEEP)
    fresh = paper(SHEEP, 7, "Counting the Sheep", "/lists/b.txt", venue="ICML")
    made = plan([stored], [fresh], files=["/lists/b.txt"])
    (result,) = made.encode
    assert (result.title, result.venue) == ("Counting the Sheep", "ICML")
    assert [source.label for source in result.sources] == ["a.txt:1", "b.txt:7"]
    assert counts(made) == (0, 1, 0, 0, 0)


@pytest.mark.parametrize("again", ["a", "b", "ab", "ba"])
def test_either_list_of_a_merged_paper_again_is_nothing_to_do(again):
    lists = {
        "a": paper(SHEEP, 1, "Counting the Sheep", authors=("A",)),
        "b": paper(SHEEP, 7, None, "/lists/b.txt", venue="ICML"),
    }
    stored = settled([lists["a"]], plan([lists["a"]], [lists["b"]], files=["/lists/b.txt"]))
    fresh, _ = merging.merge_all([lists[name] for name in again])
    made = plan(stored, fresh, files=[f"/lists/{name}.txt" for name in again])
    assert made.empty
    assert counts(made) == (0, 0, 0, 1, 0)


def test_a_merged_papers_text_follows_the_list_it_came_from():
    title = "Counting the Sheep"
    one, other = paper(SHEEP, 1, title), paper(SHEEP, 1, title, "/lists/b.txt", venue="ICML")
    stored = settled([one], plan([one], [other], files=["/lists/b.txt"]))
    made = plan(stored, [paper(EDITED, 1, title)])
    (result,) = made.encode
    assert (result.abstract, result.venue) == (EDITED, "ICML")
    assert result.paper_id == paper(EDITED).paper_id
    assert result.sources[0].label == "a.txt:1"
    assert list(made.delete) == ids(stored)


def test_a_new_record_that_joins_two_stored_papers_leaves_one():
    by_text = paper(SHEEP)
    by_title = paper(None, 1, "Counting the Sheep", "/lists/b.txt")
    fresh = paper(SHEEP, 1, "Counting the Sheep", "/lists/c.txt")
    made = plan([by_text, by_title], [fresh], files=["/lists/c.txt"])
    held = settled([by_text, by_title], made)
    assert len(held) == 1
    assert len(held[0].sources) == 3
    assert held[0].abstract == SHEEP


def test_a_moved_file_multiplies_no_label(tmp_path):
    stored = paper(SHEEP, 1, file="/gone/list.txt")
    new = str(tmp_path / "list.txt")
    made = plan([stored], [paper(SHEEP, 1, file=new)], files=[new])
    assert made.rewrite[0].sources == (Source(new, 1),)
    assert counts(made) == (0, 0, 0, 1, 0)


def test_a_moved_and_edited_file_replaces_what_it_held(tmp_path):
    title = "Counting the Sheep"
    stored = paper(SHEEP, 1, title, "/gone/list.txt")
    new = str(tmp_path / "list.txt")
    made = plan([stored], [paper(EDITED, 1, title, new)], files=[new])
    assert [each.abstract for each in made.encode] == [EDITED]
    assert made.delete == (stored.paper_id,)


def test_a_copy_beside_the_original_does_not_write_in_turns(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "list.txt").touch()
    one, two = (paper(SHEEP, 1, file=str(tmp_path / n / "list.txt")) for n in ("one", "two"))
    stored = settled([one], plan([one], [two], files=[two.sources[0].path]))
    for again in (one, two):
        assert plan(stored, [again], files=[again.sources[0].path]).empty


def test_a_paper_given_without_its_abstract_now_keeps_the_one_another_list_has():
    title = "Counting the Sheep"
    one, other = paper(SHEEP, 1, title), paper(SHEEP, 1, title, "/lists/b.txt")
    stored = settled([one], plan([one], [other], files=["/lists/b.txt"]))
    made = plan(stored, [paper(None, 1, title)])
    assert all(each.abstract == SHEEP for each in settled(stored, made))
