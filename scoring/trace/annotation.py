"""The annotation's reward: read both sides, pair them group by group, add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.trace.containers import Fault, Group, decoded
from scoring.trace.contracts import AnnotationType
from scoring.trace.geometry.base import Geometry, Match


class Scored(NamedTuple):
    """A group and its pairs; pairs without any similarity are left out."""

    group: Group
    pairs: list[Match]


class Sides(NamedTuple):
    """Both sides of an annotation, as their container reads them."""

    target: object
    pred: object


def read_sides(kind: AnnotationType, *, target: object, pred: object) -> Sides | tuple[Fault, str]:
    """Return both sides, or the Fault and the side (`target`, `pred`) that it is on.

    A whole annotation that is given as text is decoded, once.
    """
    read, geometry = kind.container.read, kind.geometry
    parts = read(geometry, decoded(target))
    if isinstance(parts, Fault):
        return parts, "target"
    pred_parts = read(geometry, decoded(pred))
    if isinstance(pred_parts, Fault):
        return pred_parts, "pred"
    return Sides(parts, pred_parts)


def score_groups(kind: AnnotationType, sides: Sides, half_life: float) -> list[Scored]:
    """Return every group of an annotation with its pairs."""
    geometry = kind.geometry
    pair = geometry.pair if kind.container.pairs_best else None
    return [
        Scored(group, _pairs(geometry, group, half_life, pair is not None))
        for group in kind.container.groups(sides.target, sides.pred)
    ]


def _pairs(geometry: Geometry[object], group: Group, half_life: float, pairs_best: bool) -> list[Match]:
    if pairs_best:
        return geometry.pair(group.targets, group.preds, half_life)
    similarity = geometry.similarity
    return [
        (at, at, similarity(target, pred, half_life))
        for at, (target, pred) in enumerate(zip(group.targets, group.preds, strict=False))
    ]


def reward_of(scored: Sequence[Scored]) -> float:
    """Return the annotation's reward, 0..1: the mean over its groups; 1 where both sides are empty."""
    if not scored:
        return 1.0
    total = 0.0
    for (_, targets, preds), pairs in scored:
        divisor = max(len(targets), len(preds))
        total += sum([pair[2] for pair in pairs]) / divisor if divisor else 1.0
    return total / len(scored)


def diagnostics(
    kind: AnnotationType, sides: Sides, scored: Sequence[Scored], half_life: float
) -> dict[str, float]:
    """Return the type's own diagnostics, under the reference's names.

    The assigned count has every pair that an assignment makes, also those without any similarity;
    the mean is the mean over groups of the mean over their pairs.
    """
    n_assigned = n_groups = 0
    total = 0.0
    for (_, targets, preds), pairs in scored:
        count = min(len(targets), len(preds))
        if count:
            n_assigned += count
            n_groups += 1
            total += sum([pair[2] for pair in pairs]) / count
    word, geometry = kind.container.size_word, kind.geometry
    pred, target = sides.pred, sides.target
    assert isinstance(pred, Sequence | Mapping)
    assert isinstance(target, Sequence | Mapping)
    values = {
        f"annotation_pred_{word}": float(len(pred)),
        f"annotation_gt_{word}": float(len(target)),
        "annotation_assigned_count": float(n_assigned),
        geometry.mean_key: total / n_groups if n_groups else 0.0,
    }
    if geometry.has_half_life:
        values["annotation_point_half_life_px"] = half_life
    if isinstance(target, Mapping) and isinstance(pred, Mapping):
        n_shared = len(target) + len(pred) - len(scored)
        values["annotation_shared_key_count"] = float(n_shared)
        values["annotation_missing_key_count"] = float(len(target) - n_shared)
        values["annotation_extra_key_count"] = float(len(pred) - n_shared)
    return values
