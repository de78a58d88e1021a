import json
import re
from collections.abc import Callable
from pathlib import Path

SAMPLES = Path(__file__).parents[4] / "sample_runs/native_reasoning_audit"
LANES = (SAMPLES / "lane_a.json", SAMPLES / "lane_b.json")


def write_run(path: Path, **contents: str) -> Path:
    """Write one choice item a keyword; its target is A."""
    item = {"task_type": "choice", "options": ["A", "B"], "target": ["A"]}
    lines = [json.dumps(item | {"item_id": name, "content": text}) for name, text in contents.items()]
    path.write_text("\n".join(lines))
    return path


def test_accuracy_is_compared_as_recorded_and_as_rescored(lanescope: Callable) -> None:
    ran = lanescope("compare", *LANES)
    assert ran.code == 0
    columns = [re.split(r"  +", line) for line in ran.out.splitlines()]
    (recorded,), (rescored,) = (
        [row for row in columns if row[0] == name] for name in ("recorded", "rescored")
    )
    assert recorded[1::2][:3] == ["184/210 = 87.62 %", "188/210 = 89.52 %", "+1.90 pp"]
    assert rescored[1:7] == [
        *("184/210 = 87.62 %", "82.48 to 91.41 %", "197/210 = 93.81 %", "89.70 to 96.35 %"),
        *("+6.19 pp", "+1.65 to +11.26"),
    ]


def test_categories_are_compared_with_their_own_denominators(lanescope: Callable) -> None:
    lines = lanescope("compare", *LANES).out.splitlines()
    (at,) = (i for i, line in enumerate(lines) if line.startswith("reasoning "))
    assert "128/145 = 88.28 %" in lines[at]
    assert "137/145 = 94.48 %" in lines[at + 1]


def test_the_four_cells_sum_to_the_items_in_both_lanes(lanescope: Callable) -> None:
    compared = lanescope("compare", *LANES, "--json").json
    for scorer in ("recorded_flips", "rescored_flips"):
        cells = [cell["n"] for name, cell in compared[scorer].items() if name != "churn"]
        assert sum(cells) == compared["paired_n"] == 210


def test_items_of_only_one_lane_are_named(lanescope: Callable, tmp_path: Path) -> None:
    a = write_run(tmp_path / "a.jsonl", one="FINAL: A", two="FINAL: A", three="FINAL: B")
    b = write_run(tmp_path / "b.jsonl", one="FINAL: B", four="FINAL: A")
    out = lanescope("compare", a, b).out
    assert "Only in lane A: 2 (two, three).\n" in out
    assert "Only in lane B: 1 (four).\n" in out


def test_a_long_list_of_items_of_only_one_lane_is_cut_and_says_so(
    lanescope: Callable, tmp_path: Path
) -> None:
    a = write_run(tmp_path / "a.jsonl", **{f"i{n}": "FINAL: A" for n in range(15)})
    b = write_run(tmp_path / "b.jsonl", i0="FINAL: A")
    out = lanescope("compare", a, b).out
    assert "i10 and 4 more).\n" in out
    assert "--json lists every item" in out


def test_an_audit_compares_like_its_run(lanescope: Callable, tmp_path: Path) -> None:
    lanescope("rescore", LANES[1], "-o", tmp_path / "audit")
    from_runs = lanescope("compare", *LANES, "--json").json
    from_audit = lanescope("compare", LANES[0], tmp_path / "audit", "--json").json
    assert from_audit == from_runs


def test_lanes_without_a_common_item_cannot_be_compared(lanescope: Callable, tmp_path: Path) -> None:
    other = write_run(tmp_path / "other.jsonl", x="FINAL: A")
    ran = lanescope("compare", LANES[0], other)
    assert (ran.code, ran.out) == (2, "")
    assert "expected items in common, got 210 items only in lane A" in ran.err


def test_problems_are_told_with_their_lane(lanescope: Callable, tmp_path: Path) -> None:
    a = write_run(tmp_path / "a.jsonl", one="FINAL: A")
    b = write_run(tmp_path / "b.jsonl", one="FINAL: A")
    b.write_text(b.read_text() + "\n[]\n")
    ran = lanescope("compare", a, b)
    assert ran.code == 1
    assert "B: 1 problem, 1 record not loaded" in ran.out


def test_the_difference_is_split_into_model_and_scorer(lanescope: Callable) -> None:
    compared = lanescope("compare", *LANES, "--json").json
    assert compared["attribution"] == {"model": 13, "scorer": -9}
    assert "+4 = model +13 (184 -> 197 rescored) and scorer -9" in lanescope("compare", *LANES).out


def test_a_margin_is_answered(lanescope: Callable) -> None:
    ran = lanescope("compare", *LANES, "--margin", "15")
    assert "The lanes are equivalent within 15 pp" in ran.out
    wrong = lanescope("compare", *LANES, "--margin", "-1")
    assert (wrong.code, wrong.out) == (2, "")
    assert "expected a margin above 0" in wrong.err


def test_further_lanes_make_a_matrix(lanescope: Callable) -> None:
    compared = lanescope("compare", *LANES, LANES[0], "--json").json
    assert [(cell["a"], cell["b"]) for cell in compared["matrix"]["cells"]] == [(0, 1), (0, 2), (1, 2)]
    assert compared["matrix"]["cells"][0]["diff_pp"]["value"] == compared["rescored"]["diff_pp"]
