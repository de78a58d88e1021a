"""Trace items in a browser: a row of the ledger leads to the characters that its witness was read from."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

PROSE = "We look at the picture line by line.\n" * 300
CONTRACT = {
    "answer": {"id": "answer_exact_match_v0", "type": "integer"},
    "annotation": {"id": "bbox_set_soft_iou_v0", "type": "bbox_set"},
}
BOXES = {"a": [[0, 0, 10, 10], [80, 80, 90, 90]], "b": [[0, 0, 10, 10], [20, 20, 30, 30]]}


def write_lane(folder: Path, lane: str) -> Path:
    item = {
        "item_id": "boxes",
        "task_type": "trace",
        "target": ["2"],
        "content": PROSE + json.dumps({"answer": 2, "annotation": BOXES[lane]}),
        "answer_gt": {"type": "integer", "value": 2},
        "annotation_gt": {"type": "bbox_set", "value": BOXES["b"]},
        "reward_contract": CONTRACT,
    }
    path = folder / f"lane_{lane}.jsonl"
    header = {"lanescope_run": {"lane": lane, "model": "m", "benchmark": "boxes"}}
    path.write_text(f"{json.dumps(header)}\n{json.dumps(item)}\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def trace_server(serve, tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("trace")
    return serve(write_lane(folder, "a"), write_lane(folder, "b"))


def in_sight(box: Locator, mark: Locator) -> bool:
    outer, inner = box.bounding_box(), mark.bounding_box()
    return bool(
        outer
        and inner
        and outer["y"] <= inner["y"]
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"]
    )


def leads_to(page: Page, words: str, box_name: str, text: str) -> None:
    """Click a row of the ledger and see its characters come into sight and flash."""
    box = page.locator(f'[data-box="{box_name}"]')
    mark = box.locator("mark", has_text=text)
    box.evaluate("box => { box.scrollTop = 0 }")
    # Text that is folded at first is unfolded by the jump; otherwise the mark is below what is in sight.
    assert not in_sight(box, mark)
    page.locator(f'.ledger [data-to^="{box_name}:"]', has_text=words).click()
    expect(mark).to_have_class(re.compile(r"\bflash\b"))
    assert in_sight(box, mark)
    expect(mark).not_to_have_class(re.compile(r"\bflash\b"))


def test_a_row_of_the_ledger_leads_to_its_characters_in_the_response(page: Page, trace_server: str) -> None:
    page.goto(f"{trace_server}/items?lane=a&item=boxes")
    expect(page.locator(".item .id")).to_have_text("boxes")
    leads_to(page, "2: 80, 80, 90, 90", "content", "[80, 80, 90, 90]")
    leads_to(page, "1: 0, 0, 10, 10", "content", "[0, 0, 10, 10]")


def test_with_both_lanes_a_row_leads_into_the_text_of_its_own_lane(page: Page, trace_server: str) -> None:
    page.goto(f"{trace_server}/items?lane=a&item=boxes&beside=1")
    expect(page.locator(".pair .ledger")).to_have_count(2)
    leads_to(page, "2: 20, 20, 30, 30", "b-content", "[20, 20, 30, 30]")
    leads_to(page, "2: 80, 80, 90, 90", "a-content", "[80, 80, 90, 90]")


def test_the_ledgers_of_both_lanes_stand_beside_each_other_inside_the_page(
    page: Page, trace_server: str
) -> None:
    page.goto(f"{trace_server}/items?lane=a&item=boxes&beside=1")
    ledgers = page.locator(".pair .ledger")
    expect(ledgers).to_have_count(2)
    first, second = (ledgers.nth(i).bounding_box() for i in range(2))
    assert first
    assert second
    assert first["y"] == pytest.approx(second["y"], abs=1)
    assert first["x"] + first["width"] <= second["x"]
    assert second["x"] + second["width"] <= 1440
