"""The annotation's reward: read both sides, pair them group by group, add up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from scoring.trace.containers import Fault, Group, Parts, decoded
from scoring.trace.contracts import AnnotationType
from scoring.trace.geometry.base import Match
from scoring.trace.half_life import HalfLife


class Scored(NamedTuple):
    """A group and its pairs; pairs without any similarity are left out."""

    group: Group
    pairs: list[Match]


class Sides(NamedTuple):
    """Both sides of an annotation, as their container reads them."""

    target: Parts
    pred: Parts


class Attempt(NamedTuple):
    """An annotation that could be read, and how it was scored.

    Attributes:
        sides: both sides.
        scored: the groups that both sides have, with their pairs.
        n_groups: how many groups there are, those of one side alone included.
        half_life: in pixels, with its source.
    """

    sides: Sides
    scored: list[Scored]
    n_groups: int
    half_life: HalfLife


class SideFault(NamedTuple):
    """Why an annotation could not be read, and on which side."""

    side: Literal["target", "pred"]
    fault: Fault


def read_sides(kind: AnnotationType, *, target: object, pred: object) -> Sides | SideFault:
    """Return both sides, or the Fault and the side that it is on.

    A whole annotation that is given as text is decoded, once.
    """
    read, geometry = kind.container.read, kind.geometry
    parts = read(geometry, decoded(target))
    if isinstance(parts, Fault):
        return SideFault("target", parts)
    pred_parts = read(geometry, decoded(pred))
    if isinstance(pred_parts, Fault):
        return SideFault("pred", pred_parts)
    return Sides(parts, pred_parts)


def score_annotation(kind: AnnotationType, sides: Sides, half_life: HalfLife) -> Attempt:
    """Return the annotation with every group paired."""
    groups = kind.container.groups(sides.target, sides.pred)
    pair = kind.geometry.pair if kind.container.pairs_best else kind.geometry.pair_in_place
    scored = [Scored(group, pair(group.targets, group.preds, half_life.pixels)) for group in groups.shared]
    return Attempt(sides, scored, groups.count, half_life)


def reward_of(attempt: Attempt) -> float:
    """Return the annotation's reward, 0..1: the mean over its groups; 1 where both sides are empty."""
    if attempt.n_groups == 0:
        return 1.0
    total = 0.0
    for (_, targets, preds), pairs in attempt.scored:
        divisor = max(len(targets), len(preds))
        total += sum([pair[2] for pair in pairs]) / divisor if divisor else 1.0
    return total / attempt.n_groups


def diagnostics(kind: AnnotationType, attempt: Attempt) -> dict[str, float]:
    """Return the type's own diagnostics, under the reference's names.

    The assigned count has every pair that an assignment makes, also those without any similarity;
    the mean is the mean over groups of the mean over their pairs.
    """
    n_assigned = n_groups = 0
    total = 0.0
    for (_, targets, preds), pairs in attempt.scored:
        count = min(len(targets), len(preds))
        if count:
            n_assigned += count
            n_groups += 1
            total += sum([pair[2] for pair in pairs]) / count
    target, pred = attempt.sides
    word, geometry = kind.container.size_word, kind.geometry
    values = {
        f"annotation_pred_{word}": float(len(pred)),
        f"annotation_gt_{word}": float(len(target)),
        "annotation_assigned_count": float(n_assigned),
        geometry.mean_key: total / n_groups if n_groups else 0.0,
    }
    if geometry.has_half_life:
        values["annotation_point_half_life_px"] = attempt.half_life.pixels
    if isinstance(target, Mapping):
        n_shared = len(attempt.scored)
        values["annotation_shared_key_count"] = float(n_shared)
        values["annotation_missing_key_count"] = float(len(target) - n_shared)
        values["annotation_extra_key_count"] = float(len(pred) - n_shared)
    return values
