"""Numbers of another coordinate frame turned into pixels of the image, and back."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from scoring.frames import BoxForm, Frame

FARTHEST = 1e6
"""Coordinates beyond this, in pixels either way, are in no frame of any image."""

Size: TypeAlias = tuple[int, int]
"""(width, height) of the image in pixels."""

Numbers: TypeAlias = tuple[float, ...]
"""A point (2), or a box or segment (4)."""

_X0, _Y0, _X1, _Y1 = range(4)
_BOX = 4


class Reading(NamedTuple):
    """A frame for one image: what becomes of each number.

    Attributes:
        frame: the frame.
        x_factor: pixels a unit of x.
        y_factor: pixels a unit of y.
        height: of the image, where y counts from its lower edge; else None.
    """

    frame: Frame
    x_factor: float = 1.0
    y_factor: float = 1.0
    height: float | None = None


@lru_cache(maxsize=4096)
def reading_of(frame: Frame, geometry: str, size: Size | None) -> Reading | None:
    """Return a frame for one image, or None where it cannot be told from the frame that is scored.

    That is so where the image's size is needed and not known, where a form of boxes meets points or
    segments, and where the image would not have been resized at all.

    Args:
        frame: the frame.
        geometry: `bbox`, `point` or `segment`.
        size: of the image; None if unknown.
    """
    if frame.needs_size and size is None:
        return None
    if frame.boxes != "xyxy" and geometry != "bbox":
        return None
    x_factor, y_factor = (1.0, 1.0) if size is None else _factors(frame, size)
    moves = frame.yx or frame.flip_y or frame.boxes != "xyxy" or (x_factor, y_factor) != (1.0, 1.0)
    if not moves:
        return None
    return Reading(frame, x_factor, y_factor, float(size[1]) if frame.flip_y and size else None)


def _factors(frame: Frame, size: Size) -> tuple[float, float]:
    width, height = size
    if frame.unit is not None:
        return width / frame.unit, height / frame.unit
    if frame.factor is not None:
        seen = smart_resize(size, frame.factor, frame.min_pixels, frame.max_pixels)
        return width / seen[0], height / seen[1]
    if frame.long_edge is not None and max(size) > frame.long_edge:
        factor = max(size) / frame.long_edge
        return factor, factor
    return 1.0, 1.0


def smart_resize(size: Size, factor: int, min_pixels: int, max_pixels: int | None) -> Size:
    """Return (width, height) of an image as a patch-based model sees it.

    Both sides become the nearest multiples of the factor, at least one; where that is more or fewer
    pixels than allowed, both are scaled alike first, and cut down or filled up to multiples. Described
    with the image processors of Qwen2-VL (`smart_resize`).
    """
    width, height = size
    sides = [max(factor, round(side / factor) * factor) for side in size]
    if max_pixels is not None and sides[0] * sides[1] > max_pixels:
        shrink = math.sqrt(width * height / max_pixels)
        sides = [max(factor, math.floor(side / shrink / factor) * factor) for side in size]
    elif sides[0] * sides[1] < min_pixels:
        grow = math.sqrt(min_pixels / (width * height))
        sides = [math.ceil(side * grow / factor) * factor for side in size]
    return sides[0], sides[1]


def _two_corners(numbers: Numbers) -> Numbers:
    return numbers


def _corner_and_size(numbers: Numbers) -> Numbers:
    x, y, width, height = numbers
    return x, y, x + width, y + height


def _centre_and_size(numbers: Numbers) -> Numbers:
    x, y, width, height = numbers
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


CORNERS_OF: Mapping[BoxForm, Callable[[Numbers], Numbers]] = {
    "xyxy": _two_corners,
    "xywh": _corner_and_size,
    "cxcywh": _centre_and_size,
}
"""Form of a box -> its two corners (x0, y0, x1, y1)."""


def to_pixels(reading: Reading, numbers: Numbers) -> Numbers:
    """Return the numbers of one witness as pixels; corners may come in any order."""
    frame, x_factor, y_factor, height = reading
    if frame.yx:
        numbers = (
            (numbers[_Y0], numbers[_X0])
            if len(numbers) < _BOX
            else (numbers[_Y0], numbers[_X0], numbers[_Y1], numbers[_X1])
        )
    if frame.boxes != "xyxy":
        numbers = CORNERS_OF[frame.boxes](numbers)
    if len(numbers) < _BOX:
        x, y = numbers[_X0] * x_factor, numbers[_Y0] * y_factor
        return (x, y) if height is None else (x, height - y)
    x0, y0, x1, y1 = numbers
    x0, y0, x1, y1 = x0 * x_factor, y0 * y_factor, x1 * x_factor, y1 * y_factor
    return (x0, y0, x1, y1) if height is None else (x0, height - y0, x1, height - y1)


def _as_corner_and_size(numbers: Numbers) -> Numbers:
    x0, y0, x1, y1 = numbers
    return x0, y0, x1 - x0, y1 - y0


def _as_centre_and_size(numbers: Numbers) -> Numbers:
    x0, y0, x1, y1 = numbers
    return (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0


FORM_OF: Mapping[BoxForm, Callable[[Numbers], Numbers]] = {
    "xyxy": _two_corners,
    "xywh": _as_corner_and_size,
    "cxcywh": _as_centre_and_size,
}
"""Form of a box <- its two corners; the reverse of `CORNERS_OF`."""


def from_pixels(frame: Frame, box: Numbers, size: Size | None) -> Numbers:
    """Return the numbers that a box of pixels has in a frame of another form or unit."""
    x_factor, y_factor = (1.0, 1.0) if size is None else _factors(frame, size)
    x0, y0, x1, y1 = box
    return FORM_OF[frame.boxes]((x0 / x_factor, y0 / y_factor, x1 / x_factor, y1 / y_factor))
