"""Times of the gallery: 1,000 items with pictures of their own, nothing of them drawn before."""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image, ImageDraw

ROOT = Path(__file__).parents[2]
CONTRACT = {"annotation": {"id": "bbox_set_soft_iou_v0", "type": "bbox_set"}}


def make_run(folder: Path, n: int) -> Path:
    """Write a run of n items, each with a picture of 1000 by 750 pixels, and return its file."""
    rng = random.Random(5)  # noqa: S311 - no secret
    (folder / "images").mkdir(parents=True)
    lines = []
    for at in range(n):
        boxes = [[x := rng.randint(0, 800), y := rng.randint(0, 600), x + 90, y + 70] for _ in range(6)]
        image = Image.new("RGB", (1000, 750), (rng.randint(180, 255), 230, 240))
        draw = ImageDraw.Draw(image)
        for box in boxes:
            draw.rectangle(box, fill=(rng.randint(0, 200), rng.randint(0, 200), 120))
        for _ in range(60):
            draw.line([rng.randint(0, 1000) for _ in range(4)], fill="gray", width=2)
        image.save(folder / f"images/{at}.png")
        pred = [[v + rng.randint(-15, 15) for v in box] for box in boxes[: rng.randint(1, 6)]]
        lines.append(
            {
                "item_id": f"item-{at:04d}",
                "task_type": "trace",
                "content": json.dumps({"answer": 1, "annotation": pred}),
                "images": [f"images/{at}.png"],
                "image_size": [1000, 750],
                "answer_gt": {"type": "integer", "value": 1},
                "target": ["1"],
                "annotation_gt": {"type": "bbox_set", "value": boxes},
                "reward_contract": CONTRACT,
            }
        )
    path = folder / "run.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


def measure(folder: Path, n: int, per: int) -> dict[str, float]:
    """Return seconds until the first page and until the next ones are there, in this process.

    The page after the one that is shown is drawn in the background while that one is looked at.
    """
    sys.path.insert(0, str(ROOT))
    from app.library import Library
    from app.pictures import image_root, prepare_thumbs, thumbs_of
    from app.state import Lane
    from scoring.audit.filter import Filter

    path = make_run(folder / "run", n)
    os.environ["LANESCOPE_CACHE"] = str(folder / "cache")
    known = Library([path])
    (source,) = known.given()
    opened = known.open(Lane(run=known.run_id(source)))
    root = image_root(known, opened)
    times = {}
    started = time.perf_counter()
    ordinals = opened.audit.ordinals(Filter(), sort="annotation_reward")
    for page, name in enumerate(("first page", "next page", "third page")):
        thumbs = thumbs_of(opened, ordinals[page * per : (page + 1) * per], root)
        assert len(thumbs) == per
        assert not any(one.is_blank for one in thumbs)
        times[name] = time.perf_counter() - started
        started = time.perf_counter()
    prepare_thumbs(opened, ordinals[3 * per : 4 * per], root)
    time.sleep(2.0)
    started = time.perf_counter()
    thumbs_of(opened, ordinals[3 * per : 4 * per], root)
    times["next page, after a look of 2 s"] = time.perf_counter() - started
    started = time.perf_counter()
    thumbs_of(opened, ordinals[:per], root)
    times["first page again"] = time.perf_counter() - started
    times["kB a page"] = sum(len(one.uri) for one in thumbs) / 1000
    return times


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=1000)
    parser.add_argument("--per", type=int, default=24)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, seconds in measure(Path(folder), args.items, args.per).items():
            print(f"{name:32} {seconds:8.3f}")


if __name__ == "__main__":
    main()
