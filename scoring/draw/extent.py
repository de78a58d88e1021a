"""How much of the plane is shown, and which witnesses reach out of the image."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from scoring.draw.shapes import Extent, Point
from scoring.pixels import FARTHEST

LARGEST: Final = 4.0
"""Width and height shown at most, in widths and heights of the image."""

_MARGIN: Final = 0.02


def extent_of(size: tuple[int, int], points: Iterable[Point]) -> Extent:
    """Return the image with all points, at most `LARGEST` times the image.

    Where more lies on both sides than can be shown, the image is in the middle. Nothing is added
    where every point lies inside the image.
    """
    width, height = size
    xs, ys = [0.0, float(width)], [0.0, float(height)]
    for x, y in points:
        xs.append(x)
        ys.append(y)
    left, right = _range(min(xs), max(xs), width)
    top, bottom = _range(min(ys), max(ys), height)
    return Extent(left=left, top=top, right=right, bottom=bottom)


def _range(low: float, high: float, length: int) -> tuple[float, float]:
    most = (LARGEST - 1.0) * length
    before, after = -low, high - length
    # What one side does not need, the other one may have.
    before, after = (
        min(before, max(most / 2.0, most - after)),
        min(after, max(most / 2.0, most - before)),
    )
    pad = _MARGIN * (before + length + after)
    return (-before - pad if before > 0.0 else 0.0), (length + after + pad if after > 0.0 else float(length))


def reaches_out(points: Sequence[Point], size: tuple[int, int]) -> bool:
    """Return whether a witness has a point outside the image."""
    return any(not (0.0 <= x <= size[0] and 0.0 <= y <= size[1]) for x, y in points)


def is_drawable(points: Sequence[Point]) -> bool:
    """Return whether every coordinate is one that some image may have."""
    return all(abs(x) <= FARTHEST and abs(y) <= FARTHEST for x, y in points)


def is_beyond(points: Sequence[Point], extent: Extent) -> bool:
    """Return whether nothing of a witness lies within what is shown."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return max(xs) < extent.left or min(xs) > extent.right or max(ys) < extent.top or min(ys) > extent.bottom
