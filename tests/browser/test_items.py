"""Working through items: keys, fields, saved filters, both lanes, long texts, a narrow window."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

WRONG = "findings=recorded_incorrect_though_matching"


@pytest.fixture(scope="module")
def long_server(serve, tmp_path_factory) -> str:
    """Texts of 200,000 and of 2 million characters, long ids, a long answer."""
    folder = tmp_path_factory.mktemp("long")
    name = "an_item_with_an_identifier_that_no_column_holds_" * 2
    texts = [_lines(200_000) + "FINAL: A", _lines(2_000_000) + "FINAL: A", "FINAL: " + "long words " * 30]
    targets = ["A", "A", "long words " * 30]
    records = [
        {
            "task_id": f"{name}{i}",
            "expected_answer": targets[i],
            "extracted_final_answer": targets[i],
            "extraction_method": "final_colon_letter",
            "ambiguity_flag": False,
            "raw_content": text,
            "raw_reasoning": None,
            "scoring_decision": {"correct": True, "required_substrings": None},
            "correct": True,
        }
        for i, text in enumerate(texts)
    ]
    (folder / "run.json").write_text(json.dumps({"tasks": records}))
    return serve(folder)


def _lines(n: int) -> str:
    return "".join(f"line {i} of a long thought 😀\n" for i in range(n // 30))


def open_items(page: Page, address: str, query: str = WRONG, item: str = "reasoning_mmlu_015") -> None:
    """Open the page and wait until all that keys act on is there, not only the item."""
    page.goto(f"{address}/items?{query}")
    expect(page.locator(".item .id")).to_have_text(item)
    expect(page.get_by_label("Search text, answer, id")).to_be_visible()
    expect(page.get_by_role("textbox", name="Go to item")).to_be_visible()


def shown(page: Page) -> str:
    return page.locator(".item .id").inner_text()


def test_keys_go_to_the_next_disagreement_and_the_next_finding(page: Page, sample_server: str) -> None:
    open_items(page, sample_server, "lane=b", "reasoning_mmlu_001")
    page.keyboard.press("d")
    expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_015")
    page.keyboard.press("d")
    expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_030")
    page.goto(f"{sample_server}/items?lane=b")
    expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_001")
    page.keyboard.press("f")
    expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_013")
    expect(page.locator(".table tr[aria-current]")).to_contain_text("reasoning_mmlu_013")


def test_the_help_lists_the_keys_and_closes_again(page: Page, sample_server: str) -> None:
    open_items(page, sample_server)
    help_ = page.locator(".help .over")
    page.keyboard.press("?")
    expect(help_).to_be_visible()
    expect(help_).to_contain_text("next disagreement")
    box = help_.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 1440
    page.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    page.get_by_label("Keys of this page").click()
    expect(help_).to_be_visible()


def test_no_key_acts_while_one_types_in_any_field(page: Page, sample_server: str) -> None:
    open_items(page, sample_server)
    for key in ("/", "t", "g"):
        page.keyboard.press(key)
        page.keyboard.type("jdlrpb?")
        page.keyboard.press("Control+A")
        page.keyboard.press("Delete")
        page.keyboard.press("Escape")
        expect(page.locator(".help .over")).to_be_hidden()
        assert shown(page) == "reasoning_mmlu_015"


def test_the_reasoning_stays_folded_from_item_to_item(page: Page, sample_server: str) -> None:
    open_items(page, sample_server)
    page.keyboard.press("r")
    expect(page.locator("[data-box=reasoning]")).to_be_hidden()
    page.keyboard.press("j")
    expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_030")
    expect(page.locator("[data-box=reasoning]")).to_be_hidden()
    page.keyboard.press("r")
    expect(page.locator("[data-box=reasoning]")).to_be_visible()


def test_an_item_is_gone_to_by_a_part_of_its_id(page: Page, sample_server: str) -> None:
    open_items(page, sample_server)
    page.keyboard.press("g")
    page.keyboard.type("PRO_033\n")
    expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_pro_033")
    page.wait_for_url(re.compile("item=reasoning_mmlu_pro_033"))
    page.keyboard.press("g")
    page.keyboard.type("nothing like it\n")
    expect(page.locator(".item .notice")).to_contain_text("“nothing like it”")
    assert shown(page) == "reasoning_mmlu_pro_033"


def test_a_filter_is_saved_used_in_a_new_session_and_forgotten(
    page: Page, sample_server: str, context: BrowserContext
) -> None:
    open_items(page, sample_server)
    name = "<b>lane B</b> undercount"
    page.get_by_label("Save this filter").click()
    page.get_by_label("Name of the filter").fill(name)
    page.keyboard.press("Enter")
    saved = page.locator(".saved .line")
    expect(saved).to_have_text(re.compile(rf"{re.escape(name)}9"))
    other = context.new_page()
    open_items(other, sample_server, "lane=b", "reasoning_mmlu_001")
    other.locator(".saved a").click()
    expect(other.locator(".table .count")).to_have_text("9 of 210 items")
    other.get_by_label(f"Forget the filter {name}").click()
    expect(other.locator(".saved")).to_have_count(0)


def test_several_values_of_a_facet_are_chips_removed_one_by_one(page: Page, sample_server: str) -> None:
    open_items(page, sample_server, "lane=b", "reasoning_mmlu_001")
    for value, count in (("math", "20"), ("facts", "40")):
        page.locator(f".facets [data-keep='facet:category:{value}']").click()
        expect(page.locator(".table .count")).to_have_text(f"{count} of 210 items")
    page.locator(".chip", has_text="math").click()
    expect(page.locator(".table .count")).to_have_text("20 of 210 items")
    expect(page.locator(".chip")).to_have_text(["category: facts ✕"])


def test_words_are_found_in_the_shown_text_marked_and_stepped_through(page: Page, sample_server: str) -> None:
    open_items(page, sample_server)
    before = page.locator("[data-box=reasoning]").evaluate("e => e.textContent")
    page.keyboard.press("t")
    page.keyboard.type("final: ")
    count = page.locator(".findcount")
    n = before.lower().count("final: ") + 1
    expect(count).to_have_text(f"{n} found")
    page.keyboard.press("Enter")
    expect(count).to_have_text(f"1 of {n}")
    page.keyboard.press("Shift+Enter")
    expect(count).to_have_text(f"{n} of {n}")
    assert page.evaluate("CSS.highlights.get('lanescope-found').size") == n
    assert page.locator("[data-box=reasoning]").evaluate("e => e.textContent") == before
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_030")
    expect(count).to_have_text(re.compile(r"\d+ found"))


def test_a_value_that_was_not_taken_says_why_when_it_is_clicked(page: Page, sample_server: str) -> None:
    open_items(page, sample_server)
    why = page.locator(".whyline:not(:empty)")
    expect(why).to_have_count(0)
    page.locator("[data-box=reasoning] mark").first.click()
    expect(why).to_have_text("A · final_marker · in the reasoning, not scored")
    page.locator("[data-box=content] mark").focus()
    page.keyboard.press("Enter")
    expect(why.first).to_have_text("D · final_marker · taken")


@pytest.mark.parametrize(("step", "place"), [("compared", ".options"), ("verdict", ".recorded")])
def test_every_step_of_the_decision_leads_to_its_place(
    page: Page, sample_server: str, step: str, place: str
) -> None:
    open_items(page, sample_server)
    page.locator(".trace li", has_text=step).get_by_role("button").click()
    expect(page.locator(f"{place}.flash")).to_be_in_viewport()


def test_both_lanes_stand_side_by_side_and_step_together(page: Page, sample_server: str) -> None:
    open_items(page, sample_server)
    page.keyboard.press("b")
    a, b = page.locator("[data-box=a-content]"), page.locator("[data-box=b-content]")
    expect(a).to_be_visible()
    tops = [one.evaluate("e => e.getBoundingClientRect().top") for one in (a, b)]
    assert abs(tops[0] - tops[1]) < 1
    page.keyboard.press("j")
    expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_030")
    expect(b).to_have_text("FINAL: B")
    page.keyboard.press("b")
    expect(a).to_have_count(0)


def test_other_policies_are_a_key_away_and_stay_while_stepping(page: Page, sample_server: str) -> None:
    open_items(page, sample_server)
    page.keyboard.press("p")
    expect(page.locator(".policies tr.differs", has_text="ambiguity-fails-v0")).to_contain_text("≠ verdict")
    page.keyboard.press("j")
    expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_030")
    expect(page.locator(".policies tr.shown")).to_contain_text("final-answer-v1")


def test_the_table_neither_moves_nor_is_made_anew_when_one_steps(page: Page, sample_server: str) -> None:
    open_items(page, sample_server, "lane=b", "reasoning_mmlu_001")
    page.locator(".items").evaluate("e => { e.scrollTop = 100; e.querySelector('tbody').id = 'same' }")
    page.keyboard.press("j")
    expect(page.locator(".table tr[aria-current]")).to_contain_text("reasoning_mmlu_002")
    page.wait_for_url(re.compile("item=reasoning_mmlu_002"))
    expect(page.locator(".items tbody#same")).to_have_count(1)


def test_a_long_text_is_found_in_where_it_was_folded(page: Page, long_server: str) -> None:
    page.goto(f"{long_server}/items")
    content = page.locator("[data-box=content]")
    expect(content.locator("button.fold")).to_be_visible()
    page.keyboard.press("t")
    page.keyboard.type("line 3000 ")
    expect(page.locator(".findcount")).to_have_text("1 found")
    page.keyboard.press("Enter")
    expect(page.locator(".findcount")).to_have_text("1 of 1")
    assert 0 < content.evaluate("e => e.scrollTop") < content.evaluate("e => e.scrollHeight") - 5000


def test_a_text_of_two_million_characters_is_cut_said_and_whole_as_a_file(
    page: Page, long_server: str
) -> None:
    page.goto(f"{long_server}/items")
    expect(page.locator("[data-box=content] button.fold")).to_be_visible()
    page.keyboard.press("j")
    expect(page.locator(".withheld")).to_contain_text("characters left out here")
    expect(page.locator("[data-box=content] mark.taken")).to_be_in_viewport()
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("Download the whole content")).click()
    assert Path(download.value.path()).read_text(encoding="utf-8") == _lines(2_000_000) + "FINAL: A"


def test_verdicts_stay_in_view_beside_long_ids_and_answers(page: Page, long_server: str) -> None:
    page.goto(f"{long_server}/items")
    table = page.locator(".items")
    expect(table.locator("tbody tr")).to_have_count(3)
    right = table.evaluate("e => e.getBoundingClientRect().right")
    for cell in table.locator("td.c-verdict").all():
        assert cell.evaluate("e => e.getBoundingClientRect().right") <= right
    # What is cut says all of it when pointed at.
    cut = table.evaluate(
        "e => [...e.querySelectorAll('td')].filter(d => d.scrollWidth > d.clientWidth && !d.title).length"
    )
    assert cut == 0


@pytest.mark.parametrize("query", [WRONG, WRONG + "&beside=1", WRONG + "&policies=1"])
def test_a_narrow_window_shows_table_and_item_without_scrolling_the_page(
    page: Page, sample_server: str, query: str
) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    open_items(page, sample_server, query)
    expect(page.locator(".item .text").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    right = page.locator(".root.item").evaluate("e => e.getBoundingClientRect().right")
    assert right <= 1024
    assert page.locator(".root.item").evaluate("e => e.scrollWidth <= e.clientWidth")
