"""What is drawn of an item: its ledger, or, where nothing was scored, whatever could be read."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from scoring.draw.subject import Subject
from scoring.draw.unscored import each_witness, unscored_detections, unscored_rows
from scoring.records import JsonValue, TaskType
from scoring.trace.containers import Parts
from scoring.trace.contracts import annotation_type
from scoring.trace.geometry.base import Witness, read_numbers
from scoring.trace.ledger import LedgerRow, State

Shape: TypeAlias = Literal["bbox", "point", "segment"]

_SHAPES: Final[Mapping[str, Shape]] = {"bbox": "bbox", "point": "point", "segment": "segment"}
_STATES: Final = get_args(State)
_COUNTS: Final = (2, 4)


class Named(NamedTuple):
    """A witness of another reading, drawn without being scored here: its key or None, and its numbers."""

    key: str | None
    witness: Witness


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What is drawn.

    Attributes:
        shape: what a witness is.
        rows: the ledger; each witness of both sides stands in exactly one row.
        is_ordered: the witnesses are a sequence, drawn with arrows.
        is_scored: False where the annotation was not scored and the rows are only what could be read.
        half_life_px: the distance of similarity 0.5, or None for boxes.
        confidence: (key, place of a prediction) -> its confidence, of detections.
        other: the predictions of the other lane.
        ghost: the predictions as another reading has them.
    """

    shape: Shape
    rows: tuple[LedgerRow, ...] = ()
    is_ordered: bool = False
    is_scored: bool = True
    half_life_px: float | None = None
    confidence: Mapping[tuple[str | None, int], float] | None = None
    other: tuple[Named, ...] = ()
    ghost: tuple[Named, ...] = ()


def build_scene(
    subject: Subject, *, rows: Sequence[LedgerRow] | None = None, half_life_px: float | None = None
) -> Scene:
    """Return what is drawn of an item; an empty scene of boxes where nothing of it is known.

    Args:
        subject: the item.
        rows: a ledger to draw in place of the audit's, e.g. under another half-life.
        half_life_px: the half-life of that ledger.
    """
    kind = annotation_type({"type": subject.annotation_type or _declared(subject.annotation_gt)})
    ledger = rows_from_json(subject.pairs) if rows is None else tuple(rows)
    if kind is None:
        # Detections: boxes, keyed by their class.
        is_scored = bool(ledger) or subject.task_type != TaskType.DETECTION
        rest = ledger if is_scored else tuple(unscored_detections(subject))
        return Scene(shape="bbox", rows=rest, is_scored=is_scored, confidence=_confidence(subject))
    is_scored = bool(ledger)
    return Scene(
        shape=_SHAPES[kind.geometry.name],
        rows=ledger if is_scored else tuple(unscored_rows(kind, subject)),
        is_ordered=kind.container.name == "sequence",
        is_scored=is_scored,
        half_life_px=subject.half_life_px if half_life_px is None else half_life_px,
    )


def rows_from_json(pairs: JsonValue) -> tuple[LedgerRow, ...]:
    """Return the ledger that an audit holds; rows that are none are left out."""
    listed = pairs if isinstance(pairs, Sequence) and not isinstance(pairs, str) else ()
    return tuple(row for one in listed if isinstance(one, Mapping) and (row := _row(one)) is not None)


def named_predictions(rows: Sequence[LedgerRow]) -> tuple[Named, ...]:
    """Return every prediction of a ledger with its key."""
    return tuple(Named(row.key, row.pred) for row in rows if row.pred is not None)


def named_parts(parts: Parts) -> tuple[Named, ...]:
    """Return every witness of an annotation that was read, with its key."""
    return tuple(Named(key, witness) for key, _, witness in each_witness(parts))


def _row(one: Mapping[str, JsonValue]) -> LedgerRow | None:
    state = next((known for known in _STATES if known == one.get("state")), None)
    if state is None:
        return None
    key = one.get("key")
    span = one.get("span")
    return LedgerRow(
        state=state,
        key=key if isinstance(key, str) else None,
        target_index=_index(one.get("target_index")),
        pred_index=_index(one.get("pred_index")),
        target=_witness(one.get("target")),
        pred=_witness(one.get("pred")),
        similarity=_number(one.get("similarity")) or 0.0,
        iou=_number(one.get("iou")),
        distance_px=_number(one.get("distance_px")),
        divisor=_number(one.get("divisor")) or 1.0,
        share=_number(one.get("share")) or 0.0,
        span=(int(span[0]), int(span[1])) if isinstance(span, list) and len(span) == 2 else None,  # noqa: PLR2004
    )


def _witness(value: JsonValue) -> Witness | None:
    return next((read for count in _COUNTS if (read := read_numbers(value, count)) is not None), None)


def _number(value: JsonValue) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and math.isfinite(value) else None  # type: ignore[arg-type]  # see is_number


def _index(value: JsonValue) -> int | None:
    return value if isinstance(value, int) else None


def _declared(annotation_gt: JsonValue) -> JsonValue:
    return annotation_gt.get("type") if isinstance(annotation_gt, Mapping) else None


def _confidence(subject: Subject) -> Mapping[tuple[str | None, int], float] | None:
    """Return the confidence of each prediction by its class and its place among those of that class."""
    if subject.pred_scores is None or subject.pred_labels is None:
        return None
    seen: defaultdict[str, int] = defaultdict(int)
    found: dict[tuple[str | None, int], float] = {}
    for label, score in zip(subject.pred_labels, subject.pred_scores, strict=False):
        if score is not None:
            found[label, seen[label]] = score
        seen[label] += 1
    return found
