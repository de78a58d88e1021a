"""What keys do on Items: popups take them, many presses are many steps, what a key opens is seen."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

WRONG = "findings=recorded_incorrect_though_matching"
SEARCH = "Search text, answer, id"


@pytest.fixture(scope="module")
def many_server(serve, tmp_path_factory) -> str:
    """A run of 120 items: one page of the table, and some of the next."""
    folder = tmp_path_factory.mktemp("many")
    records = [
        {
            "task_id": f"item_{i:03d}",
            "expected_answer": "A",
            "extracted_final_answer": "A",
            "extraction_method": "final_colon_letter",
            "ambiguity_flag": False,
            "raw_content": "\n" * 8 if i == 1 else f"Thought {i}.\nFINAL: A",
            "raw_reasoning": None,
            "scoring_decision": {"correct": i % 3 > 0, "required_substrings": None},
            "correct": i % 3 > 0,
        }
        for i in range(120)
    ]
    (folder / "run.json").write_text(json.dumps({"tasks": records}))
    return serve(folder)


def open_items(page: Page, address: str, item: str, query: str = "") -> None:
    """Open the page and wait until all that keys act on is there."""
    page.goto(f"{address}/items?{query}")
    expect(page.locator(".item .id")).to_have_text(item)
    expect(page.get_by_label(SEARCH)).to_be_visible()
    expect(page.get_by_role("textbox", name="Go to item")).to_be_visible()


def test_a_name_is_typed_at_once_where_saving_opens(page: Page, sample_server: str) -> None:
    open_items(page, sample_server, "reasoning_mmlu_015", WRONG)
    page.get_by_label("Save this filter").click()
    expect(page.get_by_label("Name of the filter")).to_be_focused()
    page.keyboard.type("jdlkf p")
    expect(page.get_by_label("Name of the filter")).to_have_value("jdlkf p")
    expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_015")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Save this filter")).to_have_text("saved as “jdlkf p”")
    expect(page.locator(".facets h3").first).to_have_text("Saved")
    page.get_by_label("Forget the filter jdlkf p").click()
    expect(page.get_by_label("Save this filter")).to_have_text("save")


def test_the_chooser_of_columns_has_the_focus_and_keeps_it(page: Page, sample_server: str) -> None:
    open_items(page, sample_server, "reasoning_mmlu_015", WRONG)
    page.get_by_label("Choose columns").click()
    first = page.locator(".choices a").first
    expect(first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".items th.c-target")).to_have_count(0)
    expect(page.locator(".choices a").nth(1)).to_be_focused()


def test_only_escape_and_its_own_key_act_while_something_is_open(page: Page, sample_server: str) -> None:
    open_items(page, sample_server, "reasoning_mmlu_015", WRONG)
    for label in ("Choose columns", "Keys of this page"):
        over = page.locator("details.pop", has=page.get_by_label(label)).locator(".over")
        page.get_by_label(label).click()
        expect(over).to_be_visible()
        for key in "jdflbprtg/":
            page.keyboard.press(key)
        page.wait_for_timeout(300)
        expect(over).to_be_visible()
        expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_015")
        expect(page.locator(".policies, .beside")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(over).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator(".help .over")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator(".help .over")).to_be_hidden()
    page.keyboard.press("j")
    expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_030")


def test_forty_quick_presses_are_forty_steps(page: Page, many_server: str) -> None:
    open_items(page, many_server, "item_000")
    for _ in range(40):
        page.keyboard.press("j")
    expect(page.locator(".item .id")).to_have_text("item_040")
    expect(page.locator(".table tr[aria-current]")).to_contain_text("item_040")
    for key, n in (("j", 80), ("k", 30)):
        for _ in range(n):
            page.keyboard.press(key)
    # 80 are more than are left: the last item is where they end.
    expect(page.locator(".item .id")).to_have_text("item_089")
    page.wait_for_timeout(1000)
    expect(page.locator(".item .id")).to_have_text("item_089")


def test_quick_presses_of_a_key_that_skips_are_counted_too(page: Page, many_server: str) -> None:
    open_items(page, many_server, "item_000")
    for _ in range(7):
        page.keyboard.press("d")
    expect(page.locator(".item .id")).to_have_text("item_018")


def test_a_held_key_stops_with_its_release(page: Page, many_server: str) -> None:
    open_items(page, many_server, "item_000")
    for _ in range(40):
        page.keyboard.down("j")
        page.wait_for_timeout(15)
    page.keyboard.up("j")
    page.wait_for_timeout(300)
    at = page.locator(".item .id").inner_text()
    assert at != "item_000"
    page.wait_for_timeout(1200)
    assert page.locator(".item .id").inner_text() == at


@pytest.mark.parametrize(("key", "part"), [("p", ".policies"), ("b", ".beside")])
def test_what_a_key_opens_is_brought_into_view(page: Page, sample_server: str, key: str, part: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 700})
    open_items(page, sample_server, "reasoning_mmlu_015", WRONG)
    if key == "b":
        page.locator(".root.item").evaluate("e => { e.scrollTop = e.scrollHeight }")
    page.keyboard.press(key)
    expect(page.locator(part)).to_be_in_viewport(ratio=0.9)


def test_the_link_to_the_page_loses_the_focus_to_the_keys(page: Page, sample_server: str) -> None:
    page.goto(sample_server)
    page.locator(".header a", has_text="Items").click()
    expect(page.get_by_role("textbox", name="Go to item")).to_be_visible()
    page.keyboard.press("j")
    expect(page.locator(".item .place")).to_contain_text("2 of")
    assert page.locator(".header a:focus").count() == 0


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768)])
@pytest.mark.parametrize("query", ["", "change=nonsense"], ids=["plain", "with a notice"])
def test_the_columns_end_where_the_window_ends(
    page: Page, many_server: str, width: int, height: int, query: str
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    open_items(page, many_server, "item_000", query)
    expect(page.locator(".notice")).to_have_count(1 if query else 0)
    pager = page.locator(".pager")
    expect(pager).to_be_in_viewport(ratio=1)
    assert page.get_by_test_id("stMain").evaluate("e => e.scrollHeight <= e.clientHeight")
    for panel in (".root.facets", ".root.table", ".root.item"):
        box = page.locator(panel).bounding_box()
        assert box is not None
        assert height - 40 <= box["y"] + box["height"] <= height


def test_no_word_of_a_facet_is_broken_in_a_narrow_window(page: Page, sample_server: str) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    open_items(page, sample_server, "reasoning_mmlu_001", "lane=b")
    broken = page.locator(".root.facets").evaluate(
        """root => [...root.querySelectorAll('.value')].filter(e => {
          const range = document.createRange(), text = e.firstChild
          return [...text.data.matchAll(/[^ ]+/g)].filter(word => !word[0].includes('_')).some(word => {
            range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length)
            return range.getClientRects().length > 1
          })
        }).map(e => e.textContent)"""
    )
    assert broken == []
    search = page.get_by_label(SEARCH)
    assert search.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_a_long_search_stays_on_its_chip(page: Page, sample_server: str) -> None:
    page.goto(f"{sample_server}/items?q={'long' * 90}")
    chip = page.locator(".chip")
    expect(chip).to_have_attribute("title", re.compile("(long){90}$"))
    box = chip.bounding_box()
    assert box is not None
    assert box["width"] <= 331
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".root.table").evaluate("e => e.scrollWidth <= e.clientWidth")


def test_a_blank_text_says_what_it_holds(page: Page, many_server: str) -> None:
    open_items(page, many_server, "item_001", "item=item_001")
    expect(page.locator(".textbox.none").first).to_contain_text("8 blank characters: ↵↵↵↵↵↵↵↵")


def test_the_header_stays_while_the_overview_scrolls(page: Page, sample_server: str) -> None:
    page.goto(sample_server)
    expect(page.locator(".categories")).to_be_visible()
    page.mouse.move(700, 500)
    page.mouse.wheel(0, 900)
    page.wait_for_function("document.querySelector('[data-testid=stMain]').scrollTop > 300")
    expect(page.locator(".header .brand")).to_be_in_viewport()
    expect(page.locator(".categories").locator("..")).not_to_have_class(re.compile("tall"))


def test_the_first_turn_of_a_page_makes_nothing_anew(page: Page, serve, tmp_path) -> None:
    fields = {"expected_answer": "A", "raw_content": "FINAL: A", "raw_reasoning": None, "correct": True}
    records = [{"task_id": f"i{i:03d}", **fields, "scoring_decision": {"correct": True}} for i in range(120)]
    (tmp_path / "run.json").write_text(json.dumps({"tasks": records}))
    open_items(page, serve(tmp_path), "i000")
    parts = ("header", "facets", "table", "item")
    for name in parts:
        page.locator(f".st-key-{name}").evaluate("e => { e.dataset.mine = 'yes' }")
    page.locator(".pager").get_by_text("next").click()
    expect(page.locator(".item .id")).to_have_text("i100")
    assert [page.locator(f".st-key-{name}").get_attribute("data-mine") for name in parts] == ["yes"] * 4
