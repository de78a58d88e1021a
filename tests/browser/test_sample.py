import re

from playwright.sync_api import BrowserContext, Page, expect

NINE = "Recorded as incorrect, although the answer meets the target."


def open_nine(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(".overview tr", has_text=NINE).get_by_role("link").click()
    expect(page.locator(".table .count")).to_have_text("9 of 210 items")
    expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_015")


def shown(page: Page) -> str:
    return page.locator(".item .id").inner_text()


def test_the_overview_leads_to_the_nine_items(page: Page, sample_server: str) -> None:
    open_nine(page, sample_server)
    ids = page.locator(".table tbody tr td:first-child").all_inner_texts()
    assert len(ids) == 9
    assert {"reasoning_mmlu_015", "reasoning_mmlu_pro_019", "reasoning_mmlu_030"} <= set(ids)


def test_table_and_item_are_in_the_window_without_scrolling(page: Page, sample_server: str) -> None:
    open_nine(page, sample_server)
    expect(page.locator(".item .text").first).to_be_visible()
    for panel in (".root.facets", ".root.table", ".root.item"):
        box = page.locator(panel).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 1440
        assert box["y"] + box["height"] <= 900
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_taken_span_is_seen_and_marked_by_more_than_colour(page: Page, sample_server: str) -> None:
    open_nine(page, sample_server)
    mark = page.locator("[data-box=content] mark.taken")
    expect(mark).to_have_text("FINAL: D")
    expect(mark).to_be_in_viewport()
    line = mark.evaluate("e => getComputedStyle(e).borderBottomStyle + getComputedStyle(e).borderBottomWidth")
    assert line == "solid3px"
    expect(page.locator("[data-box=reasoning] mark.example").first).to_have_css(
        "border-bottom-style", "dashed"
    )


def test_a_pasted_link_opens_the_same_item_elsewhere(
    page: Page, sample_server: str, context: BrowserContext
) -> None:
    open_nine(page, sample_server)
    page.locator(".table tbody tr", has_text="reasoning_mmlu_030").click()
    expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_030")
    page.wait_for_url(re.compile("item=reasoning_mmlu_030"))
    assert context.browser is not None
    colleague = context.browser.new_context().new_page()
    colleague.goto(page.url)
    expect(colleague.locator(".item .id")).to_have_text("reasoning_mmlu_030")
    expect(colleague.locator(".table .count")).to_have_text("9 of 210 items")
    expect(colleague.locator(".table tr[aria-current]")).to_contain_text("reasoning_mmlu_030")
    colleague.context.close()


def test_keys_step_through_the_items_and_none_is_lost(page: Page, sample_server: str) -> None:
    open_nine(page, sample_server)
    ids = page.locator(".table tbody tr td:first-child").all_inner_texts()
    for _ in range(5):
        page.keyboard.press("j")
    expect(page.locator(".item .id")).to_have_text(ids[5])
    page.keyboard.press("k")
    expect(page.locator(".item .id")).to_have_text(ids[4])
    expect(page.locator(".table tr[aria-current]")).to_contain_text(ids[4])


def test_keys_typed_into_the_search_are_words_and_no_steps(page: Page, sample_server: str) -> None:
    open_nine(page, sample_server)
    before = shown(page)
    page.get_by_label("Search text, answer, id").press_sequentially("jjj")
    assert shown(page) == before


def test_a_value_of_the_decision_scrolls_to_its_place(page: Page, sample_server: str) -> None:
    open_nine(page, sample_server)
    page.locator(".trace li", has_text="rejected because").locator("button").last.click()
    expect(page.locator("mark.flash")).to_be_in_viewport()


def test_back_returns_to_the_filter_before(page: Page, sample_server: str) -> None:
    open_nine(page, sample_server)
    page.locator(".chip").click()
    expect(page.locator(".table .count")).to_have_text("210 items")
    page.go_back()
    expect(page.locator(".table .count")).to_have_text("9 of 210 items")


def test_the_other_lane_is_one_key_away(page: Page, sample_server: str) -> None:
    open_nine(page, sample_server)
    page.keyboard.press("l")
    page.wait_for_url(re.compile("lane=a"))
    expect(page.locator(".item .id")).to_have_text("reasoning_mmlu_015")


def test_a_cell_of_the_flips_lists_its_items(page: Page, sample_server: str) -> None:
    page.goto(f"{sample_server}/lanes")
    page.locator(".root.lanes a", has_text="6 lost").click()
    expect(page.get_by_role("heading", name="Lost: only A correct, rescored · 6 items")).to_be_visible()
    expect(page.locator(".pairitem [data-box=a-content]")).to_be_visible()
    expect(page.locator(".pairitem [data-box=b-content]")).to_be_visible()


def test_everything_that_can_be_clicked_is_reached_by_tab(page: Page, sample_server: str) -> None:
    open_nine(page, sample_server)
    unreachable = page.evaluate(
        """() => [...document.querySelectorAll('*')].filter(e => e.shadowRoot)
            .flatMap(e => [...e.shadowRoot.querySelectorAll('a, button, summary')])
            .filter(e => e.tabIndex < 0 || (e.tagName === 'A' && !e.hasAttribute('href')))
            .map(e => e.outerHTML)"""
    )
    assert unreachable == []
