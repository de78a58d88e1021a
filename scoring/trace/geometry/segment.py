"""Segments: `[[x0, y0], [x1, y1]]`, undirected, alike by the distance of their ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from scoring.trace.geometry.base import SEQUENCES, Geometry, Witness, read_numbers
from scoring.trace.geometry.half_life import pair_by_distance, similarity_at
from scoring.trace.pairing import Match, Matrix

Segment: TypeAlias = Witness
"""(x0, y0, x1, y1) in pixels of the image."""

N_ENDS = N_NUMBERS = 2


def read_segment(value: object) -> Segment | None:
    """Return a segment from two points, or None; both may be the same."""
    if not isinstance(value, SEQUENCES) or len(value) != N_ENDS:
        return None
    start, end = read_numbers(value[0], N_NUMBERS), read_numbers(value[1], N_NUMBERS)
    return None if start is None or end is None else start + end


def distance(target: Segment, pred: Segment) -> float:
    """Return the distance of the farther pair of ends, in the better of both directions."""
    ax, ay, bx, by = target
    cx, cy, dx, dy = pred
    hypot = math.hypot
    along = max(hypot(ax - cx, ay - cy), hypot(bx - dx, by - dy))
    against = max(hypot(ax - dx, ay - dy), hypot(bx - cx, by - cy))
    return min(along, against)


def distance_line(one: Segment, others: Sequence[Segment]) -> list[float]:
    """Return the distances of one segment from others."""
    return [distance(one, other) for other in others]


def distance_matrix(targets: Sequence[Segment], preds: Sequence[Segment]) -> Matrix:
    """Return the distances of all targets (rows) from all predictions (columns)."""
    a, b = np.array(targets)[:, None], np.array(preds)[None, :]

    def ends(i: int, j: int) -> Matrix:
        apart: Matrix = np.hypot(a[..., i] - b[..., j], a[..., i + 1] - b[..., j + 1])
        return apart

    along = np.maximum(ends(0, 0), ends(2, 2))
    against = np.maximum(ends(0, 2), ends(2, 0))
    return np.minimum(along, against)


def similarity(target: Segment, pred: Segment, half_life: float) -> float:
    """Return how alike two segments are, 0..1."""
    return similarity_at(distance(target, pred), half_life)


def pair(targets: Sequence[Segment], preds: Sequence[Segment], half_life: float) -> list[Match]:
    """Return the pairs of least total distance with their similarity."""
    return pair_by_distance(targets, preds, half_life, line=distance_line, matrix=distance_matrix)


SEGMENT: Geometry = Geometry(
    name="segment",
    reward="soft_distance",
    mean_key="annotation_assigned_similarity_mean",
    reads="[[x0, y0], [x1, y1]]",
    takes_bare_item=False,
    has_half_life=True,
    read=read_segment,
    similarity=similarity,
    distance=distance,
    pair=pair,
)
