"""Points: `[x, y]`, alike by distance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from scoring.trace.geometry.base import Geometry, Witness, read_numbers
from scoring.trace.geometry.half_life import pair_by_distance, similarities, similarity_at
from scoring.trace.pairing import CLEAR, Match, Matrix, Spacing

Point: TypeAlias = Witness
"""(x, y) in pixels of the image."""

N_NUMBERS = 2
_INF = math.inf

FEW = 20
"""So many points at most are looked at side by side."""


def read_point(value: object) -> Point | None:
    """Return a point from `[x, y]`, or None."""
    if type(value) is list and len(value) == N_NUMBERS:
        x, y = value
        # Nearly every point is this plain; all others take the long way below.
        if type(x) is type(y) is float and -_INF < x < _INF and -_INF < y < _INF:
            return x, y
    return read_numbers(value, N_NUMBERS)


def distance(target: Point, pred: Point) -> float:
    """Return the distance of two points, in pixels; infinite where it exceeds 64-bit floats."""
    return math.dist(target, pred)


def distance_line(one: Point, others: Sequence[Point]) -> list[float]:
    """Return the distances of one point from others."""
    dist = math.dist
    return [dist(one, other) for other in others]


def distance_matrix(targets: Sequence[Point], preds: Sequence[Point]) -> Matrix:
    """Return the distances of all targets (rows) from all predictions (columns)."""
    a, b = np.array(targets), np.array(preds)
    x: Matrix = a[:, None, 0] - b[None, :, 0]
    y: Matrix = a[:, None, 1] - b[None, :, 1]
    return np.hypot(x, y)


def similarity(target: Point, pred: Point, half_life: float) -> float:
    """Return how alike two points are, 0..1."""
    return similarity_at(distance(target, pred), half_life)


def pair(targets: Sequence[Point], preds: Sequence[Point], half_life: float) -> list[Match]:
    """Return the pairs of least total distance with their similarity."""
    spacings = side_by_side(targets, preds)
    if spacings is not None:
        return similarities(spacings, half_life)
    return pair_by_distance(targets, preds, half_life, line=distance_line, matrix=distance_matrix)


def side_by_side(targets: Sequence[Point], preds: Sequence[Point]) -> list[Spacing] | None:
    """Return the pairs of two sets that, from left to right, lie side by side; None where they do not.

    They do where each target's counterpart is clearly nearer than any other prediction. Mostly the
    columns of its neighbours tell that already. Then no other assignment is as short.
    """
    if len(targets) != len(preds) or len(targets) > FEW:
        return None
    target_columns, pred_columns = [one[0] for one in targets], [one[0] for one in preds]
    rows = sorted(range(len(targets)), key=target_columns.__getitem__)
    columns = sorted(range(len(preds)), key=pred_columns.__getitem__)
    edges = [-_INF, *sorted(pred_columns), _INF]
    spacings = []
    for i, j, before, after in zip(rows, columns, edges[:-2], edges[2:], strict=True):
        x = target_columns[i]
        apart = math.dist(targets[i], preds[j])
        reach = apart * CLEAR
        if (x - before <= reach or after - x <= reach) and _has_rival(targets[i], preds, j, reach):
            return None
        spacings.append((i, j, apart))
    return spacings


def _has_rival(target: Point, preds: Sequence[Point], counterpart: int, reach: float) -> bool:
    """Return whether another prediction is as near to a target as its counterpart."""
    return any(math.dist(target, pred) <= reach for j, pred in enumerate(preds) if j != counterpart)


POINT: Geometry = Geometry(
    name="point",
    reward="soft_distance",
    mean_key="annotation_assigned_similarity_mean",
    reads="[x, y]",
    has_half_life=True,
    read=read_point,
    similarity=similarity,
    distance=distance,
    pair=pair,
)
