"""The made-up grounding sample is what its manifest says, and its scripts make it again."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from scoring.rescore.pipeline import rescore_run

SAMPLE = Path(__file__).resolve().parents[2] / "sample_runs" / "grounding"
MANIFEST = json.loads((SAMPLE / "MANIFEST.json").read_text())
LANES = {
    lane: (SAMPLE / name).read_text(encoding="utf-8").splitlines()[1:]
    for lane, name in MANIFEST["lanes"].items()
}
ITEMS = {lane: [json.loads(line) for line in lines] for lane, lines in LANES.items()}


def test_the_scripts_make_the_same_questions_replies_and_pictures_again(tmp_path):
    for script in SAMPLE.glob("*.py"):
        shutil.copy(script, tmp_path)
    subprocess.run([sys.executable, "make_sample.py"], cwd=tmp_path, check=True)
    for name in MANIFEST["lanes"].values():
        assert (tmp_path / name).read_bytes() == (SAMPLE / name).read_bytes()
    made = sorted(path.name for path in (tmp_path / "images").iterdir())
    assert made == sorted(path.name for path in (SAMPLE / "images").iterdir())
    for name in made:
        # Compressed bytes depend on the library's version; what is seen does not.
        pictures = [_pixels(folder / "images" / name) for folder in (tmp_path, SAMPLE)]
        assert ImageChops.difference(*pictures).getbbox() is None, name


def test_each_annotation_type_has_four_items_in_both_lanes():
    for items in ITEMS.values():
        counts = Counter(item["annotation_gt"]["type"] for item in items)
        assert len(items) == MANIFEST["items"] == 48
        assert set(counts.values()) == {4}
        assert len(counts) == 12


def test_every_mistake_that_the_scripts_know_is_made_in_lane_a():
    sys.path.insert(0, str(SAMPLE))
    try:
        from mistakes import MISTAKES
    finally:
        sys.path.remove(str(SAMPLE))
    assert {item["metadata"]["made_with"] for item in ITEMS["A"]} == set(MISTAKES)
    thousandths = [item for item in ITEMS["B"] if item["metadata"]["made_with"] == "0-1000"]
    assert len(thousandths) == MANIFEST["expected"]["lane_b_in_thousandths"]


@pytest.mark.parametrize("lane", MANIFEST["lanes"])
def test_right_annotations_lie_inside_their_picture(lane):
    for item in ITEMS[lane]:
        with Image.open(SAMPLE / item["images"][0]) as picture:
            width, height = picture.size
        assert [width, height] == item["image_size"]
        for x, y in _corners(item["annotation_gt"]["value"]):
            assert 0 <= x <= width
            assert 0 <= y <= height


@pytest.mark.parametrize("lane", MANIFEST["lanes"])
def test_the_audit_finds_as_many_right_answers_as_the_manifest_says(lane, tmp_path):
    audit = rescore_run(SAMPLE / MANIFEST["lanes"][lane], tmp_path / lane)
    assert audit.summary().rescored.correct == MANIFEST["expected"][f"lane_{lane.lower()}_answers_right"]
    assert audit.problems == ()


def test_exact_annotations_earn_everything_and_other_frames_nearly_nothing(tmp_path):
    rows = rescore_run(SAMPLE / "lane_a.jsonl", tmp_path / "a").rows(columns=("item_id", "annotation_reward"))
    rewards = dict(zip(rows["item_id"], rows["annotation_reward"], strict=True))
    made = {item["item_id"]: item["metadata"]["made_with"] for item in ITEMS["A"]}
    assert {rewards[item] for item, mistake in made.items() if mistake == "exact"} == {1.0}
    assert min(rewards[item] for item, mistake in made.items() if mistake == "near") > 0.85
    frames = ("0-1", "0-100", "0-1000", "0-1024", "yx", "yx 0-1000", "xywh", "cxcywh", "flipped y", "resized")
    assert max(rewards[item] for item, mistake in made.items() if mistake in frames) < 0.5


def test_dropping_the_far_witness_lifts_the_items_that_were_made_with_one(tmp_path):
    audit = rescore_run(SAMPLE / "lane_a.jsonl", tmp_path / "a")
    (found,) = [one for one in audit.info.findings if one.name == "far_witness"]
    made = [item["item_id"] for item in ITEMS["A"] if item["metadata"]["made_with"] == "one far witness"]
    assert found.n_items == len(made) == 2
    for name in made:
        row = audit.item(audit.find(name)[0])
        assert row.annotation_reward < 0.1
        assert row.details["counterfactuals"]["far_witness_dropped"] > 0.7
        assert "far" in {pair["state"] for pair in row.pairs}


def _pixels(path):
    with Image.open(path) as picture:
        return picture.convert("RGB")


def _corners(value):
    """Yield the corners, points and ends of an annotation of any type."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from _corners(inner)
    elif isinstance(value[0], list):
        for inner in value:
            yield from _corners(inner)
    else:
        yield from zip(value[::2], value[1::2], strict=True)
