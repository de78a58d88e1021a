"""Which target a predicted witness is paired with inside a set: exact assignments, by SciPy.

Two aims, as the contracts have it: boxes pair for the greatest total similarity, points and
segments for the least total distance. Where an assignment is plain to see (no witness has a
rival), no solver is called; that changes no number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

Matrix: TypeAlias = NDArray[np.float64]
Indexes: TypeAlias = NDArray[np.intp]
Pair: TypeAlias = tuple[int, int]
"""(index of the target, index of the prediction)."""

Spacing: TypeAlias = tuple[int, int, float]
"""(index of the target, index of the prediction, their distance)."""

Match: TypeAlias = tuple[int, int, float]
"""(index of the target, index of the prediction, similarity)."""

FAR = 1e9
"""Longest distance beside which means are taken: longer ones would drown the others."""

NEARLY_SQUARE = 1.25
"""Up to this ratio of its sides, a matrix is made square."""

LARGE = 10_000
"""Above so many pairs, the solver is helped; up to there, ties fall as they do in the reference."""

CLEAR = 1.0 + 1e-6
"""By how much a distance must exceed the nearest for 32-bit rounding to leave no doubt."""


def least_distance(distances: Matrix) -> list[Spacing]:
    """Return the pairs of least total distance of a matrix (n_targets, n_preds).

    Distances go through 32 bits first, as in the reference, so that ties fall the same way.
    """
    with np.errstate(over="ignore"):
        costs = distances.T.astype(np.float32)
    if costs.size > LARGE:
        preds, targets = _solve_levelled(_bounded(costs))
    else:
        preds, targets = linear_sum_assignment(_bounded(costs))
    apart = distances[targets, preds]
    return list(zip(targets.tolist(), preds.tolist(), apart.tolist(), strict=True))


def _bounded(costs: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return the costs with endless ones longer than all others together, and no longer.

    The reference fails where such a distance has to be taken. Left as it is, it would drown the others.
    """
    is_finite = np.isfinite(costs)
    if is_finite.all():
        return costs
    longest = float(costs.max(where=is_finite, initial=0.0))
    return np.where(is_finite, costs.astype(np.float64), max(FAR, (longest + 1.0) * 2 * min(costs.shape)))


def nearest(lines: Iterable[list[float]]) -> list[tuple[int, float]] | None:
    """Return each witness's nearest and its distance where each has one of its own, else None.

    Such pairs reach the least distance of every single line, so that no assignment is shorter; and
    no other is as short, since every other distance of a line is clearly longer.

    Args:
        lines: the distances of one side's witnesses, a line each, from all of the other side, which
            has at least as many. Looked at one by one, and only as far as needed.
    """
    found = []
    taken = set()
    for line in lines:
        ranked = sorted(line)
        least = ranked[0]
        if len(ranked) > 1 and ranked[1] <= least * CLEAR:
            return None
        at = line.index(least)
        taken.add(at)
        found.append((at, least))
    return found if len(taken) == len(found) else None


def greatest_similarity(edges: Sequence[Match]) -> list[Match]:
    """Return the edges of greatest total similarity that share no end.

    Only pairs with some similarity are edges: any other pairing adds nothing. The total is the
    same as that of an assignment over the full matrix.

    Args:
        edges: (target, prediction, similarity > 0).
    """
    best: dict[int, Match] = {}
    for edge in edges:
        if edge[0] not in best or edge[2] > best[edge[0]][2]:
            best[edge[0]] = edge
    if len({edge[1] for edge in best.values()}) == len(best):
        # Every target has the best it could have.
        return list(best.values())
    chosen: list[Match] = []
    for cluster in _clusters(edges):
        chosen += _best_of_cluster(cluster)
    return chosen


def _best_of_cluster(edges: list[Match]) -> list[Match]:
    """Return the best edges of one cluster, all of whose witnesses hang together."""
    if len(edges) == 1:
        return edges
    targets = list({edge[0]: None for edge in edges})
    preds = list({edge[1]: None for edge in edges})
    if len(targets) == 1 or len(preds) == 1:
        return [max(edges, key=lambda edge: edge[2])]
    row_of = {target: at for at, target in enumerate(targets)}
    column_of = {pred: at for at, pred in enumerate(preds)}
    gains = np.zeros((len(targets), len(preds)))
    for target, pred, similarity in edges:
        gains[row_of[target], column_of[pred]] = similarity
    return [
        (targets[row], preds[column], float(gains[row, column]))
        for row, column in best_of_matrix(gains)
        if gains[row, column] > 0
    ]


def best_of_matrix(gains: Matrix) -> list[Pair]:
    """Return the (row, column) pairs of greatest total of a matrix."""
    rows, columns = _solve_levelled(-gains)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _solve_levelled(costs: NDArray[np.floating]) -> tuple[Indexes, Indexes]:
    """Return rows and columns of least total cost, with what a row or a column always costs taken out.

    That moves no optimum, and spares the solver its worst case: many witnesses that are all but the
    same, or far from all others. Only among assignments of the same total may another be found. A
    matrix that is nearly square is made square, so that both its sides can be levelled.
    """
    n_rows, n_columns = costs.shape
    side = max(costs.shape)
    if side <= NEARLY_SQUARE * min(costs.shape):
        level = np.zeros((side, side))
        level[:n_rows, :n_columns] = costs
    else:
        level = costs.astype(np.float64)
    is_near = float(np.abs(costs).max()) < FAR
    for take in (np.mean, np.min) if is_near else (np.min,):
        if level.shape[0] <= level.shape[1]:
            level -= take(level, axis=1, keepdims=True)
        if level.shape[1] <= level.shape[0]:
            level -= take(level, axis=0, keepdims=True)
    rows, columns = linear_sum_assignment(level)
    is_real = (rows < n_rows) & (columns < n_columns)
    return rows[is_real], columns[is_real]


def _clusters(edges: Sequence[Match]) -> list[list[Match]]:
    """Return the edges in groups that share no witness with each other."""
    by_target: dict[int, list[Match]] = {}
    by_pred: dict[int, list[Match]] = {}
    for edge in edges:
        by_target.setdefault(edge[0], []).append(edge)
        by_pred.setdefault(edge[1], []).append(edge)
    clusters = []
    while by_target:
        cluster: list[Match] = []
        waiting = [next(iter(by_target))]
        while waiting:
            for edge in by_target.pop(waiting.pop(), ()):
                cluster.append(edge)
                waiting += [other[0] for other in by_pred.pop(edge[1], ())]
        clusters.append(cluster)
    return clusters
