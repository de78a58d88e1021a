"""The half-life of point and segment similarity, and the image size that it depends on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias, TypeGuard

from scoring.trace.geometry.base import SEQUENCES
from scoring.trace.values import MAPPINGS, read_value

Size: TypeAlias = tuple[float, float]
"""(width, height) in pixels, both finite and above 0."""

HalfLifeSource: TypeAlias = Literal["explicit", "image_size", "fallback", "none"]

SHARE_OF_DIAGONAL = 0.035
SHORTEST, LONGEST = 20.0, 80.0
FALLBACK = 32.0

_WIDTHS = ("width", "w", "image_width", "canvas_width")
_HEIGHTS = ("height", "h", "image_height", "canvas_height")
_SIZES = ("image_size", "source_image_size", "image_sizes", "canvas_size", "img_size")
_PAIR = 2
_TOO_LONG = 1e308


class HalfLife(NamedTuple):
    """A half-life in pixels, and where it came from."""

    pixels: float
    source: HalfLifeSource


NO_HALF_LIFE = HalfLife(math.nan, "none")
"""For boxes, whose similarity knows no distance."""


def half_life(explicit: float | None, sizes: Iterable[object]) -> HalfLife:
    """Return the explicit half-life, else the one of the first usable image size, else 32 px.

    Args:
        explicit: `point_half_life_px`, as a number, or None.
        sizes: what may hold an image size, in order of preference.
    """
    if explicit is not None:
        return HalfLife(explicit, "explicit")
    for holder in sizes:
        size = None if holder is None else find_size(holder)
        if size is not None:
            diagonal = math.hypot(*size)
            return HalfLife(min(LONGEST, max(SHORTEST, SHARE_OF_DIAGONAL * diagonal)), "image_size")
    return HalfLife(FALLBACK, "fallback")


def find_size(holder: object) -> Size | None:
    """Return the image size that a value is or holds, or None.

    Understood are `[width, height]`, mappings with width and height under their usual names,
    mappings that hold a size under its usual name, lists of sizes (the first usable one counts),
    and each of these as JSON or Python literal text.
    """
    try:
        return _find_size(holder)
    except RecursionError:
        return None


def _find_size(holder: object) -> Size | None:
    if isinstance(holder, str):
        holder = read_value(holder)
    if isinstance(holder, SEQUENCES):
        if len(holder) == _PAIR:
            size = _size(holder[0], holder[1])
            if size is not None:
                return size
        return _first(_find_size(item) for item in holder)
    return _size_in_mapping(holder) if isinstance(holder, MAPPINGS) else None


def _size_in_mapping(holder: Mapping[object, object]) -> Size | None:
    size = _size(_under(holder, _WIDTHS), _under(holder, _HEIGHTS))
    return size or _first(_find_size(holder[name]) for name in _SIZES if name in holder)


def _under(holder: Mapping[object, object], names: tuple[str, ...]) -> object:
    return next((holder[name] for name in names if name in holder), None)


def _first(sizes: Iterable[Size | None]) -> Size | None:
    return next((size for size in sizes if size is not None), None)


def _size(width: object, height: object) -> Size | None:
    return (float(width), float(height)) if _is_length(width) and _is_length(height) else None


def _is_length(value: object) -> TypeGuard[float]:
    # Exact types first: they are nearly all.
    is_number = type(value) is int or type(value) is float
    is_number = is_number or (isinstance(value, int | float) and not isinstance(value, bool))
    return is_number and 0 < value < _TOO_LONG  # type: ignore[operator]  # mypy loses what is_number means
