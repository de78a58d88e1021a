"""Similarity by distance, which points and segments share."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from scoring.trace.geometry.base import Match
from scoring.trace.pairing import Matrix, least_distance, least_distance_matrix

Witness = TypeVar("Witness")

LN_2 = math.log(2.0)
SHORTEST = 1e-6
"""Half-lives below this count as this, in pixels."""

SMALL = 400
"""Up to so many pairs, plain Python is quicker than arrays."""


def similarity_at(distance: float, half_life: float) -> float:
    """Return `exp(-ln 2 * (distance / half_life)**2)`: 1 at distance 0, a half at the half-life."""
    if distance == math.inf:
        return 0.0
    # Not max(): a half-life that is no number is the caller's wish, and stays none.
    ratio = distance / (SHORTEST if half_life < SHORTEST else half_life)
    return math.exp(-LN_2 * (ratio * ratio))


def pair_by_distance(
    targets: Sequence[Witness],
    preds: Sequence[Witness],
    half_life: float,
    *,
    distance: Callable[[Witness, Witness], float],
    distances: Callable[[Sequence[Witness], Sequence[Witness]], Matrix],
) -> list[Match]:
    """Return the pairs of least total distance with their similarity.

    Args:
        targets: the target's witnesses.
        preds: the predicted witnesses.
        half_life: in pixels.
        distance: of one target and one prediction.
        distances: of all, (n_targets, n_preds), for large sets.
    """
    if not targets or not preds:
        return []
    if len(targets) * len(preds) <= SMALL:
        rows = [[distance(target, pred) for pred in preds] for target in targets]
        return [(i, j, similarity_at(rows[i][j], half_life)) for i, j in least_distance(rows)]
    with np.errstate(over="ignore", invalid="ignore"):
        matrix = distances(targets, preds)
    return [
        (i, j, similarity_at(float(matrix[i, j]), half_life)) for i, j in least_distance_matrix(matrix)
    ]
