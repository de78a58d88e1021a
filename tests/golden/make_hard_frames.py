"""Writes a harder set of frame mistakes: noisy, incomplete predictions with a stray witness.

Each instance's target is told once for every mistake: jittered, a fifth of its witnesses left out, one
witness of no target added, and then written in the mistaken frame. Three kinds of lanes in the right
frame go with them, on which every named frame is a false alarm. The conversions here are written
from the conventions, apart from those of the package, so that one checks the other.

    python tests/golden/make_hard_frames.py INSTANCES.jsonl OUT.jsonl [SEED]
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

JITTER, MISSES = 0.03, 0.2


def resized(width: int, height: int, factor: int, most: int) -> tuple[float, float]:
    w, h = round(width / factor) * factor, round(height / factor) * factor
    if w * h > most:
        by = math.sqrt(width * height / most)
        w, h = int(width / by // factor) * factor, int(height / by // factor) * factor
    return w / width, h / height


def scaled(to: Callable[[int, int], tuple[float, float]]):
    def convert(points, width, height):
        by_x, by_y = to(width, height)
        return [(x * by_x, y * by_y) for x, y in points]

    return convert


def swapped(points, _width, _height):
    return [(y, x) for x, y in points]


def as_size(points, _width, _height):
    (x0, y0), (x1, y1) = points
    return [(x0, y0), (x1 - x0, y1 - y0)]


def as_centre(points, _width, _height):
    (x0, y0), (x1, y1) = points
    return [((x0 + x1) / 2, (y0 + y1) / 2), (x1 - x0, y1 - y0)]


def norm(unit):
    return scaled(lambda width, height: (unit / width, unit / height))


MISTAKES = {
    "0-1": norm(1),
    "0-100": norm(100),
    "0-1000": norm(1000),
    "0-1024": norm(1024),
    "yx": swapped,
    "yx 0-1000": lambda points, w, h: swapped(norm(1000)(points, w, h), w, h),
    "xywh": as_size,
    "cxcywh": as_centre,
    "cxcywh 0-1": lambda points, w, h: norm(1)(as_centre(points, w, h), w, h),
    "flipped y": lambda points, _w, h: [(x, h - y) for x, y in points],
    "resized 28 x 1280": scaled(lambda w, h: resized(w, h, 28, 1280 * 28 * 28)),
    "resized 28 x 512": scaled(lambda w, h: resized(w, h, 28, 512 * 28 * 28)),
    "resized 32 x 256": scaled(lambda w, h: resized(w, h, 32, 256 * 32 * 32)),
    "long edge 768": scaled(lambda w, h: (min(1.0, 768 / max(w, h)),) * 2),
}
"""Name of the frame -> what it makes of points in pixels."""

BOX_ONLY = frozenset({"xywh", "cxcywh", "cxcywh 0-1"})
RIGHT = ("right", "right, wrong objects", "right, very noisy")
"""Lanes without a frame mistake."""


def make_cases(instances: list[dict], seed: int = 0) -> Iterator[dict]:
    """Yield {id, mistake, annotation} for every instance and mistake."""
    rng = random.Random(seed)  # noqa: S311 - noise, not secrets
    for instance in instances:
        for mistake in (*RIGHT, *MISTAKES):
            if mistake in BOX_ONLY and not instance["annotation_type"].startswith("bbox"):
                continue
            yield {
                "id": instance["id"],
                "mistake": mistake,
                "annotation": _annotation(instance, mistake, rng),
            }


def _annotation(instance: dict, mistake: str, rng: random.Random):
    kind, value = instance["annotation_type"], instance["annotation_gt"]["value"]
    size = instance["width"], instance["height"]

    def one(witness):
        flat = (
            witness
            if isinstance(witness[0], list)
            else [witness[i : i + 2] for i in range(0, len(witness), 2)]
        )
        points = _noisy(flat, size, mistake, rng)
        if mistake in MISTAKES:
            points = MISTAKES[mistake](points, *size)
        points = [[round(n, 4) for n in point] for point in points]
        return points if kind.startswith("segment") else [n for point in points for n in point]

    def some(witnesses):
        kept = [w for w in witnesses if rng.random() >= MISSES] or witnesses[:1]
        return [*map(one, kept), one(_stray(kept[0], size, rng))]

    if kind.endswith("set_map"):
        return {key: some(witnesses) for key, witnesses in value.items()}
    if kind.endswith("map"):
        kept = [key for key in value if rng.random() >= MISSES] or list(value)[:1]
        stray = {"stray": one(_stray(value[kept[0]], size, rng))}
        return {key: one(value[key]) for key in kept} | stray
    return some(value) if kind.endswith(("set", "sequence")) else one(value)


def _noisy(points, size, mistake, rng):
    """Boxes are jittered by a share of their own sides, points and ends by a share of the image's."""
    share = 4 * JITTER if mistake == "right, very noisy" else JITTER
    if len(points) == 2 and mistake == "right, wrong objects":
        points = _moved(points, size, rng)
    elif mistake == "right, wrong objects":
        points = [[rng.uniform(0, size[0]), rng.uniform(0, size[1])]]
    is_box = len(points) == 2 and points[0][0] != points[1][0] and points[0][1] != points[1][1]
    sides = [abs(a - b) for a, b in zip(*points, strict=True)] if is_box else size
    return [
        [n + rng.gauss(0, share) * side for n, side in zip(point, sides, strict=True)] for point in points
    ]


def _moved(points, size, rng):
    """Return a box or segment of the same extent anywhere on the image."""
    low = [min(axis) for axis in zip(*points, strict=True)]
    high = [max(axis) for axis in zip(*points, strict=True)]
    at = [rng.uniform(0, side - (b - a)) for a, b, side in zip(low, high, size, strict=True)]
    return [[n - a + to for n, a, to in zip(point, low, at, strict=True)] for point in points]


def _stray(witness, size, rng):
    """Return a witness of no target, shaped like another."""
    if isinstance(witness[0], list):
        return _moved(witness, size, rng)
    points = [witness[i : i + 2] for i in range(0, len(witness), 2)]
    moved = _moved(points, size, rng) if len(points) > 1 else [[rng.uniform(0, side) for side in size]]
    return [n for point in moved for n in point]


if __name__ == "__main__":
    source, out, *rest = sys.argv[1:]
    lines = Path(source).read_text(encoding="utf-8").splitlines()
    cases = make_cases([json.loads(line) for line in lines], int(rest[0]) if rest else 0)
    Path(out).write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
