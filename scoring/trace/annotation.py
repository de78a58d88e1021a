"""The annotation's reward: read both sides, pair them group by group, add up."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from scoring.trace.containers import Fault, Group, Parts, decoded
from scoring.trace.contracts import AnnotationType
from scoring.trace.half_life import HalfLife
from scoring.trace.pairing import Match

Scored: TypeAlias = tuple[Group, list[Match]]
"""A group and its pairs; pairs without any similarity may be left out."""


class Attempt(NamedTuple):
    """An annotation that could be read, and how it was scored.

    Attributes:
        target: the target's parts.
        pred: the predicted parts.
        scored: the groups that both sides have, with their pairs.
        n_groups: how many groups there are, those of one side alone included.
        half_life: in pixels, with its source.
    """

    target: Parts
    pred: Parts
    scored: list[Scored]
    n_groups: int
    half_life: HalfLife


def read_parts(kind: AnnotationType, value: object) -> Parts | Fault:
    """Return one side's witnesses, or the Fault. A whole annotation given as text is decoded, once."""
    return kind.container.read(kind.geometry, decoded(value))


def score_parts(kind: AnnotationType, *, target: Parts, pred: Parts, half_life: HalfLife) -> Attempt:
    """Return the annotation with every group paired."""
    pair = kind.geometry.pair if kind.container.pairs_best else kind.geometry.pair_in_place
    groups, n_groups = kind.container.groups(target, pred)
    scored = [(group, pair(group[1], group[2], half_life.pixels)) for group in groups]
    return Attempt(target, pred, scored, n_groups, half_life)


def add_figures(result: dict[str, float], kind: AnnotationType, attempt: Attempt) -> float:
    """Return the annotation's reward, 0..1, written into a result together with its diagnostics.

    The reward is the mean over the groups of both sides of what each earns: the similarities of its
    pairs over the longer side; 1 where both sides are empty. The assigned count has every pair that
    an assignment makes, also those without any similarity. The mean similarity is the mean over
    groups of the mean over their pairs.
    """
    target, pred, scored, n_groups, half_life = attempt
    n_assigned = n_paired = 0
    earned = means = 0.0
    for (_, targets, preds), pairs in scored:
        n_targets, n_preds = len(targets), len(preds)
        total = sum([pair[2] for pair in pairs])
        if n_targets and n_preds:
            count = min(n_targets, n_preds)
            n_assigned += count
            n_paired += 1
            means += total / count
            earned += total / max(n_targets, n_preds)
        elif n_targets == n_preds:
            earned += 1.0
    reward = earned / n_groups if n_groups else 1.0
    result["annotation_reward"] = reward
    result["annotation_parse_ok"] = 1.0
    result[kind.sizes[0]] = float(len(pred))
    result[kind.sizes[1]] = float(len(target))
    result["annotation_assigned_count"] = float(n_assigned)
    result[kind.geometry.mean_key] = means / n_paired if n_paired else 0.0
    if kind.geometry.has_half_life:
        result["annotation_point_half_life_px"] = half_life.pixels
    if isinstance(target, dict):
        result["annotation_shared_key_count"] = float(len(scored))
        result["annotation_missing_key_count"] = float(len(target) - len(scored))
        result["annotation_extra_key_count"] = float(len(pred) - len(scored))
    return reward
