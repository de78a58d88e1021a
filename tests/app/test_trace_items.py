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


def write_lane(path: Path, lane: str, responses: dict[str, str]) -> Path:
    lines: list[dict] = [{"lanescope_run": {"lane": lane, "model": "m", "benchmark": "boxes"}}]
    for item_id, (domain, kind, value, contract) in INSTANCES.items():
        lines.append(
            {
                "item_id": item_id,
                "task_type": "trace",
                "domain": domain,
                "category": domain,
                "target": ["2"],
                "content": responses[item_id],
                "answer_gt": {"type": "integer", "value": 2},
                "annotation_gt": {"type": kind, "value": value},
                "reward_contract": contract,
                "image_size": [800, 600],
            }
        )
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


@pytest.fixture
def trace_items(open_page, tmp_path: Path):
    """Return what opens the Items page on the run."""
    path = write_lane(tmp_path / "run.jsonl", "A", RESPONSES)

    def open_items(query: str = ""):
        return open_page("items", query, paths=(path,))

    return open_items


@pytest.fixture
def both_lanes(open_page, tmp_path: Path):
    """Return what opens an item in both lanes, side by side."""
    better = {**RESPONSES, "boxes": '{"answer": 2, "annotation": [[0,0,10,10], [20,20,30,30]]}'}
    (tmp_path / "runs").mkdir()
    paths = [
        write_lane(tmp_path / f"runs/lane_{name}.jsonl", name, responses)
        for name, responses in (("a", RESPONSES), ("b", better))
    ]

    def open_both(item: str):
        return open_page("items", f"item={item}&beside=1", paths=tuple(paths)).panel("item")

    return open_both


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


REWARDS = ("score", "annotation_reward", "answer_reward", "task_reward", "format_score", "half_life_px")


def test_rewards_are_columns_of_the_table_aligned_and_sorted_by(trace_items) -> None:
    columns = "&".join(f"col={name}" for name in (*REWARDS, "annotation_parse_ok", "annotation_type"))
    table = trace_items(f"{columns}&sort=annotation_reward&down=1").panel("table")
    head, *rows = table.rows()
    assert rows == [
        ["point", "1.0000", "1.0000", "1.0000", "1.0000", "1.0000", "yes", "point", "35.0"],
        ["boxes", "0.7500", "1.0000", "0.5000", "0.7500", "1.0000", "yes", "bbox_set", "–"],
        ["broken", "0.0000", "0.0000", "0.0000", "0.0000", "1.0000", "no", "bbox_set", "–"],
    ]
    headings = {e[1].get("class") for e in table.elements("th")}
    assert {f"c-{name} num" for name in REWARDS} <= headings
    assert "annotation reward ↓" in head


def test_both_lanes_show_their_ledgers_and_mark_their_witnesses(both_lanes) -> None:
    item = both_lanes("boxes")
    titles = {
        "A · How the score comes about",
        "B · How the score comes about",
        "A · Witnesses",
        "B · Witnesses",
    }
    assert titles <= set(item.texts())
    assert [e[2] for e in item.elements("mark")] == [
        "2", "[0,0,10,10]", "[80,80,90,90]", "2", "[0,0,10,10]", "[20,20,30,30]"
    ]  # fmt: skip
    targets = [e[1]["to"] for e in item.elements("button") if "to" in e[1]]
    marks = {e[1]["mark"] for e in item.elements("mark")}
    assert {to.partition(":")[0] for to in targets} == {"a-content", "b-content"}
    assert set(targets) <= marks


def test_a_lane_without_rewards_says_so_beside_the_other(open_page, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    whole = write_lane(tmp_path / "runs/lane_a.jsonl", "a", RESPONSES)
    short = tmp_path / "runs/lane_b.jsonl"
    short.write_text("\n".join(whole.read_text(encoding="utf-8").splitlines()[:2]), encoding="utf-8")
    text = open_page("items", "lane=a&item=point&beside=1", paths=(whole, short)).panel("item").text()
    assert "no rewards in this lane" in text
