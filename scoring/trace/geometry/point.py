"""Points: `[x, y]`, alike by distance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from scoring.trace.geometry.base import Geometry, Witness, read_numbers
from scoring.trace.geometry.half_life import pair_by_distance, similarity_at
from scoring.trace.pairing import Match, Matrix

Point: TypeAlias = Witness
"""(x, y) in pixels of the image."""

N_NUMBERS = 2
_INF = math.inf


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


def distance_rows(targets: Sequence[Point], preds: Sequence[Point]) -> list[list[float]]:
    """Return the distances of all targets (one list each) from all predictions."""
    dist = math.dist
    return [[dist(target, pred) for pred in preds] for target in targets]


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
    return pair_by_distance(targets, preds, half_life, rows=distance_rows, matrix=distance_matrix)


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
