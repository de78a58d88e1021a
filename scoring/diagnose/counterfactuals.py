"""Cheap counterfactuals: what an annotation would earn if one plain mistake were not in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from scoring.diagnose.assignment import used_pairs
from scoring.diagnose.case import Case
from scoring.trace.containers import Parts
from scoring.trace.geometry.base import Witness

MOST_WITNESSES = 2_000
"""Annotations with more witnesses are left alone: it would take too long."""

LEAST_GAIN = 1e-9
"""Smaller gains are rounding."""

_Mend: TypeAlias = Callable[[Case, Parts], Parts | None]


def find_counterfactuals(case: Case) -> dict[str, float]:
    """Return what the annotation would earn without each plain mistake, for those that cost something.

    Names are those of `MENDS`, and `culprit_dropped`: without the witnesses that could not be read.
    """
    if case.pred is None or case.reward >= 1.0 or _count(case.target) + _count(case.pred) > MOST_WITNESSES:
        return {}
    rewards: dict[str, float] = {}
    if case.n_culprits:
        rewards["culprit_dropped"] = case.score(target=case.target, pred=case.pred)
    else:
        for name, mend in MENDS.items():
            mended = mend(case, case.pred)
            if mended is not None:
                rewards[name] = case.score(target=case.target, pred=mended)
    return {name: reward for name, reward in rewards.items() if reward > case.reward + LEAST_GAIN}


def _keys_folded(case: Case, pred: Parts) -> Parts | None:
    """Return the prediction under the target's own keys where only case and blanks differ."""
    if not isinstance(pred, dict) or not isinstance(case.target, dict):
        return None
    wanted = {key.strip().casefold(): key for key in case.target}
    folded: dict[str, Sequence[Witness]] = {}
    for key, witnesses in pred.items():
        name = key if key in case.target else wanted.get(key.strip().casefold(), key)
        # A key that is right as it stands goes before one that has to be folded.
        if name not in folded or key == name:
            folded[name] = witnesses
    return folded if folded.keys() != pred.keys() else None


def _order_reversed(case: Case, pred: Parts) -> Parts | None:
    is_sequence = case.kind.container.name == "sequence"
    return None if isinstance(pred, dict) or not is_sequence else list(reversed(pred))


def _duplicates_removed(_case: Case, pred: Parts) -> Parts | None:
    if isinstance(pred, dict):
        once: Parts = {key: list(dict.fromkeys(witnesses)) for key, witnesses in pred.items()}
    else:
        once = list(dict.fromkeys(pred))
    return once if _count(once) < _count(pred) else None


def _clipped(case: Case, pred: Parts) -> Parts | None:
    """Return the prediction cut off at the edges of the image; boxes that lie outside are dropped."""
    if case.size is None:
        return None
    width, height = case.size

    def clip(witnesses: Sequence[Witness]) -> list[Witness]:
        cut = [
            tuple(min(max(n, 0.0), float(height if at % 2 else width)) for at, n in enumerate(one))
            for one in witnesses
        ]
        if case.kind.geometry.name != "bbox":
            return cut
        return [one for one in cut if one[0] < one[2] and one[1] < one[3]]

    if isinstance(pred, dict):
        cut: Parts = {key: kept for key, witnesses in pred.items() if (kept := clip(witnesses))}
    else:
        cut = clip(pred)
    return cut if cut != pred else None


def _extras_dropped(case: Case, pred: Parts) -> Parts | None:
    """Return the prediction without witnesses and keys that meet no target."""
    if case.kind.container.name not in {"set", "set_map", "map"}:
        return None
    kept = {pair.pred for pair in used_pairs(case)}
    if not isinstance(pred, dict):
        left: Parts = [one for at, one in enumerate(pred) if (None, at) in kept]
    else:
        left = {
            key: [one for at, one in enumerate(witnesses) if (key, at) in kept]
            for key, witnesses in pred.items()
            if isinstance(case.target, dict) and key in case.target
        }
        if case.kind.container.name == "map":
            left = {key: pred[key] for key in left}
    return left if _count(left) < _count(pred) else None


MENDS: Mapping[str, _Mend] = {
    "keys_folded": _keys_folded,
    "order_reversed": _order_reversed,
    "duplicates_removed": _duplicates_removed,
    "clipped": _clipped,
    "extras_dropped": _extras_dropped,
}
"""Name of a counterfactual -> the prediction without that mistake, or None where it has it not."""


def _count(parts: Parts) -> int:
    return sum(map(len, parts.values())) if isinstance(parts, dict) else len(parts)
