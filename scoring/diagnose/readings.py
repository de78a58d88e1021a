"""One side of an annotation as plain numbers, and those numbers in another coordinate frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from scoring.pixels import Reading, to_pixels
from scoring.trace.annotation import read_parts
from scoring.trace.containers import Fault, Parts
from scoring.trace.contracts import AnnotationType
from scoring.trace.geometry.base import SEQUENCES, Witness, read_numbers

_BOX = 4


def read_raw(kind: AnnotationType, value: object) -> Parts | Fault:
    """Return one side's witnesses as the plain numbers that were given, or the Fault.

    Corners stay in their order and boxes without area pass: in another frame both may be right.
    """
    geometry = replace(kind.geometry, read=_RAW[kind.geometry.name])
    return read_parts(replace(kind, geometry=geometry), value)


def _raw_point(value: object) -> Witness | None:
    return read_numbers(value, 2)


def _raw_box(value: object) -> Witness | None:
    return read_numbers(value, _BOX)


def _raw_segment(value: object) -> Witness | None:
    if not isinstance(value, SEQUENCES) or len(value) != 2:  # noqa: PLR2004 - two ends
        return None
    start, end = _raw_point(value[0]), _raw_point(value[1])
    return None if start is None or end is None else start + end


_RAW: Mapping[str, Callable[[object], Witness | None]] = {
    "bbox": _raw_box,
    "point": _raw_point,
    "segment": _raw_segment,
}


def parts_in(reading: Reading, kind: AnnotationType, raw: Parts) -> Parts | None:
    """Return raw witnesses as pixels, ready to be scored; None where a box would have no area."""
    if isinstance(raw, dict):
        parts: dict[str, Sequence[Witness]] = {}
        for key, witnesses in raw.items():
            converted = _witnesses_in(reading, kind, witnesses)
            if converted is None:
                return None
            parts[key] = converted
        return parts
    return _witnesses_in(reading, kind, raw)


def _witnesses_in(
    reading: Reading, kind: AnnotationType, witnesses: Sequence[Witness]
) -> list[Witness] | None:
    converted = [to_pixels(reading, one) for one in witnesses]
    if kind.geometry.name != "bbox":
        return converted
    boxes: list[Witness] = []
    for x0, y0, x1, y1 in converted:
        if x0 == x1 or y0 == y1:
            return None
        boxes.append((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
    return boxes
