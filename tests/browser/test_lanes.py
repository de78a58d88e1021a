"""The page Lanes in a browser: each figure leads to its items, in a wide and in a narrow window."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

GROUNDING = Path(__file__).parents[2] / "sample_runs" / "grounding"


@pytest.fixture(scope="module")
def soft_server(serve) -> str:
    return serve(GROUNDING)


def open_lanes(page: Page, address: str, query: str = "") -> None:
    page.goto(f"{address}/lanes{query}")
    expect(page.locator(".root.lanes .metrics")).to_be_visible()
    page.wait_for_load_state("networkidle")


def title(page: Page, words: str) -> None:
    expect(page.locator(".root.pairlist h3")).to_have_text(words)


@pytest.mark.parametrize(
    ("mark", "listed"),
    [
        (".waterfall a.step.loss", "Pairs · 9 items"),
        (".causes tr:nth-child(4) a", "Pairs · 7 items"),
        (".flips td.incorrect a >> nth=0", "Lost: only A correct, rescored · 6 items"),
        (".flips .churn a >> nth=0", "Wrong in both, with different answers, rescored · 2 items"),
        (".forest tbody tr:nth-child(2) a", "Won or lost, rescored · 18 items"),
    ],
    ids=["waterfall", "causes", "flips", "churn", "forest"],
)
def test_each_figure_leads_to_its_items(page: Page, sample_server: str, mark: str, listed: str) -> None:
    open_lanes(page, sample_server)
    page.locator(mark).click()
    title(page, listed)
    expect(page.locator(".pairitem .pair .verdicts")).to_have_count(2)


def test_each_mark_of_a_soft_score_leads_to_its_pairs(page: Page, soft_server: str) -> None:
    open_lanes(page, soft_server)
    for mark in (page.locator(".grid a.spot").first, page.locator(".histogram a.bin").last):
        n = (mark.get_attribute("aria-label") or "").split(":")[-1].split()[0]
        mark.click()
        title(page, f"Pairs · {n} item{'' if n == '1' else 's'}")
    page.get_by_role("link", name="annotation reward", exact=True).click()
    expect(page.locator(".root.lanes h3", has_text="annotation reward, A against B")).to_be_visible()


def test_the_grid_draws_equal_scores_on_its_diagonal(page: Page, soft_server: str) -> None:
    open_lanes(page, soft_server)
    grid, same = (page.locator(one).first.bounding_box() for one in (".grid", ".grid .spot.same"))
    assert grid is not None
    assert same is not None
    right = same["x"] + same["width"] / 2 - grid["x"]
    up = grid["y"] + grid["height"] - same["y"] - same["height"] / 2
    assert abs(right - up) < 2


def test_differing_answers_are_marked_in_words_and_in_the_options(page: Page, sample_server: str) -> None:
    open_lanes(page, sample_server)
    expect(page.locator(".pairitem .badge").first).to_have_text("A: A ≠ B: C")
    expect(page.locator(".pairitem .option.miss")).to_contain_text("A")
    expect(page.locator(".pairitem .option.target")).to_contain_text("target · B")


def test_the_list_stays_in_sight_while_the_figures_scroll(page: Page, sample_server: str) -> None:
    open_lanes(page, sample_server)
    page.locator(".forest tbody tr:last-child a").scroll_into_view_if_needed()
    expect(page.locator(".root.pairlist h3")).to_be_in_viewport()


def test_in_a_narrow_window_a_link_leads_down_to_its_list(page: Page, sample_server: str) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    open_lanes(page, sample_server)
    expect(page.locator(".root.pairlist h3")).not_to_be_in_viewport()
    page.locator(".flips a", has_text="6 lost").click()
    title(page, "Lost: only A correct, rescored · 6 items")
    expect(page.locator(".pairlist tbody tr").nth(5)).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_narrow_window_has_a_way_to_the_list_beside_the_finding(page: Page, sample_server: str) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    open_lanes(page, sample_server)
    expect(page.locator(".root.pairlist h3")).not_to_be_in_viewport()
    page.get_by_role("button", name="↓ Won: only B correct, rescored · 19 items").click()
    expect(page.locator(".root.pairlist h3")).to_be_in_viewport()


def test_finding_metrics_waterfall_and_categories_are_seen_at_once(page: Page, sample_server: str) -> None:
    open_lanes(page, sample_server)
    expect(page.get_by_role("button", name="↓ Won")).to_be_hidden()
    for part in (".lanestory .lead", ".metrics table", ".waterfall", ".forest tfoot", ".flips >> nth=0"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)


def test_figures_say_in_words_what_they_draw(page: Page, sample_server: str) -> None:
    open_lanes(page, sample_server)
    expect(page.get_by_role("img", name=re.compile(r"^math: \+10\.00 pp, 95 % .* 20 pairs"))).to_be_visible()
    expect(page.get_by_role("link", name="model +13 items")).to_be_visible()
    expect(page.get_by_role("group", name=re.compile(r"\+4 = model \+13 .* scorer −9"))).to_be_visible()


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_marks_of_a_soft_score_are_seen(browser, soft_server: str, mode: str) -> None:
    context = browser.new_context(color_scheme=mode)
    page = context.new_page()
    open_lanes(page, soft_server)
    for mark in (".grid .spot", ".histogram .bin .column"):
        box = page.locator(mark).first.bounding_box()
        assert box is not None
        assert box["width"] > 3
        assert box["height"] >= 3
    context.close()


def test_the_margin_is_kept_in_the_address(page: Page, sample_server: str) -> None:
    open_lanes(page, sample_server)
    page.get_by_role("button", name="Settings").click()
    margin = page.get_by_role("spinbutton", name="A difference that would not matter")
    margin.fill("12")
    margin.press("Enter")
    page.wait_for_url(re.compile("margin=12"))
    expect(page.locator(".metrics")).to_contain_text("12 pp")


def test_reports_are_made_when_they_are_asked_for(page: Page, sample_server: str, tmp_path: Path) -> None:
    open_lanes(page, sample_server)
    page.get_by_role("button", name="Report").click()
    begins = {
        "HTML >> nth=0": ("lane_comparison-A_baseline-B_native_reasoning.html", "<!doctype html>"),
        "Markdown >> nth=1": ("scorer_audit-B_native_reasoning.md", "# "),
        "JSON >> nth=0": ("corrected_metrics-B_native_reasoning.json", "{"),
    }
    for words, (name, start) in begins.items():
        label, _, nth = words.partition(" >> nth=")
        with page.expect_download() as download:
            page.get_by_role("button", name=label, exact=True).nth(int(nth)).click()
        path = tmp_path / name
        download.value.save_as(path)
        assert download.value.suggested_filename == name
        assert path.read_text().lower().startswith(start)
