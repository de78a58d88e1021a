"""Boxes: `[x0, y0, x1, y1]`, alike by their intersection over union."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np

from scoring.trace.geometry.base import Geometry, Match, read_numbers
from scoring.trace.pairing import Matrix, best_of_matrix, greatest_similarity

Box: TypeAlias = tuple[float, float, float, float]
"""(left, top, right, bottom) in pixels of the image, of positive width and height."""

SMALL = 150
"""Up to so many pairs, plain Python is quicker than arrays."""

CROWDED = 0.1
"""From this share of overlapping pairs on, all pairs are computed at once."""


def read_box(value: object) -> Box | None:
    """Return a box with its corners in order, or None where it is none or has no area."""
    numbers = read_numbers(value, 4)
    if numbers is None:
        return None
    x0, y0, x1, y1 = numbers
    if x0 == x1 or y0 == y1:
        return None
    if x0 > x1:
        x0, x1 = x1, x0
    if y0 > y1:
        y0, y1 = y1, y0
    return x0, y0, x1, y1


def iou(target: Box, pred: Box) -> float:
    """Return intersection over union, 0..1, of boxes with area. Continuous: no pixel is added."""
    ax0, ay0, ax1, ay1 = target
    bx0, by0, bx1, by1 = pred
    width = (ax1 if ax1 < bx1 else bx1) - (ax0 if ax0 > bx0 else bx0)
    height = (ay1 if ay1 < by1 else by1) - (ay0 if ay0 > by0 else by0)
    if width <= 0.0 or height <= 0.0:
        return 0.0
    inner = width * height
    union = (ax1 - ax0) * (ay1 - ay0) + (bx1 - bx0) * (by1 - by0) - inner
    if 0.0 < inner and union < math.inf:
        return inner / union
    return _iou_to_scale(target, pred)


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
    if len(targets) * len(preds) <= SMALL:
        return greatest_similarity(_edges(targets, preds))
    if not targets or not preds:
        return []
    a, b = np.array(targets), np.array(preds)
    overlapping = _overlapping(a, b)
    rows, columns = np.nonzero(overlapping)
    if rows.size <= CROWDED * overlapping.size:
        pairs = zip(rows.tolist(), columns.tolist(), strict=True)
        edges = ((i, j, iou(targets[i], preds[j])) for i, j in pairs)
        return greatest_similarity(edge for edge in edges if edge[2] > 0.0)
    matrix = _iou_matrix(a, b)
    return [(i, j, float(matrix[i, j])) for i, j in best_of_matrix(matrix) if matrix[i, j] > 0.0]


def _edges(targets: Sequence[Box], preds: Sequence[Box]) -> Iterator[Match]:
    for i, target in enumerate(targets):
        x0, y0, x1, y1 = target
        for j, pred in enumerate(preds):
            if pred[0] < x1 and pred[2] > x0 and pred[1] < y1 and pred[3] > y0:
                value = iou(target, pred)
                if value > 0.0:
                    yield i, j, value


def _overlapping(a: Matrix, b: Matrix) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Return which targets (rows) overlap which predictions (columns)."""
    left, top, right, bottom = b.T
    seen: np.ndarray[tuple[int, int], np.dtype[np.bool_]] = (
        (left < a[:, 2, None]) & (right > a[:, 0, None]) & (top < a[:, 3, None]) & (bottom > a[:, 1, None])
    )
    return seen


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
    return np.divide(inner, union, out=np.zeros_like(inner), where=union > 0.0)


BBOX: Geometry[Box] = Geometry(
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
