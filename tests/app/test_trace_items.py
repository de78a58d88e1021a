"""Trace items on the Items page: a run of three items, written here."""

import json
from pathlib import Path

import pytest

BOX = {
    "reward_contract_version": "v0",
    "answer": {"id": "answer_exact_match_v0", "type": "integer"},
    "annotation": {"id": "bbox_set_soft_iou_v0", "type": "bbox_set"},
}
POINT = {**BOX, "annotation": {"id": "point_soft_distance_v0", "type": "point"}}
INSTANCES = {
    "boxes": ("charts", "bbox_set", [[0, 0, 10, 10], [20, 20, 30, 30]], BOX),
    "broken": ("charts", "bbox_set", [[0, 0, 10, 10]], BOX),
    "point": ("games", "point", [10, 10], POINT),
}
RESPONSES = {
    "boxes": 'Two. {"answer": 2, "annotation": [[0,0,10,10], [80,80,90,90]]}',
    "broken": '{"answer": 3, "annotation": [[0,0,10,10], [1]]}',
    "point": '<b>x</b> {"answer": 2, "annotation": [10, 10]}',
}


@pytest.fixture
def trace_items(open_page, tmp_path: Path):
    """Return what opens the Items page on the run."""
    record = {"lanescope_run": {"lane": "A", "model": "m", "benchmark": "boxes"}}
    lines = [record]
    for item_id, (domain, kind, value, contract) in INSTANCES.items():
        lines.append(
            {
                "item_id": item_id,
                "task_type": "trace",
                "domain": domain,
                "category": domain,
                "target": ["2"],
                "content": RESPONSES[item_id],
                "answer_gt": {"type": "integer", "value": 2},
                "annotation_gt": {"type": kind, "value": value},
                "reward_contract": contract,
                "image_size": [800, 600],
            }
        )
    path = tmp_path / "run.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")

    def open_items(query: str = ""):
        return open_page("items", query, paths=(path,))

    return open_items


def test_rewards_composition_and_ledger_stand_on_the_item(trace_items) -> None:
    text = trace_items("item=boxes").panel("item").text()
    parts = ("How the score comes about", "1 × (0.5 + 0.5 × 0.5)", "✓ paired", "– missing", "✕ extra", "sum")
    assert [part for part in parts if part not in text] == []


def test_answer_and_witnesses_are_marked_in_the_response(trace_items) -> None:
    item = trace_items("item=boxes").panel("item")
    assert [e[2] for e in item.elements("mark")] == ["2", "[0,0,10,10]", "[80,80,90,90]"]


def test_every_row_of_the_ledger_and_every_step_leads_to_its_place(trace_items) -> None:
    for item_id in INSTANCES:
        item = trace_items(f"item={item_id}").panel("item")
        targets = {e[1]["to"] for e in item.elements("button") if "to" in e[1]}
        tags = ("mark", "section", "details", "div")
        places = {e[1]["mark"] for tag in tags for e in item.elements(tag) if "mark" in e[1]}
        assert targets
        assert targets <= places


def test_an_unreadable_annotation_names_its_culprit_and_what_it_cost(trace_items) -> None:
    item = trace_items("item=broken").panel("item")
    assert "Without it the annotation would earn 1." in item.text()
    assert [e[2] for e in item.elements("mark", class_="unread")] == ["[1]"]


def test_the_half_life_of_the_stored_image_size_is_used(trace_items) -> None:
    assert "half-life 35 px, from the image size 800 × 600" in trace_items("item=point").panel("item").text()


def test_trace_items_are_filtered_by_type_domain_state_and_reward(trace_items) -> None:
    facets = trace_items().panel("facets")
    keys = {e[1]["keep"] for e in facets.elements("a") if "keep" in e[1]}
    assert {
        "facet:annotation_type:bbox_set",
        "facet:domain:games",
        "facet:annotation_parse_ok:false",
        "facet:annotation_band:0.5-0.75",
        "facet:score_band:1",
    } <= keys
    # The loader's two names of one field are listed once.
    assert "facet:category:games" not in keys


def test_a_band_of_the_address_narrows_the_table_and_an_unknown_one_is_left_out(trace_items) -> None:
    rows = trace_items("annotation_band=0.5-0.75&annotation_type=bbox_set").panel("table").rows()[1:]
    assert [row[0] for row in rows] == ["boxes"]
    page = trace_items("annotation_band=0.6-0.7")
    assert len(page.panel("table").rows()[1:]) == len(INSTANCES)
