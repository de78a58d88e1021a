"""What went wrong with each witness: one kind for every row of the ledger."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from scoring.diagnose.assignment import MOST_PAIRS, Place, PlacedPair, best_pairs, placed
from scoring.diagnose.case import Case, is_outside
from scoring.pixels import FARTHEST
from scoring.trace.containers import Parts
from scoring.trace.geometry.base import Witness

WITNESS_KINDS: Mapping[str, str] = {
    "exact": "Paired, similarity at least 0.95.",
    "shifted": "Paired, of about the right size, but beside the target; a point within the outer ring.",
    "scaled": "Paired, at about the right place, but too large or too small.",
    "low_overlap": "Paired, but hardly alike, and neither place nor size alone explains it.",
    "swapped_keys": "Meets a target, but under the key of another.",
    "key_case": "Meets its target, but its key differs from the target's in case or blanks.",
    "other_class": "Meets a target, but of another class.",
    "wrong_order": "Meets a target, but at the place of another.",
    "duplicate": "Meets a target that another prediction is paired with.",
    "extra": "Meets no target.",
    "missing": "A target that no prediction meets.",
    "outside_image": "A prediction that lies wholly outside the image.",
    "not_drawable": "A prediction with coordinates beyond a million pixels, where no image reaches.",
    "frame_mistake": "Meets its target in another coordinate frame.",
    "malformed": "Could not be read.",
}
"""Every kind, and what it says of a row of the ledger."""

EXACT, ALIKE, RING = 0.95, 0.5, 0.1
"""Similarities: as good as equal; one half-life apart, or half of the area shared; the outer ring."""

SAME_SIZE = math.log(1.25)
SAME_PLACE = 0.1
"""Of a box's side: centres closer than this are at the same place."""


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


_NAMES = {"sequence": "wrong_order", "map": "swapped_keys", "set_map": "swapped_keys"}
_CASE, _CLASS = "key_case", "other_class"


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
    elsewhere = _elsewhere(case, case.pred, framed) if is_small else {}

    def kind_of(row: Row) -> str:
        target = None if row.target is None else Place(row.key, row.target)
        pred = None if row.pred is None else Place(row.key, row.pred)
        if row.similarity >= EXACT:
            return "exact"
        if row.similarity < ALIKE:
            for name, places in elsewhere.items():
                if target in places.targets or pred in places.preds:
                    return name
        if pred is None:
            return "missing"
        far = _far_away(case, preds[pred]) if row.similarity < ALIKE else None
        if far is not None:
            return far
        if target is None:
            return "duplicate" if is_small and _is_duplicate(case, pred, preds[pred]) else "extra"
        return _SHAPES[case.kind.geometry.name](targets[target], preds[pred], row.similarity)

    return [kind_of(row) for row in rows]


def count_kinds(rows: Sequence[Row], kinds: Sequence[str], *, n_malformed: int = 0) -> dict[str, int]:
    """Return how many witnesses are of each kind, in the order of `WITNESS_KINDS`.

    A mistake that shows on both sides counts once: two swapped keys are two, although two targets and
    two predictions stand without a partner. So a kind counts the witnesses of the side that has more.

    Args:
        rows: those of the ledger.
        kinds: the kind of each.
        n_malformed: predicted witnesses that could not be read and have no row.
    """
    of_target, of_pred = Counter[str](), Counter[str]()
    for row, kind in zip(rows, kinds, strict=True):
        # A row without any witness is a group that is empty on both sides.
        is_empty = row.target is None and row.pred is None
        of_target[kind] += is_empty or row.target is not None
        of_pred[kind] += is_empty or row.pred is not None
    counts = {kind: max(of_target[kind], of_pred[kind]) for kind in WITNESS_KINDS}
    counts["malformed"] += n_malformed
    return {kind: n for kind, n in counts.items() if n}


def _elsewhere(case: Case, pred: Parts, framed: Parts | None) -> dict[str, _Elsewhere]:
    """Return kind -> the places of witnesses that meet each other although frame, order or keys differ."""
    moved = [] if framed is None else _together(case, framed)
    return {"frame_mistake": _places(moved), **_misplaced(case, pred)}


def _misplaced(case: Case, pred: Parts) -> dict[str, _Elsewhere]:
    name = _NAMES.get(case.kind.container.name)
    if name is None:
        return {}
    if name != "swapped_keys":
        return {name: _places(_apart(case, pred))}
    pairs = _apart(case, pred)
    same = [pair for pair in pairs if _plain(pair.target.key) == _plain(pair.pred.key)]
    name = _CLASS if case.is_detection else name
    return {_CASE: _places(same), name: _places([pair for pair in pairs if pair not in same])}


def _plain(key: str | None) -> str:
    return (key or "").strip().casefold()


def _alike(case: Case, pred: Parts) -> list[PlacedPair]:
    pairs = best_pairs(case, placed(case.target), placed(pred))
    return [pair for pair in pairs if pair.similarity >= ALIKE]


def _together(case: Case, pred: Parts) -> list[PlacedPair]:
    """Return the pairs that meet within their keys and places."""
    if case.kind.container.pairs_best:
        return [pair for pair in _alike(case, pred) if pair.target.key == pair.pred.key]
    return [pair for pair in _alike(case, pred) if pair.target == pair.pred]


def _apart(case: Case, pred: Parts) -> list[PlacedPair]:
    """Return the pairs that meet under different keys or at different places."""
    if case.kind.container.name == "sequence":
        return [pair for pair in _alike(case, pred) if pair.target != pair.pred]
    return [pair for pair in _alike(case, pred) if pair.target.key != pair.pred.key]


def _places(pairs: Sequence[PlacedPair]) -> _Elsewhere:
    return _Elsewhere({pair.target for pair in pairs}, {pair.pred for pair in pairs})


def _far_away(case: Case, witness: Witness) -> str | None:
    """Return the kind of a witness that shares nothing with the image; None for one that may."""
    if max(map(abs, witness)) > FARTHEST:
        return "not_drawable"
    return "outside_image" if is_outside(witness, case.size) else None


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
