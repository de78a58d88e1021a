import json
import re
from pathlib import Path

import pytest

from app.state import parse_link
from scoring.rescore.pipeline import rescore_in_memory as rescored

SAMPLES = Path(__file__).parents[2] / "sample_runs" / "native_reasoning_audit"
MMLU_PRO = Path(__file__).parents[2].parent / "shared" / "data" / "runs" / "mmlu_pro"
LLAMA = MMLU_PRO / "model_outputs_Meta-Llama-3_1-8B-Instruct_5shots.json"
DEEPSEEK = MMLU_PRO / "model_outputs_DeepSeek-Coder-V2_5shots.json"
STORY = "188 of 210 recorded → 197 rescored; 9 answers marked wrong although they match."

needs_mmlu_pro = pytest.mark.skipif(
    not LLAMA.is_file(), reason="the MMLU-Pro files are not beside the checkout"
)


def headlines(page):
    return [_text(e) for e in page.panel("overview").elements("h2")]


def findings(page):
    """Title, items and effect of every finding, in the order shown."""
    cells = [
        row
        for row in page.panel("overview").rows()
        if len(row) == 3 and re.fullmatch(r"none|–|\(?[+−][0-9]+\)?", row[2])
    ]
    return [[re.split(r"(?<=[a-z])  ?(?=[A-Z])", row[0])[0], *row[1:]] for row in cells]


def test_the_sample_tells_its_story_in_one_sentence_a_lane(open_page):
    same = "184 of 210 recorded → 184 rescored; both scorers give the same credit to every item."
    assert headlines(open_page()) == [same, STORY]


def test_one_lane_can_be_looked_at_alone_and_back(open_page, follow_link):
    page = open_page("overview", f"lane=b&alone=1&{_runs(open_page)}")
    assert headlines(page) == [STORY]
    assert len(headlines(follow_link(page.panel("overview").links()["Show both lanes side by side"]))) == 2


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
        if e[1]["href"].startswith("items?") and len(e) > 2 and isinstance(e[2], str)
    ]
    assert len(numbers) > 80
    distinct = {href: n for n, href in numbers}
    audits = {side: rescored(SAMPLES / f"lane_{side}.json") for side in "ab"}
    views = {href: parse_link(href).view for href in distinct}
    assert {href: audits[view.lane].count(view.where) for href, view in views.items()} == distinct
    followed = list(distinct)[:: len(distinct) // 8]
    assert {href: _count(follow_link(href)) for href in followed} == {h: distinct[h] for h in followed}


def test_every_stream_and_block_of_the_flow_leads_to_its_items(open_page, follow_link):
    page = open_page("overview", f"lane=b&alone=1&{_runs(open_page)}")
    drawn = [e for e in page.panel("overview").elements("a") if "band" in str(e[2:])]
    shown = {e[1]["href"]: int(re.findall(r"\d+", _text(e))[-1]) for e in drawn}
    assert sorted(shown.values()) == [4, 4, 9, 9, 9, 22, 188, 188, 197]
    assert {href: _count(follow_link(href)) for href in shown} == shown


def test_findings_come_by_their_effect_on_the_headline(open_page):
    page = open_page("overview", f"lane=b&alone=1&{_runs(open_page)}")
    assert [row[1:] for row in findings(page)] == [["9", "+9"], ["11", "(+9)"], ["2", "none"]]


@needs_mmlu_pro
def test_credit_without_an_answer_is_the_reason_told_for_an_mmlu_pro_file(open_page):
    page = open_page("overview", "", (LLAMA,))
    (told,) = headlines(page)
    assert told == (
        "262 of 602 recorded → 256 rescored; 6 credited although no clear answer is found in the text."
    )


@needs_mmlu_pro
def test_recorded_answers_that_the_text_does_not_hold_are_listed_with_their_effect(open_page):
    page = open_page("overview", "", (LLAMA,))
    found = {row[0]: row for row in findings(page)}
    title = "Recorded answer not found in the text"
    assert title in found
    hrefs = {e[1]["href"] for e in page.panel("overview").elements("a")}
    (href,) = {h for h in hrefs if "findings=recorded_answer_not_found" in h}
    listed = open_page("items", href.partition("?")[2], (LLAMA,))
    recorded = json.loads(LLAMA.read_text())
    assert str(_count(listed)) == found[title][1]
    ids = {row[0] for row in listed.panel("table").rows()[1:]}
    assert all(r["pred"] is not None for r in recorded if str(r["question_id"]) in ids)


@needs_mmlu_pro
def test_the_effects_above_the_line_sum_to_the_difference_of_an_mmlu_pro_file(open_page):
    page = open_page("overview", "", (DEEPSEEK,))
    effects = [row[2] for row in findings(page)]
    assert effects == ["+3", "−1", "+1", "+3", "(−1)"]


@needs_mmlu_pro
def test_the_numbers_of_the_sentence_lead_to_their_items(open_page):
    page = open_page("overview", "", (DEEPSEEK,))
    (lead,) = page.panel("overview").elements("h2")
    linked = {part[1]["href"]: int(part[2]) for part in lead[2:] if isinstance(part, list)}
    assert sorted(linked.values()) == [1, 1, 3]
    found = {href: open_page("items", href.partition("?")[2], (DEEPSEEK,)) for href in linked}
    assert {href: _count(page) for href, page in found.items()} == linked


@pytest.mark.parametrize("lane", ["a", "b"])
def test_a_lane_is_chosen_by_the_address(open_page, lane):
    expected = {"a": "184 of 210 recorded", "b": "188 of 210 recorded"}[lane]
    (told,) = headlines(open_page("overview", f"lane={lane}&alone=1&{_runs(open_page)}"))
    assert expected in told


def test_without_a_run_the_page_says_where_to_choose_one(open_page, tmp_path):
    page = open_page("items", "", (tmp_path,))
    assert page.panel("nothing").links()["Go to Runs"].startswith("runs")


def _text(element):
    return element if isinstance(element, str) else "".join(_text(part) for part in element[2:])


def _runs(open_page):
    query = open_page().query()
    return f"a={query['a'][0]}&b={query['b'][0]}"


def _count(page):
    if not page.has("table"):
        return None
    (count,) = page.panel("table").elements("span", class_="count")
    return int(re.match(r"[\d,]+", count[2])[0].replace(",", ""))
