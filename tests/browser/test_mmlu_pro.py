"""A second benchmark: what Overview shows equals what plain pandas counts in the file."""

import json
import re
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Page, expect

RUN = Path(__file__).parents[3] / "shared/data/runs/mmlu_pro/model_outputs_Meta-Llama-3-8B_5shots.json"
GUESSED = RUN.with_name("model_outputs_Meta-Llama-3_1-8B-Instruct_5shots.json")
"""A file in which letters are recorded for replies that name none."""

pytestmark = pytest.mark.skipif(not RUN.is_file(), reason="the MMLU-Pro files are not beside the checkout")


@pytest.fixture(scope="module")
def address(serve) -> str:
    return serve(RUN)


@pytest.fixture(scope="module")
def recorded() -> pd.DataFrame:
    frame = pd.DataFrame([r for r in json.loads(RUN.read_text()) if isinstance(r, dict)])
    return frame.assign(correct=frame["pred"] == frame["answer"])


def test_recorded_accuracy_equals_the_file(page: Page, address: str, recorded: pd.DataFrame) -> None:
    page.goto(address)
    figure = page.locator(".big > div", has_text="recorded").locator(".figure")
    expect(figure).to_have_text(f"{recorded['correct'].sum()}/{len(recorded)}")


def test_every_category_equals_the_file(page: Page, address: str, recorded: pd.DataFrame) -> None:
    page.goto(address)
    expect(page.locator(".categories tbody tr").first).to_be_visible()
    cells = [row.locator("td").all_inner_texts() for row in page.locator(".categories tbody tr").all()]
    shown = {row[0]: (int(row[1]), int(re.match(r"\d+", row[2])[0])) for row in cells}
    by_category = recorded.groupby("category")["correct"].agg(["size", "sum"])
    assert shown == {str(name): (int(n), int(correct)) for name, n, correct in by_category.itertuples()}


def test_where_the_recorded_answer_is_not_in_the_text_is_one_click_away(page: Page, serve) -> None:
    page.goto(serve(GUESSED))
    page.locator(".findings tr", has_text="Recorded answer not found in the text").get_by_role("link").click()
    ids = page.locator(".table tbody tr td:first-child a")
    expect(page.locator(".table .count")).to_have_text(re.compile(r"^\d+ of 602 items"))
    recorded = {str(r["question_id"]): r["pred"] for r in json.loads(GUESSED.read_text())}
    assert ids.count() > 30
    assert None not in [recorded[shown] for shown in ids.all_inner_texts()]


def test_items_without_an_answer_of_one_category_are_exported(
    page: Page, address: str, recorded: pd.DataFrame
) -> None:
    page.goto(f"{address}/items")
    page.locator("[data-keep='facet:answer_kind:none']").click()
    expect(page.locator(".table .chip")).to_have_count(1)
    page.locator(".facets a", has_text="law").click()
    expect(page.locator(".table .chip")).to_have_count(2)
    n = int(page.locator(".table .count").inner_text().split()[0])
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as started:
        page.get_by_role("button", name="Download").click()
    rows = pd.read_csv(started.value.path())
    assert len(rows) == n > 0
    assert set(rows["category"]) == {"law"}
    assert set(rows["answer_kind"]) == {"none"}
    assert set(rows["item_id"]) <= set(recorded["question_id"])


def test_rescored_no_answers_are_those_that_the_table_lists(page: Page, address: str) -> None:
    page.goto(address)
    link = page.locator(".flow .right", has_text="no answer")
    n = re.findall(r"\d+", link.inner_text())[-1]
    link.locator(".at").click()
    expect(page.locator(".table .count")).to_have_text(re.compile(rf"^{n} of "))
