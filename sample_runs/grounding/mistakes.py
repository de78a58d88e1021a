"""Believable mistakes: what a model makes of a right annotation."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

Annotation: TypeAlias = Any
"""Boxes, points or segments: one, a list, or either under names."""

_POINT: Final = 2


class Given(NamedTuple):
    """A right annotation: its type, its value in pixels, the size of the picture, and chance."""

    type: str
    value: Annotation
    size: tuple[int, int]
    rng: Random


Mistake = Callable[[Given], Annotation]


def each(given: Given, change: Callable[[list[float]], Annotation]) -> Annotation:
    """Return the annotation with every witness changed; a segment is given as four numbers."""

    def walk(value: Annotation, depth: int) -> Annotation:
        if isinstance(value, dict):
            return {key: walk(inner, depth) for key, inner in value.items()}
        if depth:
            return [walk(inner, depth - 1) for inner in value]
        flat = [x for end in value for x in end] if isinstance(value[0], list) else list(value)
        new = change([float(x) for x in flat])
        return [new[:2], new[2:]] if isinstance(value[0], list) and len(new) == len(flat) else new

    container = given.type.removeprefix("bbox").removeprefix("point").removeprefix("segment")
    return walk(given.value, 1 if "set" in container or "sequence" in container else 0)


def coordinates(change: Callable[[float, float], tuple[float, float]]) -> Mistake:
    """Return the mistake that changes every corner, point and end by itself."""

    def make(given: Given) -> Annotation:
        return each(
            given, lambda flat: [x for i in range(0, len(flat), 2) for x in change(flat[i], flat[i + 1])]
        )

    return make


def near(given: Given) -> Annotation:
    """Return the annotation with the small errors of a careful reader."""
    return each(given, lambda flat: [round(x + given.rng.gauss(0, 1.4)) for x in flat])


def exact(given: Given) -> Annotation:
    """Return the annotation as it is."""
    return each(given, lambda flat: [round(x) for x in flat])


def shares(factor: float, digits: int | None = None, *, swapped: bool = False) -> Mistake:
    """Return the mistake of giving shares of width and height, times a factor."""

    def make(given: Given) -> Annotation:
        width, height = given.size

        def change(x: float, y: float) -> tuple[float, float]:
            u, v = round(x / width * factor, digits), round(y / height * factor, digits)
            return (v, u) if swapped else (u, v)

        return coordinates(change)(given)

    return make


def xywh(given: Given) -> Annotation:
    """Return boxes as corner and size."""
    return each(given, lambda b: [round(b[0]), round(b[1]), round(b[2] - b[0]), round(b[3] - b[1])])


def cxcywh(given: Given) -> Annotation:
    """Return boxes as centre and size."""
    return each(
        given,
        lambda b: [
            round((b[0] + b[2]) / 2),
            round((b[1] + b[3]) / 2),
            round(b[2] - b[0]),
            round(b[3] - b[1]),
        ],
    )


def flipped(given: Given) -> Annotation:
    """Return the annotation with y counted from below."""
    height = given.size[1]
    return coordinates(lambda x, y: (round(x), round(height - y)))(given)


def resized(given: Given) -> Annotation:
    """Return pixels of the picture as a model sees it that wants at least 256 patches of 28 x 28."""
    width, height = given.size
    growth = max(1.0, math.sqrt(256 * 28 * 28 / (width * height)))
    w, h = (math.ceil(side * growth / 28) * 28 for side in (width, height))
    return coordinates(lambda x, y: (round(x / width * w), round(y / height * h)))(given)


def shifted(share: float) -> Mistake:
    """Return the mistake of boxes moved by a share of their width, points and ends by 30 times it."""

    def make(given: Given) -> Annotation:
        def change(flat: list[float]) -> list[int]:
            step = (flat[2] - flat[0]) * share if given.type.startswith("bbox") else 30 * share
            return [round(x + (0 if i % 2 else step)) for i, x in enumerate(flat)]

        return each(given, change)

    return make


def scaled(given: Given) -> Annotation:
    """Return boxes that are too large about their centre."""

    def change(b: list[float]) -> list[int]:
        dx, dy = (b[2] - b[0]) * 0.3, (b[3] - b[1]) * 0.15
        return [round(b[0] - dx), round(b[1] - dy), round(b[2] + dx), round(b[3] + dy)]

    return each(given, change)


def outside(given: Given) -> Annotation:
    """Return the annotation beyond the right edge of the picture."""
    return coordinates(lambda x, y: (round(x + given.size[0]), round(y)))(given)


def swapped_keys(given: Given) -> Annotation:
    """Return a map whose values stand under each other's keys."""
    right = near(given)
    keys = list(right)
    return dict(zip(keys, [right[key] for key in keys[1:] + keys[:1]], strict=True))


def other_case(given: Given) -> Annotation:
    """Return a map whose keys are written in small letters."""
    return {key.lower(): value for key, value in near(given).items()}


def reversed_order(given: Given) -> Annotation:
    """Return a sequence from its end."""
    return near(given)[::-1]


def _in_first_list(change: Callable[[list[Annotation], Given], list[Annotation]]) -> Mistake:
    """Return the mistake in the list of witnesses, or in the first one of a map of lists."""

    def make(given: Given) -> Annotation:
        right = near(given)
        if isinstance(right, dict):
            key = next(iter(right))
            return right | {key: change(right[key], given)}
        return change(right, given)

    return make


def _far(witness: Annotation, given: Given) -> Annotation:
    """Return a witness elsewhere in the picture."""
    if isinstance(witness[0], list):
        return [_far(end, given) for end in witness]
    moved = [x + 0.45 * given.size[i % 2] for i, x in enumerate(witness)]
    return [round(x % given.size[i % 2]) for i, x in enumerate(moved)] if len(witness) == _POINT else [
        round(witness[0] * 0.1 + 4), 4, round(witness[0] * 0.1 + 30), 26
    ]  # fmt: skip


def off_the_end(given: Given) -> Annotation:
    """Return a row of witnesses whose first one is given far beyond the last, and all a little short.

    Pairing by the least total distance then moves every witness on to its neighbour.
    """

    def back(x: float, y: float) -> tuple[float, float]:
        return round(x - 6), round(y + given.rng.gauss(0, 1))

    row = coordinates(back)(given)
    return [_moved(row[0], given.size[0] * 0.8), *row[1:]]


def _moved(witness: Annotation, step: float) -> Annotation:
    if isinstance(witness[0], list):
        return [_moved(end, step) for end in witness]
    return [round(witness[0] + step), witness[1]]


def malformed(given: Given) -> Annotation:
    """Return an annotation of which one witness is no witness."""
    right = near(given)
    key = next(iter(right))
    return right | {key: [right[key][0], "?"]}


MISTAKES: Final[Mapping[str, Mistake]] = {
    "exact": exact,
    "near": near,
    "shifted": shifted(0.22),
    "low overlap": shifted(0.7),
    "scaled": scaled,
    "outside": outside,
    "swapped keys": swapped_keys,
    "keys in another case": other_case,
    "wrong order": reversed_order,
    "missing": _in_first_list(lambda right, _: right[:-1]),
    "extra": _in_first_list(lambda right, given: [*right, _far(right[0], given)]),
    "duplicate": _in_first_list(lambda right, _: [*right, right[0]]),
    "one far witness": off_the_end,
    "malformed": malformed,
    "nothing": lambda given: {} if given.type.endswith("map") else [],
    "0-1": shares(1, 3),
    "0-100": shares(100, 1),
    "0-1000": shares(1000),
    "0-1024": shares(1024),
    "yx": coordinates(lambda x, y: (round(y), round(x))),
    "yx 0-1000": shares(1000, swapped=True),
    "xywh": xywh,
    "cxcywh": cxcywh,
    "flipped y": flipped,
    "resized": resized,
}
"""Every mistake by the name that the table of the lanes has for it."""
