"""The far witness: in pairing by least total distance, one that is far away can spoil every pair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scoring.diagnose.assignment import AssignmentAudit, Place, placed
from scoring.diagnose.case import Case
from scoring.trace.containers import Parts

FAR_GAIN = 0.25
"""A witness is told of that costs so much reward or more by what it does to the pairs of the others."""

MOST_TRIED = 60
"""Predictions that are left out one by one; larger annotations are not tried."""


class FarWitness(NamedTuple):
    """The witness that spoils the pairs.

    Attributes:
        place: key of a map or None, and index inside its group.
        reward: what the annotation would earn without it.
    """

    place: Place
    reward: float


def find_far_witness(case: Case, audited: AssignmentAudit | None) -> FarWitness | None:
    """Return the predicted witness without which the annotation would earn most, if it costs `FAR_GAIN`.

    None where the pairs that were scored are nearly those that pay most: there no witness spoils
    another one's pair, and one that is merely extra is no far witness.

    Args:
        case: the annotation as scored.
        audited: its pairs against those that pay most.
    """
    if audited is None or case.pred is None or audited.difference < FAR_GAIN:
        return None
    if not case.kind.container.pairs_best or len(placed(case.pred)) > MOST_TRIED:
        return None
    best = max(_without_each(case, case.pred), key=lambda one: one.reward, default=None)
    return best if best is not None and best.reward >= case.reward + FAR_GAIN else None


def _without_each(case: Case, pred: Parts) -> Iterator[FarWitness]:
    for place, _ in placed(pred):
        rest = _without(pred, place)
        yield FarWitness(place, case.score(target=case.target, pred=rest))


def _without(pred: Parts, place: Place) -> Parts:
    if not isinstance(pred, dict):
        return [one for at, one in enumerate(pred) if at != place.at]
    return {key: [one for at, one in enumerate(group) if (key, at) != place] for key, group in pred.items()}
