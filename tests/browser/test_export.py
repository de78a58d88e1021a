import csv
import io
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from playwright.sync_api import Page, expect

NINE = "items?findings=recorded_incorrect_though_matching"
FORMULAS = ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1"]


def open_export(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Export").click()
    expect(page.get_by_role("button", name="Download")).to_be_visible()


def download(page: Page) -> bytes:
    with page.expect_download() as started:
        page.get_by_role("button", name="Download").click()
    return Path(started.value.path()).read_bytes()


def test_the_items_of_the_filter_come_as_csv(page: Page, sample_server: str) -> None:
    open_export(page, f"{sample_server}/{NINE}")
    rows = list(csv.DictReader(io.StringIO(download(page).decode(), newline="")))
    assert len(rows) == 9
    assert {row["change"] for row in rows} == {"incorrect>correct"}
    assert "content" not in rows[0]


@pytest.mark.parametrize("name", ["JSON Lines", "Parquet"])
def test_the_items_of_the_filter_come_in_other_formats(page: Page, sample_server: str, name: str) -> None:
    open_export(page, f"{sample_server}/{NINE}")
    page.get_by_role("radio", name=name).click()
    page.get_by_role("button", name="texts", exact=True).click()
    expect(page.locator("code", has_text="content_hash")).to_be_visible()
    data = download(page)
    if name == "Parquet":
        rows = pq.read_table(io.BytesIO(data)).to_pylist()
    else:
        rows = [json.loads(line) for line in data.decode().splitlines()]
    assert len(rows) == 9
    assert rows[0]["content"]


def test_no_cell_of_a_hostile_run_starts_a_formula(page: Page, serve, tmp_path: Path) -> None:
    record = {
        "expected_answer": "A",
        "extracted_final_answer": "A",
        "extraction_method": "+cmd|' /C calc'!A0",
        "ambiguity_flag": False,
        "raw_content": "FINAL: A",
        "raw_reasoning": None,
        "scoring_decision": {"correct": True, "required_substrings": None},
        "correct": True,
    }
    tasks = [record | {"task_id": text, "category": text} for text in FORMULAS]
    (tmp_path / "run.json").write_text(json.dumps({"tasks": tasks}))
    open_export(page, f"{serve(tmp_path)}/items")
    rows = list(csv.DictReader(io.StringIO(download(page).decode(), newline="")))
    assert [row["item_id"] for row in rows] == [f"'{text}" for text in FORMULAS]
    cells = [cell for row in rows for cell in row.values()]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
