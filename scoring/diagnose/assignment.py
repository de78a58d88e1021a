"""The assignment audit: the pairs that were scored, the pairs that would pay most, and the difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from scoring.diagnose.case import Case
from scoring.trace.containers import Parts
from scoring.trace.geometry.base import Witness
from scoring.trace.pairing import best_of_matrix

MOST_PAIRS = 40_000
"""Annotations with more possible pairs are not audited: it would take too long."""


class Place(NamedTuple):
    """Where a witness stands: key of a map or None, and index inside its group."""

    key: str | None
    at: int


class PlacedPair(NamedTuple):
    """A target and a predicted witness, and how alike they are, 0..1."""

    target: Place
    pred: Place
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentAudit:
    """What the pairing used earned, and what the best-paying one would have.

    Attributes:
        used: the pairs that were scored and have some similarity.
        best: the pairs of greatest total similarity, whatever their order and keys.
        ghosts: the pairs of `best` that were not used.
        used_reward: what the annotation earned.
        best_reward: what it would earn if `best` were the pairing of one set over the longer side.
    """

    used: tuple[PlacedPair, ...]
    best: tuple[PlacedPair, ...]
    ghosts: tuple[PlacedPair, ...]
    used_reward: float
    best_reward: float

    @property
    def difference(self) -> float:
        """Return what the best-paying pairing would add to the reward; never below 0."""
        return max(self.best_reward - self.used_reward, 0.0)


def audit_assignment(case: Case) -> AssignmentAudit | None:
    """Return the audit of an annotation's pairing; None where it cannot be read or is too large.

    Sets of points and segments pair by least total distance, which is not what pays most: one far
    point can spoil every pair. Sequences pair by place and maps by key: there the best-paying
    pairing shows witnesses in the wrong order or under each other's keys. For set maps the best pairing
    stays within a key where both sides have it: a class or key is part of what was asked.
    """
    if case.pred is None:
        return None
    used = used_pairs(case)
    targets, preds = placed(case.target), placed(case.pred)
    if len(targets) * len(preds) > MOST_PAIRS:
        return None
    if case.kind.container.name == "set_map":
        best = [pair for group in _by_key(targets, preds) for pair in best_pairs(case, *group)]
        best_reward = _reward_by_key(case, best)
    else:
        best = best_pairs(case, targets, preds)
        longer = max(len(targets), len(preds))
        best_reward = sum(pair.similarity for pair in best) / longer if longer else 1.0
    known = {(pair.target, pair.pred) for pair in used}
    return AssignmentAudit(
        used=tuple(used),
        best=tuple(best),
        ghosts=tuple(pair for pair in best if (pair.target, pair.pred) not in known),
        used_reward=case.reward,
        best_reward=best_reward,
    )


Placed = list[tuple[Place, Witness]]
"""Witnesses with their places."""


def placed(parts: Parts) -> Placed:
    """Return every witness of one side with its place, groups in order."""
    groups = parts.items() if isinstance(parts, dict) else [(None, parts)]
    return [(Place(key, index), one) for key, group in groups for index, one in enumerate(group)]


def used_pairs(case: Case) -> list[PlacedPair]:
    """Return the pairs that are scored and have some similarity."""
    assert case.pred is not None
    geometry, container = case.kind.geometry, case.kind.container
    pair = geometry.pair if container.pairs_best else geometry.pair_in_place
    groups, _ = container.groups(case.target, case.pred)
    return [
        PlacedPair(Place(key, i), Place(key, j), similarity)
        for key, targets, preds in groups
        for i, j, similarity in sorted(pair(targets, preds, case.half_life.pixels))
        if similarity > 0.0
    ]


def best_pairs(case: Case, targets: Placed, preds: Placed) -> list[PlacedPair]:
    """Return the pairs of greatest total similarity that are alike at all."""
    if not targets or not preds:
        return []
    alike, life = case.kind.geometry.similarity, case.half_life.pixels
    gains = np.array([[alike(target, pred, life) for _, pred in preds] for _, target in targets])
    return [
        PlacedPair(targets[i][0], preds[j][0], float(gains[i, j]))
        for i, j in sorted(best_of_matrix(gains))
        if gains[i, j] > 0.0
    ]


def _by_key(targets: Placed, preds: Placed) -> list[tuple[Placed, Placed]]:
    keys = dict.fromkeys(place.key for place, _ in targets)
    return [
        ([one for one in targets if one[0].key == key], [one for one in preds if one[0].key == key])
        for key in keys
    ]


def _reward_by_key(case: Case, pairs: Sequence[PlacedPair]) -> float:
    """Return the mean over keys of both sides; a key without witnesses on both sides earns 1."""
    assert isinstance(case.target, dict)
    assert isinstance(case.pred, dict)
    earned: dict[str | None, float] = {}
    for pair in pairs:
        earned[pair.target.key] = earned.get(pair.target.key, 0.0) + pair.similarity
    shares = []
    for key in {**case.target, **case.pred}:
        longer = max(len(case.target.get(key, ())), len(case.pred.get(key, ())))
        is_shared = key in case.target and key in case.pred
        shares.append(earned.get(key, 0.0) / longer if longer else float(is_shared))
    return sum(shares) / len(shares) if shares else 1.0
