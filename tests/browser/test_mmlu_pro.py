"""A second benchmark: what Overview shows equals what plain pandas counts in the file."""

import json
import re
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Page, expect

RUN = Path(__file__).parents[3] / "shared/data/runs/mmlu_pro/model_outputs_Meta-Llama-3-8B_5shots.json"

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


def test_rescored_no_answers_are_those_that_the_table_lists(page: Page, address: str) -> None:
    page.goto(address)
    link = page.locator(".flow .right", has_text="no answer")
    n = re.findall(r"\d+", link.inner_text())[-1]
    link.locator(".at").click()
    expect(page.locator(".table .count")).to_have_text(re.compile(rf"^{n} of "))
