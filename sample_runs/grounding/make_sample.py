"""Makes the sample: pictures, questions, and two lanes of made-up replies. Run it in its folder."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, Final

from mistakes import MISTAKES, Given
from scenes import SCENES, SPECIAL, Scene

HERE: Final = Path(__file__).parent
SEED: Final = 20260
IN_A_BLOCK: Final = 0.3

# What lane A does in the four items of each type. Lane A reads pixels and errs item by item.
LANE_A: Final[dict[str, tuple[str, str, str, str]]] = {
    "bbox": ("exact", "low overlap", "xywh", "shifted"),
    "bbox_set": ("near", "scaled", "cxcywh", "extra"),
    "bbox_sequence": ("near", "wrong order", "0-1", "missing"),
    "bbox_map": ("near", "swapped keys", "0-100", "scaled"),
    "bbox_set_map": ("near", "missing", "flipped y", "near"),
    "point": ("near", "outside", "yx", "shifted"),
    "point_set": ("near", "one far witness", "0-1024", "duplicate"),
    "point_sequence": ("near", "wrong order", "yx 0-1000", "exact"),
    "point_map": ("near", "swapped keys", "malformed", "keys in another case"),
    "point_set_map": ("near", "duplicate", "resized", "nothing"),
    "segment": ("near", "shifted", "0-1000", "exact"),
    "segment_set": ("near", "one far witness", "extra", "missing"),
}
# Lane B answers in thousandths of width and height throughout, but for these.
LANE_B_ELSE: Final = {
    "bbox-1": "near",
    "point_set-4": "near",
    "segment_set-3": "missing",
    "bbox_map-2": "near",
}
WRONG_ANSWERS: Final = {
    "a": {"bbox_set_map-4", "point_sequence-4", "bbox-2", "segment-2"},
    "b": {"point-3", "bbox_set-2", "segment_set-3"},
}
OPENINGS: Final = (
    "I go through the picture from left to right.",
    "The marks that matter are these.",
    "Looking at the picture, I can read this off.",
    "I checked each candidate once more before answering.",
)


def main() -> None:
    """Write the pictures, both lanes and nothing else."""
    (HERE / "images").mkdir(exist_ok=True)
    lanes: dict[str, list[dict[str, Any]]] = {"a": [], "b": []}
    for type_ in SCENES:
        for n in range(4):
            name = f"{type_}-{n + 1}"
            scene = SPECIAL.get(name, SCENES[type_])(Random(f"{SEED}:{name}"))  # noqa: S311 - pictures, not secrets
            scene.image.quantize(48).save(HERE / "images" / f"{name}.png", optimize=True)
            for lane, items in lanes.items():
                mistake = LANE_A[type_][n] if lane == "a" else LANE_B_ELSE.get(name, "0-1000")
                items.append(_item(name, type_, scene, mistake, lane))
    for lane, items in lanes.items():
        name = {"a": "A_pixels", "b": "B_thousandths"}[lane]
        head = {"lanescope_run": {"lane": name, "model": "made up", "benchmark": "grounding sample"}}
        lines = [json.dumps(line, ensure_ascii=False) for line in (head, *items)]
        (HERE / f"lane_{lane}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _item(name: str, type_: str, scene: Scene, mistake: str, lane: str) -> dict[str, Any]:
    rng = Random(f"{SEED}:{name}:{lane}")  # noqa: S311 - replies, not secrets
    given = Given(type_, scene.truth, scene.image.size, rng)
    answer = _other(scene.answer) if name in WRONG_ANSWERS[lane] else scene.answer
    reply = {"annotation": MISTAKES[mistake](given), "answer": answer}
    text = json.dumps(reply)
    if rng.random() < IN_A_BLOCK:
        text = f"```json\n{text}\n```"
    contract = {
        "annotation": {
            "id": f"{type_}_soft_{'iou' if type_.startswith('bbox') else 'distance'}_v0",
            "type": type_,
        },
        "answer": {"id": "answer_exact_match_v0", "type": scene.kind},
        "reward_contract_version": "v0",
    }
    return {
        "task": "grounding",
        "item_id": name,
        "category": scene.domain,
        "domain": scene.domain,
        "task_type": "trace",
        "prompt": f'{scene.question} Give "annotation": {scene.how}, in pixels, and "answer", as JSON.',
        "target": [str(scene.answer)],
        "content": f"{rng.choice(OPENINGS)}\n{text}",
        "images": [f"images/{name}.png"],
        "image_size": list(scene.image.size),
        "answer_gt": {"type": scene.kind, "value": scene.answer},
        "annotation_gt": {"type": type_, "value": scene.truth},
        "reward_contract": contract,
        "metadata": {"made_with": mistake},
    }


def _other(answer: object) -> object:
    """Return a wrong answer of the same kind."""
    return answer + 1 if isinstance(answer, int) else f"{answer}x"


if __name__ == "__main__":
    main()
