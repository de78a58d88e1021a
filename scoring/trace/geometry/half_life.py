"""Similarity by distance, which points and segments share."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from scoring.trace.geometry.base import Witness
from scoring.trace.pairing import Match, Matrix, Spacing, least_distance, nearest

LN_2 = math.log(2.0)
SHORTEST = 1e-6
"""Half-lives below this count as this, in pixels."""

LONGEST = 1e300
"""Half-lives above this count as this: beside an endless distance an endless one means nothing."""

SMALL = 400
"""Up to so many pairs, plain Python is quicker than arrays."""


def similarity_at(distance: float, half_life: float) -> float:
    """Return `exp(-ln 2 * (distance / half_life)**2)`: 1 at distance 0, a half at the half-life."""
    return similarities([(0, 0, distance)], half_life)[0][2]


def similarities(spacings: Sequence[Spacing], half_life: float) -> list[Match]:
    """Return the pairs with their similarity in place of their distance."""
    # In this order a half-life that is no number stays none: it is the caller's wish.
    life, exp = min(max(half_life, SHORTEST), LONGEST), math.exp
    return [(i, j, exp(-LN_2 * (ratio := distance / life) * ratio)) for i, j, distance in spacings]


def pair_by_distance(
    targets: Sequence[Witness],
    preds: Sequence[Witness],
    half_life: float,
    *,
    line: Callable[[Witness, Sequence[Witness]], list[float]],
    matrix: Callable[[Sequence[Witness], Sequence[Witness]], Matrix],
) -> list[Match]:
    """Return the pairs of least total distance with their similarity.

    Args:
        targets: the target's witnesses.
        preds: the predicted witnesses.
        half_life: in pixels.
        line: the distances of one witness from those of the other side.
        matrix: the distances of all targets (rows) from all predictions (columns).
    """
    if not targets or not preds:
        return []
    if len(targets) * len(preds) <= SMALL:
        spacings = _plain_spacings(targets, preds, line)
        if spacings is not None:
            return similarities(spacings, half_life)
    with np.errstate(over="ignore", invalid="ignore"):
        apart = matrix(targets, preds)
    return similarities(least_distance(apart), half_life)


def _plain_spacings(
    targets: Sequence[Witness],
    preds: Sequence[Witness],
    line: Callable[[Witness, Sequence[Witness]], list[float]],
) -> list[Spacing] | None:
    """Return the pairs where each witness of the smaller side has a nearest of its own, else None."""
    if len(targets) <= len(preds):
        found = nearest(line(target, preds) for target in targets)
        return None if found is None else [(i, j, apart) for i, (j, apart) in enumerate(found)]
    found = nearest(line(pred, targets) for pred in preds)
    return None if found is None else [(i, j, apart) for j, (i, apart) in enumerate(found)]
