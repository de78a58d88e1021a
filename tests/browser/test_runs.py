import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

RECORD = {
    "expected_answer": "A",
    "extracted_final_answer": "A",
    "extraction_method": "final_colon_letter",
    "ambiguity_flag": False,
    "raw_content": "The first option fits. FINAL: A",
    "raw_reasoning": "Either FINAL: A or FINAL: B. " * 40,
    "scoring_decision": {"correct": True, "required_substrings": None},
    "correct": True,
}


@pytest.fixture
def write_run(tmp_path: Path) -> Callable[[int], Path]:
    """Return what writes a run of so many items."""

    def write(n: int) -> Path:
        path = tmp_path / "run.json"
        records = ", ".join(json.dumps(RECORD | {"task_id": f"t{i}"}) for i in range(n))
        path.write_text(f'{{"run_id": "written", "tasks": [{records}]}}')
        return path

    return write


def until(condition: Callable[[], bool], seconds: float = 15) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.2)
    return condition()


def test_a_big_file_is_rescored_under_a_bar_and_stops_when_told(
    page: Page, serve, write_run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    run = write_run(20_000)
    address = serve(run)
    base = tmp_path_factory.getbasetemp()

    def kept() -> set[Path]:
        return set(base.glob("cache*/audits/*"))

    before = kept()  # of the servers of other tests
    page.goto(address)
    expect(page.get_by_text(re.compile(r"Rescoring lane A: [\d,]+ items, .* of .* MB"))).to_be_visible()
    page.get_by_role("button", name="Stop rescoring lane A").click()
    expect(page.get_by_text("Rescoring lane A was stopped; nothing of it was kept.")).to_be_visible()
    expect(page.get_by_text("Rescoring lane A:")).to_have_count(0)
    # It ends with the batch that it was deciding, and takes away what it had written.
    assert until(lambda: kept() == before, seconds=60)
    page.get_by_role("button", name="Rescore lane A").click()
    expect(page.get_by_text("Rescoring lane A:")).to_be_visible()


def test_a_changed_file_is_told_and_opened_again_by_a_button(page: Page, serve, write_run) -> None:
    run = write_run(2)
    page.goto(f"{serve(run)}/items")
    expect(page.locator(".table .count")).to_have_text("2 items")
    write_run(3)
    os.utime(run, (time.time() + 5, time.time() + 5))
    page.reload()
    page.get_by_role("button", name="Open the changed file as lane A").click()
    expect(page.locator(".table .count")).to_have_text("3 items")
    expect(page.locator(".root.notices")).to_have_count(0)


def test_an_uploaded_file_joins_the_list(page: Page, serve, write_run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    run = write_run(2)
    page.goto(f"{serve(tmp_path / 'empty')}/runs")
    expect(page.get_by_text("No file here was recognised as a run.")).to_be_visible()
    page.locator("input[type=file]").set_input_files(run)
    expect(page.get_by_text("written was recognised as oc-llm.")).to_be_visible()


def test_runs_opened_before_are_offered_after_a_restart(page: Page, serve, write_run, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    run = write_run(7)
    page.goto(f"{serve(run)}/items")
    expect(page.locator(".table .count")).to_have_text("7 items")
    page.goto(f"{serve(tmp_path / 'other')}/runs")
    row = page.locator(".root.runs tr", has_text=f"lanescope {run}")
    expect(row).to_be_visible()
    expect(row.get_by_role("link")).to_have_count(0)
