"""Lines made ready for a canvas: clipped to what is seen, and cut into dashes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from scoring.draw.shapes import Point


def clip(start: Point, end: Point, box: tuple[float, float, float, float]) -> tuple[Point, Point] | None:
    """Return the part of a line inside a box (left, top, right, bottom), or None where there is none.

    Source: the algorithm of Liang and Barsky.
    """
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    low, high = 0.0, 1.0
    for step, room in ((-dx, x0 - box[0]), (dx, box[2] - x0), (-dy, y0 - box[1]), (dy, box[3] - y0)):
        if step == 0.0:
            if room < 0.0:
                return None
            continue
        at = room / step
        if step < 0.0:
            low = max(low, at)
        else:
            high = min(high, at)
    if low > high:
        return None
    return (x0 + low * dx, y0 + low * dy), (x0 + high * dx, y0 + high * dy)


def edges_of(points: Sequence[Point], *, is_closed: bool) -> Iterator[tuple[Point, Point]]:
    """Yield the lines between points, back to the first one if closed."""
    yield from pairwise(points)
    if is_closed and len(points) > 2:  # noqa: PLR2004 - two points make one line
        yield points[-1], points[0]


def dashes(start: Point, end: Point, pattern: Sequence[float]) -> Iterator[tuple[Point, Point]]:
    """Yield the dashes of a line; the line itself without a pattern.

    Args:
        start: where the pattern begins.
        pattern: lengths of dash and gap by turns, in the unit of the points; all positive.
    """
    length = math.dist(start, end)
    if not pattern or length == 0.0:
        yield start, end
        return
    (x0, y0), (x1, y1) = start, end
    at, turn = 0.0, 0
    while at < length:
        to = min(length, at + pattern[turn % len(pattern)])
        if turn % 2 == 0:
            a, b = at / length, to / length
            yield (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)
        at, turn = to, turn + 1
