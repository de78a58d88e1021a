"""How well coordinate frames are told: on the scripted predictions, and on a harder set of ours."""

import importlib.util
import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from scoring.audit.query import Audit
from scoring.rescore.pipeline import rescore_in_memory

TRACE = Path(__file__).parents[2].parent / "shared/data/visual/trace_instances"
pytestmark = pytest.mark.skipif(not TRACE.is_dir(), reason="the Trace instances are not beside the checkout")

SCRIPTED = {
    "frame_norm01": ("0-1", 46),
    "frame_norm100": ("0-100", 46),
    "frame_norm1000": ("0-1000", 44),
    "frame_norm1024": ("0-1024", 46),
    "frame_yx": ("yx", 46),
    "frame_yx_norm1000": ("yx 0-1000", 46),
    "frame_xywh": ("xywh", 20),
    "frame_cxcywh": ("cxcywh", 20),
    "frame_flip_y": ("flipped y", 44),
    "frame_resize_1.0MP": ("resized 28 x 1280", 5),
    "frame_resize_0.4MP": ("resized 28 x 512", 41),
}
"""Kind of mistake -> its frame, and how many items it makes gross (see docs/scoring.md)."""

ONE_FAMILY = {"0-1024": "0-1000"}
SEEDS = range(3)


def maker():
    spec = importlib.util.spec_from_file_location(
        "hard_frames", Path(__file__).with_name("make_hard_frames.py")
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lines(name):
    return [json.loads(line) for line in (TRACE / name).read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def rescored(tmp_path):
    instances = {one["id"]: one for one in lines("instances.jsonl")}

    def rescore(responses) -> Audit:
        path = tmp_path / "run.jsonl"
        with path.open("w", encoding="utf-8") as file:
            for n, (key, response) in enumerate(responses):
                one = instances[key]
                record = {
                    "item_id": key,
                    "attempt": n,
                    "task_type": "trace",
                    "content": response,
                    "image_size": [one["width"], one["height"]],
                }
                record |= {name: one[name] for name in ("answer_gt", "annotation_gt", "reward_contract")}
                file.write(json.dumps(record) + "\n")
        return rescore_in_memory(path)

    return rescore


def read(audit, true):
    """Count gross items, those flagged, named right, and named right in the light of the run."""
    voted = [one.where["frames_fitting"][0] for one in audit.info.findings if one.name == "coordinate_frame"]
    counts = Counter(n=audit.info.n_items, votes=len(voted))
    rows = audit.rows(columns=("annotation_reward", "frame_finding", "frames_fitting", "frame_scores"))
    for reward, finding, fitting, text in rows.itertuples(index=False):
        named = finding if isinstance(finding, str) else None
        scores = json.loads(text) if isinstance(text, str) else {}
        after = next((name for name in voted if name in (fitting or ())), named)
        counts["named"] += named is not None
        if true and reward < 0.5 <= scores.get(true, 0.0):
            right = ONE_FAMILY.get(named, named) == ONE_FAMILY.get(true, true)
            counts += Counter(gross=1, flagged=named is not None, right=right, after=after == true)
    return counts, voted


def test_every_scripted_mistake_is_named_and_no_other_item(rescored):
    variants = defaultdict(list)
    for one in lines("predictions_scripted.jsonl"):
        variants[one["variant"]].append((one["id"], one["response"]))
    for variant, responses in variants.items():
        true, gross = SCRIPTED.get(variant, (None, 0))
        counts, voted = read(rescored(responses), true)
        assert counts["gross"] == counts["flagged"] == counts["right"] == counts["after"] == gross, variant
        assert voted == ([true] if true else []), variant
        assert true or not counts["named"], variant


def test_noisy_and_incomplete_mistakes_are_told_as_documented(rescored):
    made, total, right_frame = maker(), Counter(), Counter()
    for seed in SEEDS:
        runs = defaultdict(list)
        for case in made.make_cases(lines("instances.jsonl"), seed):
            response = json.dumps({"answer": 1, "annotation": case["annotation"]})
            runs[case["mistake"]].append((case["id"], response))
        for mistake, responses in runs.items():
            if mistake in made.RIGHT:
                right_frame += read(rescored(responses), None)[0]
            else:
                total += read(rescored(responses), mistake)[0]
    assert total["flagged"] >= 0.95 * total["gross"]
    assert total["right"] >= 0.90 * total["gross"]
    assert total["after"] >= 0.99 * total["gross"]
    assert right_frame["named"] <= 0.01 * right_frame["n"]
    assert right_frame["votes"] == 0
    figures = [total[name] for name in ("gross", "flagged", "right", "after")]
    assert (figures, right_frame["named"], right_frame["n"]) == ([997, 975, 959, 989], 4, 414)
