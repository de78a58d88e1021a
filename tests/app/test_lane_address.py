"""What the page Lanes opens: by the paths given, by its link, and with lanes that are not alike."""

import json
from urllib.parse import urlencode

import pytest


def item(item_id, reply, *, target="A", **more):
    return {
        "item_id": item_id,
        "task_type": "choice",
        "prompt": f"Question {item_id}",
        "options": {"A": "one", "B": "two", "C": "three"},
        "target": [target],
        "content": f"FINAL: {reply}",
        "category": "sums",
    } | more


@pytest.fixture
def run(tmp_path):
    """Return what writes a run and returns its path."""

    def write(name, *items):
        path = tmp_path / f"{name}.jsonl"
        header = {"lanescope_run": {"lane": name, "model": name, "benchmark": "x"}}
        path.write_text("\n".join(json.dumps(one) for one in (header, *items)) + "\n")
        return path

    return write


@pytest.fixture
def two(run):
    """Return a run with two right and one that is right on the third item, too."""
    a = run("a", item("1", "A"), item("2", "A"), item("3", "B"))
    return a, run("b", item("1", "A"), item("2", "A"), item("3", "A"))


def shown_id(page):
    return page.panel("pair").elements("span", class_="id")[0][2]


def test_of_several_paths_the_first_two_are_opened_and_the_others_offered(open_page, run):
    paths = tuple(run(name, item("1", name.upper())) for name in "bac")
    page = open_page("lanes", "", paths)
    assert "A · b" in page.panel("header").text()
    assert "B · a" in page.panel("header").text()
    assert [place.rpartition("/")[2] for place in page.test.multiselect(key="more_lanes").options] == [
        "c.jsonl"
    ]
    assert len(open_page("runs", "", paths).panel("runs").rows()[1:]) == 3


def test_a_folder_of_more_than_two_runs_offers_them_as_lanes_right_there(open_page, run, tmp_path):
    for name in "abc":
        run(name, item("1", name.upper()))
    page = open_page("lanes", "", (tmp_path,))
    for lane in "ab":
        (row,) = [r for r in page.panel("nothing").elements("tr") if f"{lane}.jsonl" in str(r)]
        (pick,) = [e for e in row[-1][2:] if e[1]["label"] == f"Open as lane {lane.upper()}"]
        page = open_page("lanes", pick[1]["href"].partition("?")[2], (tmp_path,))
    assert "A is ahead by 1 item" in page.panel("story").text()


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("group=moon", "No pair is of the category “moon”"),
        ("item=moon", "does not hold the item “moon”; the first one is shown instead"),
        ("n=77", "does not hold an item at place 78 of the file"),
        ("start=900", "The list has 1 item; it is shown from the first one on."),
    ],
)
def test_what_a_link_names_and_the_lanes_do_not_have_is_told(open_page, two, query, told):
    page = open_page("lanes", query, two)
    assert told in page.panel("story").text()
    assert "Won: only B correct, rescored · 1 item" in page.panel("pairs").text()
    assert shown_id(page) == "3"


def test_what_a_link_names_and_the_lanes_have_is_not_warned_about(open_page, two):
    page = open_page("lanes", "group=sums&item=3&n=2&cell=only_b_correct", two)
    assert not page.panel("story").elements("div", class_="notice warn")


def test_an_item_without_a_list_is_shown_among_all_pairs(open_page, two):
    page = open_page("lanes", "item=2", two)
    assert "Pairs · 3 items" in page.panel("pairs").text()
    assert shown_id(page) == "2"
    assert not page.panel("story").elements("div", class_="notice warn")


def test_targets_that_differ_are_shown_of_both_lanes(open_page, run):
    paths = (run("a", item("1", "A", target="B")), run("b", item("1", "A")))
    page = open_page("lanes", "", paths)
    assert page.panel("pairs").rows()[1][1] == "B ≠ A"
    pair = page.panel("pair")
    assert "B was scored against another target" in pair.text()
    tags = {e[2]: e[1]["class"] for e in pair.elements("span") if e[1].get("class", "").startswith("tag")}
    assert set(tags) == {"target of B · A · B", "target of A"}


def test_options_and_prompts_that_differ_are_shown_of_both_lanes(open_page, run):
    other = {"options": {"A": "four", "B": "five"}, "prompt": "Another question"}
    paths = (run("a", item("1", "A")), run("b", item("1", "A", **other)))
    text = open_page("lanes", "", paths).panel("pair").text()
    assert "B was asked with other options and prompt" in text
    assert all(words in text for words in ("Options of lane A", "one", "Options of lane B", "four"))


def test_lanes_that_were_asked_the_same_show_target_and_options_once(open_page, two):
    text = open_page("lanes", "", two).panel("pair").text()
    assert text.count("three") == 1
    assert "another" not in text


def test_attempts_are_told_in_the_list_and_above_the_pair(open_page, run):
    replies = {"a": "BB", "b": "AA"}
    paths = tuple(
        run(name, *(item("1", reply, attempt=at) for at, reply in enumerate(both)))
        for name, both in replies.items()
    )
    page = open_page("lanes", "n=1", paths)
    rows = page.panel("pairs").rows()
    assert rows[0][:2] == ["item", "attempt"]
    assert [row[:2] for row in rows[1:]] == [["1", "0"], ["1", "1"]]
    assert "attempt 1" in page.panel("pair").text()


def test_items_whose_key_is_not_unique_are_told_apart_by_their_place(open_page, run):
    paths = (run("a", item("1", "A"), item("1", "B"), item("2", "A")), run("b", item("2", "A")))
    rows = open_page("lanes", "cell=duplicates_a", paths).panel("pairs").rows()
    assert [row[-1] for row in rows] == ["in the file", "place 1", "place 2"]


def test_one_file_as_both_lanes_is_told(open_page, two):
    run_id = open_page("overview", "", two).query()["a"][0]
    same = urlencode({"a": run_id, "b": run_id})
    assert "Lanes A and B are one file" in open_page("lanes", same, two).panel("story").text()
    other = open_page("lanes", f"{same}&b_policy=first-match-v0", two).panel("story").text()
    assert "final-answer-v1 in A and first-match-v0 in B" in other
    assert "one file" not in open_page("lanes", "", two).panel("story").text()
