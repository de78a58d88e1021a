import re

import pytest


def test_the_sample_tells_its_story_in_one_sentence(open_page):
    assert open_page().panel("overview").elements("h2")[0][2] == (
        "188 of 210 recorded → 197 rescored; 9 answers marked wrong although they match."
    )


def test_the_header_shows_both_lanes_with_their_numbers(open_page):
    text = re.sub(r"\s+", " ", open_page().panel("header").text())
    assert "184 /210 · 87.62 %" in text
    assert "188 → 197 /210 · 93.81 % +9" in text


def test_the_address_names_both_runs_after_the_first_page(open_page):
    assert set(open_page().query()) == {"a", "b", "lane"}


def test_every_number_leads_to_exactly_its_items(open_page, follow_link):
    page = open_page()
    numbers = [
        (int(e[2].replace(",", "")), e[1]["href"])
        for e in page.panel("overview").elements("a")
        if e[1]["href"].startswith("items?")
    ]
    assert len(numbers) > 50
    distinct = {href: n for n, href in numbers}
    shown = {href: _count(follow_link(href)) for href in distinct}
    assert shown == distinct


@pytest.mark.parametrize("lane", ["a", "b"])
def test_a_lane_is_chosen_by_the_address(open_page, lane):
    expected = {"a": "184 of 210 recorded", "b": "188 of 210 recorded"}[lane]
    assert expected in open_page("overview", f"lane={lane}&{_runs(open_page)}").panel("overview").text()


def test_without_a_run_the_page_says_where_to_choose_one(open_page, tmp_path):
    page = open_page("items", "", (tmp_path,))
    assert page.panel("nothing").links()["Go to Runs"].startswith("runs")


def _runs(open_page):
    query = open_page().query()
    return f"a={query['a'][0]}&b={query['b'][0]}"


def _count(page):
    if not page.has("table"):
        return None
    (count,) = page.panel("table").elements("span", class_="count")
    return int(re.match(r"[\d,]+", count[2])[0].replace(",", ""))
