"""What went wrong with each witness: one kind for every row of the ledger."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.diagnose.assignment import MOST_PAIRS, Place, best_pairs, placed
from scoring.diagnose.case import Case
from scoring.trace.containers import Parts
from scoring.trace.geometry.base import Witness

WITNESS_KINDS: Mapping[str, str] = {
    "exact": "Paired, similarity at least 0.95.",
    "shifted": "Paired, of about the right size, but beside the target; a point within the outer ring.",
    "scaled": "Paired, at about the right place, but too large or too small.",
    "low_overlap": "Paired, but hardly alike, and neither place nor size alone explains it.",
    "swapped_keys": "Meets a target, but under the key of another.",
    "wrong_order": "Meets a target, but at the place of another.",
    "duplicate": "Meets a target that another prediction is paired with.",
    "extra": "Meets no target.",
    "missing": "A target that no prediction meets.",
    "outside_image": "A prediction that lies wholly outside the image.",
    "frame_mistake": "Meets its target in another coordinate frame.",
    "malformed": "Could not be read.",
}
"""Every kind, and what it says of a row of the ledger. The kinds of an item sum to its rows."""

EXACT, ALIKE, RING = 0.95, 0.5, 0.1
"""Similarities: as good as equal; one half-life apart, or half of the area shared; the outer ring."""

SAME_SIZE = math.log(1.25)
SAME_PLACE = 0.1
"""Of a box's side: centres closer than this are at the same place."""

_BOX = 4


class Row(NamedTuple):
    """One row of a ledger, as far as it matters here; None where a side has no witness."""

    key: str | None
    target: int | None
    pred: int | None
    similarity: float


class _Elsewhere(NamedTuple):
    """Places whose witnesses meet each other, if only places, keys or frames were different."""

    targets: Collection[Place]
    preds: Collection[Place]


_NOWHERE = _Elsewhere((), ())
_NAMES = {"sequence": "wrong_order", "map": "swapped_keys", "set_map": "swapped_keys"}


def witness_kinds(case: Case, rows: Sequence[Row], framed: Parts | None) -> list[str]:
    """Return one kind for each row of the ledger.

    Args:
        case: the annotation as scored, readable.
        rows: pairs, targets without prediction, predictions without target.
        framed: the prediction in the frame that the item was found to be in, or None.
    """
    assert case.pred is not None
    if all(row.similarity >= EXACT and row.target is not None for row in rows):
        return ["exact"] * len(rows)
    targets, preds = dict(placed(case.target)), dict(placed(case.pred))
    is_small = len(targets) * len(preds) <= MOST_PAIRS
    moved = _meeting(case, framed, anywhere=False) if framed is not None and is_small else _NOWHERE
    name = _NAMES.get(case.kind.container.name)
    misplaced = _meeting(case, case.pred, anywhere=True) if name and is_small else _NOWHERE

    def kind_of(row: Row) -> str:
        target = None if row.target is None else Place(row.key, row.target)
        pred = None if row.pred is None else Place(row.key, row.pred)
        if row.similarity >= EXACT:
            return "exact"
        if row.similarity < ALIKE:
            if target in moved.targets or pred in moved.preds:
                return "frame_mistake"
            if name and (target in misplaced.targets or pred in misplaced.preds):
                return name
        if pred is None:
            return "missing"
        if row.similarity < ALIKE and _is_outside(case, preds[pred]):
            return "outside_image"
        if target is None:
            return "duplicate" if is_small and _is_duplicate(case, pred, preds[pred]) else "extra"
        return _SHAPES[case.kind.geometry.name](targets[target], preds[pred], row.similarity)

    return [kind_of(row) for row in rows]


def count_kinds(kinds: Iterable[str]) -> dict[str, int]:
    """Return how many rows are of each kind, in the order of `WITNESS_KINDS`."""
    counts = dict.fromkeys(WITNESS_KINDS, 0)
    for kind in kinds:
        counts[kind] += 1
    return {kind: n for kind, n in counts.items() if n}


def _meeting(case: Case, pred: Parts, *, anywhere: bool) -> _Elsewhere:
    """Return the places of targets and predictions that meet; anywhere, or within their keys and places."""
    targets, preds = placed(case.target), placed(pred)
    pairs = [pair for pair in best_pairs(case, targets, preds) if pair.similarity >= ALIKE]
    container = case.kind.container
    if not anywhere and not container.pairs_best:
        pairs = [pair for pair in pairs if pair.target == pair.pred]
    elif not anywhere:
        pairs = [pair for pair in pairs if pair.target.key == pair.pred.key]
    else:
        is_map = container.name != "sequence"
        pairs = [p for p in pairs if (p.target.key != p.pred.key if is_map else p.target != p.pred)]
    return _Elsewhere({pair.target for pair in pairs}, {pair.pred for pair in pairs})


def _is_outside(case: Case, witness: Witness) -> bool:
    """Return whether a witness and the image share nothing."""
    if case.size is None:
        return False
    xs, ys = witness[::2], witness[1::2]
    width, height = case.size
    return max(xs) < 0 or min(xs) > width or max(ys) < 0 or min(ys) > height


def _is_duplicate(case: Case, place: Place, pred: Witness) -> bool:
    target = case.target.get(place.key or "", ()) if isinstance(case.target, dict) else case.target
    alike, life = case.kind.geometry.similarity, case.half_life.pixels
    return any(alike(one, pred, life) >= ALIKE for one in target)


def _box_kind(target: Witness, pred: Witness, similarity: float) -> str:
    width, height = target[2] - target[0], target[3] - target[1]
    if not (width and height and pred[2] - pred[0] and pred[3] - pred[1]):
        return "low_overlap"
    size = max(abs(math.log((pred[2] - pred[0]) / width)), abs(math.log((pred[3] - pred[1]) / height)))
    place = max(
        abs(pred[0] + pred[2] - target[0] - target[2]) / (2 * width),
        abs(pred[1] + pred[3] - target[1] - target[3]) / (2 * height),
    )
    if similarity >= ALIKE:
        # Growing by a share moves each edge by half of it.
        return "scaled" if size / 2 > place else "shifted"
    if size <= SAME_SIZE:
        return "shifted"
    return "scaled" if place <= SAME_PLACE else "low_overlap"


def _point_kind(_target: Witness, _pred: Witness, similarity: float) -> str:
    return "shifted" if similarity >= RING else "low_overlap"


def _segment_kind(target: Witness, pred: Witness, similarity: float) -> str:
    if similarity < RING:
        return "low_overlap"
    length, other = (math.dist(one[:2], one[2:]) for one in (target, pred))
    if not length or not other or abs(math.log(other / length)) > SAME_SIZE:
        return "scaled"
    return "shifted"


_SHAPES: Mapping[str, Callable[[Witness, Witness, float], str]] = {
    "bbox": _box_kind,
    "point": _point_kind,
    "segment": _segment_kind,
}
"""Geometry -> what is wrong with a pair that is not exact."""
