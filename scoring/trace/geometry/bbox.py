"""Boxes: `[x0, y0, x1, y1]`, alike by their intersection over union."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from scoring.trace.geometry.base import Geometry, Witness, read_numbers
from scoring.trace.pairing import Match, Matrix, best_of_matrix, greatest_similarity

Box: TypeAlias = Witness
"""(left, top, right, bottom) in pixels of the image, of positive width and height."""

N_NUMBERS = 4
_INF = math.inf

SMALL = 10_000
"""Up to so many pairs, they are met one by one."""

CROWDED = 0.25
"""Above this share of pairs that overlap from left to right, all are computed at once."""


def read_box(value: object) -> Box | None:
    """Return a box with its corners in order, or None where it is none or has no area."""
    if type(value) is list and len(value) == N_NUMBERS:
        x0, y0, x1, y1 = value
        # Nearly every box is this plain; all others take the long way below.
        is_plain = type(x0) is type(y0) is type(x1) is type(y1) is float
        if is_plain and -_INF < x0 < x1 < _INF and -_INF < y0 < y1 < _INF:
            return x0, y0, x1, y1
    box = read_numbers(value, N_NUMBERS)
    if box is None:
        return None
    x0, y0, x1, y1 = box
    if x0 == x1 or y0 == y1:
        return None
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def iou(target: Box, pred: Box) -> float:
    """Return intersection over union, 0..1, of boxes with area. Continuous: no pixel is added."""
    x0, y0, x1, y1 = target
    left, top, right, bottom = pred
    if left >= x1 or right <= x0 or top >= y1 or bottom <= y0:
        return 0.0
    # Written out: min() and max() cost twice as much as all the rest.
    width = (x1 if x1 < right else right) - (x0 if x0 > left else left)  # noqa: FURB136
    height = (y1 if y1 < bottom else bottom) - (y0 if y0 > top else top)  # noqa: FURB136
    inner = width * height
    union = (x1 - x0) * (y1 - y0) + (right - left) * (bottom - top) - inner
    return inner / union if inner > 0.0 and union < _INF else _iou_to_scale(target, pred)


def _iou_to_scale(target: Box, pred: Box) -> float:
    """Return intersection over union where an area overflows or vanishes in 64-bit floats."""
    scale = max(map(abs, target + pred))
    a = [value / scale for value in target]
    b = [value / scale for value in pred]
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    inner = max(width, 0.0) * max(height, 0.0)
    union = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - inner
    return min(inner / union, 1.0) if union > 0.0 else 0.0


def similarity(target: Box, pred: Box, _half_life: float) -> float:
    """Return how alike two boxes are, 0..1."""
    return iou(target, pred)


def pair(targets: Sequence[Box], preds: Sequence[Box], _half_life: float) -> list[Match]:
    """Return the pairs of greatest total similarity that overlap at all."""
    if len(targets) * len(preds) > SMALL:
        a, b = np.array(targets), np.array(preds)
        if _crowding(a, b) > CROWDED:
            gains = _iou_matrix(a, b)
            return [(i, j, float(gains[i, j])) for i, j in best_of_matrix(gains) if gains[i, j] > 0.0]
    return greatest_similarity(_edges(targets, preds))


def _edges(targets: Sequence[Box], preds: Sequence[Box]) -> list[Match]:
    """Return every overlapping pair with its intersection over union.

    Predictions are looked at by their left edge, so that most pairs of large sets are never met.
    """
    edges = []
    order = sorted(range(len(preds)), key=[pred[0] for pred in preds].__getitem__)
    by_left = [preds[j] for j in order]
    lefts = [pred[0] for pred in by_left]
    areas = [(right - left) * (bottom - top) for left, top, right, bottom in by_left]
    widest = max([right - left for left, _, right, _ in preds], default=0.0)
    for i, (x0, y0, x1, y1) in enumerate(targets):
        area = (x1 - x0) * (y1 - y0)
        first = bisect_left(lefts, x0 - widest)
        for at, (left, top, right, bottom) in enumerate(by_left[first : bisect_left(lefts, x1)], first):
            if right > x0 and top < y1 and bottom > y0:
                # iou(), written out for the sake of speed.
                width = (x1 if x1 < right else right) - (x0 if x0 > left else left)  # noqa: FURB136
                height = (y1 if y1 < bottom else bottom) - (y0 if y0 > top else top)  # noqa: FURB136
                inner = width * height
                union = area + areas[at] - inner
                if inner > 0.0 and union < _INF:
                    edges.append((i, order[at], inner / union))
                else:
                    edges.append((i, order[at], _iou_to_scale(targets[i], by_left[at])))
    return edges if all(edge[2] for edge in edges) else [edge for edge in edges if edge[2] > 0.0]


def _crowding(a: Matrix, b: Matrix) -> float:
    """Return the share of pairs whose boxes overlap from left to right."""
    lefts, rights = np.sort(b[:, 0]), np.sort(b[:, 2])
    met = np.searchsorted(lefts, a[:, 2]) - np.searchsorted(rights, a[:, 0], side="right")
    return float(met.sum()) / (len(a) * len(b))


def _iou_matrix(a: Matrix, b: Matrix) -> Matrix:
    """Return intersection over union of all targets (rows) and predictions (columns)."""
    scale = max(float(np.abs(a).max()), float(np.abs(b).max()))
    if scale > 1e150:  # noqa: PLR2004 - the square of more overflows
        a, b = a / scale, b / scale
    width = np.minimum(a[:, 2, None], b[:, 2]) - np.maximum(a[:, 0, None], b[:, 0])
    height = np.minimum(a[:, 3, None], b[:, 3]) - np.maximum(a[:, 1, None], b[:, 1])
    inner = np.maximum(width, 0.0) * np.maximum(height, 0.0)
    area_a = (a[:, 2] - a[:, 0]) * (a[:, 3] - a[:, 1])
    area_b = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
    union = area_a[:, None] + area_b - inner
    shares: Matrix = np.divide(inner, union, out=np.zeros_like(inner), where=union > 0.0)
    return shares


BBOX: Geometry = Geometry(
    name="bbox",
    reward="soft_iou",
    mean_key="annotation_assigned_iou_mean",
    reads="[x0, y0, x1, y1]",
    wrapper="bboxes",
    has_half_life=False,
    read=read_box,
    similarity=similarity,
    pair=pair,
)
