"""Decisions on detection items: boxes with labels, paired class by class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import NamedTuple, TypeAlias, TypeVar

from scoring.frames import FRAMES, PIXELS, Frame
from scoring.pixels import from_pixels
from scoring.policy import Policy
from scoring.records import AnswerKind, Decision, Extraction, Item, JsonValue, Status, TraceFigures, Verdict
from scoring.tasks.explain import figure_text, unscorable
from scoring.trace.annotation import add_figures, score_parts
from scoring.trace.containers import Fault
from scoring.trace.contracts import ANNOTATION_TYPES
from scoring.trace.geometry.base import Witness, read_numbers
from scoring.trace.half_life import NO_HALF_LIFE
from scoring.trace.ledger import LedgerRow, build_ledger

DETECTION = ANNOTATION_TYPES["bbox_set_map"]
"""How detections are scored: classes are the keys."""

NAME = "detection"
"""The annotation type of detection items, in `annotation_gt` and in audits."""

CORRECT_FROM = 0.5
"""A detection item counts as correct from this score on; the score itself is what to look at."""

BOXES_READ_AS = "boxes_read_as"
"""Where an item's metadata name the frame that the file's numbers were read in, if not plain pixels."""

_BOX = 4

_T = TypeVar("_T")

Boxes: TypeAlias = dict[str, Sequence[Witness]]
"""Boxes by class, in the order of the item."""


class Sides(NamedTuple):
    """Both sides of a detection item.

    Attributes:
        target: expected boxes by class, corners in order.
        pred: predicted boxes by class, corners in order.
        raw: the predicted numbers by class, as the file has them.
        scores: confidences by class, beside `pred`; None where there is none.
        recorded: the frame that the file's numbers were read in.
    """

    target: Boxes
    pred: Boxes
    raw: Boxes
    scores: dict[str, Sequence[float | None]]
    recorded: Frame


def score_detection(item: Item, policy: Policy, *, fallback: bool) -> Decision:
    """Return the decision on a detection item: the mean over the classes that either side has.

    A class earns what a `bbox_set` does: boxes pair for the greatest total IoU, and the sum is
    divided by the longer side. A class that only one side has earns nothing; no box on either side
    earns 1. Confidences decide nothing.
    """
    del policy
    sides = read_detections(item)
    if isinstance(sides, Fault):
        message = f"expected {sides.expected}, got {str(sides.value)[:80]}"
        return unscorable(item, "unreadable_boxes", message, fallback=fallback)
    attempt = score_parts(DETECTION, target=sides.target, pred=sides.pred, half_life=NO_HALF_LIFE)
    figures: dict[str, float] = {}
    score = add_figures(figures, DETECTION, attempt)
    ledger = build_ledger(DETECTION, attempt, lambda _key, _index: None)
    nothing_said = not any(sides.pred.values()) and any(sides.target.values())
    verdict = Verdict.CORRECT if score >= CORRECT_FROM else Verdict.INCORRECT
    if nothing_said:
        verdict = Verdict.NO_ANSWER
    return Decision(
        verdict=verdict,
        score=score,
        extraction=Extraction(
            answer_kind=AnswerKind.NOT_APPLICABLE,
            status=Status.NO_ANSWER if nothing_said else Status.OK,
            reasoning_fallback=fallback,
        ),
        explanation=_sentence(sides, score, nothing_said=nothing_said),
        details={"figures": figures, "classes": _by_class(ledger)},
        trace=TraceFigures(
            annotation_type=NAME,
            annotation_pred=item.annotation_pred,
            pairs=tuple(_row(row, sides) for row in ledger),
            half_life_px=None,
            half_life_source="none",
            error_kinds=(),
            answer_reward=None,
            annotation_reward=score,
            task_reward=score,
            format_score=None,
            annotation_parse_ok=1.0,
        ),
    )


def read_detections(item: Item) -> Sides | Fault:
    """Return both sides of a detection item by class, or what cannot be read.

    Boxes are `[x0, y0, x1, y1]` in pixels. Without area they are read all the same, and meet nothing.
    """
    gt = item.annotation_gt
    target = _boxes(gt.get("value") if isinstance(gt, Mapping) else gt, item.target_labels, "the target")
    pred = _boxes(item.annotation_pred or [], item.pred_labels or (), "the prediction")
    if isinstance(target, Fault):
        return target
    if isinstance(pred, Fault):
        return pred
    labels = item.pred_labels or ()
    scores: Sequence[float | None] = item.pred_scores or (None,) * len(labels)
    if len(scores) != len(labels):
        return Fault(("pred_scores",), f"{len(labels)} confidences", len(scores))
    recorded = recorded_frame(item)
    raw = [from_pixels(recorded, box, item.image_size) for box in pred]
    return Sides(
        _by_label(item.target_labels or (), [_in_order(box) for box in target]),
        _by_label(labels, [_in_order(box) for box in pred]),
        _by_label(labels, raw),
        _by_label(labels, list(scores)),
        recorded,
    )


def recorded_frame(item: Item) -> Frame:
    """Return the frame that the loader read the predicted boxes in; pixels, unless the item says more."""
    name = item.metadata.get(BOXES_READ_AS)
    return next((frame for frame in FRAMES if frame.name == name), PIXELS)


def above(item: Item, threshold: float) -> Item:
    """Return the item with the detections of at least that confidence; those without one stay."""
    boxes, labels, scores = item.annotation_pred, item.pred_labels, item.pred_scores
    if scores is None or labels is None or not isinstance(boxes, Sequence):
        return item
    kept = [at for at, score in enumerate(scores) if score is None or score >= threshold]
    return replace(
        item,
        annotation_pred=[boxes[at] for at in kept if at < len(boxes)],
        pred_labels=tuple(labels[at] for at in kept if at < len(labels)),
        pred_scores=tuple(scores[at] for at in kept),
    )


def _boxes(value: object, labels: Sequence[str] | None, side: str) -> list[Witness] | Fault:
    if not isinstance(value, list | tuple) or labels is None or len(value) != len(labels):
        return Fault((), f"one label a box of {side}", "another number of them, or none")
    boxes: list[Witness] = []
    for at, one in enumerate(value):
        box = read_numbers(one, _BOX)
        if box is None:
            return Fault((at,), f"boxes [x0, y0, x1, y1] of {side}", one)
        boxes.append(box)
    return boxes


def _in_order(box: Witness) -> Witness:
    x0, y0, x1, y1 = box
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _by_label(labels: Sequence[str], values: Sequence[_T]) -> dict[str, Sequence[_T]]:
    grouped: dict[str, list[_T]] = {}
    for label, value in zip(labels, values, strict=True):
        grouped.setdefault(label, []).append(value)
    return dict(grouped)


def _by_class(ledger: Sequence[LedgerRow]) -> dict[str, JsonValue]:
    """Return what each class earned, 0..1."""
    earned: dict[str, float] = {}
    classes = {row.key for row in ledger if row.key is not None}
    for row in ledger:
        if row.key is not None:
            earned[row.key] = earned.get(row.key, 0.0) + row.share * len(classes)
    return dict(earned)


def _row(row: LedgerRow, sides: Sides) -> dict[str, JsonValue]:
    """Return a ledger row as JSON, with the confidence of its prediction."""
    values: dict[str, JsonValue] = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(row).items()
        if value is not None
    }
    if row.key is not None and row.pred_index is not None:
        confidence = sides.scores[row.key][row.pred_index]
        if confidence is not None:
            values["confidence"] = confidence
    return values


def _sentence(sides: Sides, score: float, *, nothing_said: bool) -> str:
    if nothing_said:
        return "No box was predicted."
    n_targets, n_preds = (sum(map(len, one.values())) for one in (sides.target, sides.pred))
    n_classes = len({**sides.target, **sides.pred})
    return (
        f"{n_preds} predicted against {n_targets} expected boxes earn {figure_text(score)} on average over "
        f"{n_classes} class{'es' * (n_classes != 1)}."
    )
