"""One annotation ready to be diagnosed: both sides read, and what the scorer made of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.diagnose.readings import read_raw
from scoring.frames import PIXELS, Frame
from scoring.pixels import Size
from scoring.records import Decision, Item, JsonValue, TaskType, TraceFigures
from scoring.tasks.detection import DETECTION, read_detections
from scoring.trace.annotation import add_figures, read_parts, score_parts
from scoring.trace.containers import Fault, Parts
from scoring.trace.contracts import AnnotationType, annotation_type
from scoring.trace.culprits import without_culprits
from scoring.trace.geometry.base import Witness
from scoring.trace.half_life import NO_HALF_LIFE, HalfLife
from scoring.trace.values import MAPPINGS


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One annotation as scored.

    Attributes:
        kind: the annotation type.
        target: the target's witnesses.
        pred: the predicted witnesses that can be read; None if nothing can.
        raw: the predicted numbers as they were given, None where they cannot be read.
        raw_target: the target's numbers as they were given.
        n_culprits: predicted witnesses that made the annotation unreadable.
        half_life: as it was scored with.
        size: of the image as declared, None if unknown.
        decoded_size: of the image file, where it differs from the declared one.
        recorded: the frame that the predictions were read in.
        reward: what the annotation earned.
        is_detection: the keys are classes of detected objects.
    """

    kind: AnnotationType
    target: Parts
    pred: Parts | None
    raw: Parts | None
    raw_target: Parts
    n_culprits: int = 0
    half_life: HalfLife
    size: Size | None
    decoded_size: Size | None = None
    recorded: Frame = field(default=PIXELS)
    reward: float
    is_detection: bool = False

    def score(self, *, target: Parts, pred: Parts) -> float:
        """Return what a prediction would earn against a target, all else as it was scored."""
        attempt = score_parts(self.kind, target=target, pred=pred, half_life=self.half_life)
        return add_figures({}, self.kind, attempt)


DECODED_SIZE = "decoded_size"
"""Where an item's metadata hold the size of its image file, if that is not the declared one."""


def case_of(item: Item, decision: Decision) -> Case | None:
    """Return the case of an item that was decided; None where no annotation was scored.

    That is so without a predicted annotation, with a target that cannot be read, and where the
    reward contract does not fit.
    """
    trace = decision.trace
    if trace is None:
        return None
    if item.task_type is TaskType.DETECTION:
        return _detection_case(item, trace)
    kind = annotation_type(item.annotation_gt)
    if kind is None or trace.annotation_pred is None or "contract_fault" in decision.details:
        return None
    assert isinstance(item.annotation_gt, MAPPINGS)
    target, raw_target = (read(kind, item.annotation_gt.get("value")) for read in (read_parts, read_raw))
    if isinstance(target, Fault) or isinstance(raw_target, Fault):
        return None
    raw = read_raw(kind, trace.annotation_pred)
    pred, n_culprits = _readable(kind, trace.annotation_pred)
    has_life = kind.geometry.has_half_life and trace.half_life_px is not None
    return Case(
        kind=kind,
        target=target,
        pred=pred,
        raw=None if isinstance(raw, Fault) else raw,
        raw_target=raw_target,
        n_culprits=n_culprits,
        half_life=HalfLife(trace.half_life_px or 0.0, "explicit") if has_life else NO_HALF_LIFE,
        size=item.image_size,
        decoded_size=_pair(item.metadata.get(DECODED_SIZE)),
        reward=trace.annotation_reward,
    )


def _readable(kind: AnnotationType, value: JsonValue) -> tuple[Parts | None, int]:
    """Return the predicted witnesses that can be read, and how many cannot."""
    parts = read_parts(kind, value)
    if not isinstance(parts, Fault):
        return parts, 0
    pruned = without_culprits(kind, value)
    rest = None if pruned.value is None else read_parts(kind, pruned.value)
    return (None if rest is None or isinstance(rest, Fault) else rest), len(pruned.culprits) or 1


def _detection_case(item: Item, trace: TraceFigures) -> Case | None:
    sides = read_detections(item)
    if isinstance(sides, Fault):
        return None
    return Case(
        kind=DETECTION,
        target=sides.target,
        pred=sides.pred,
        raw=sides.raw,
        raw_target=sides.target,
        half_life=NO_HALF_LIFE,
        size=item.image_size,
        decoded_size=_pair(item.metadata.get(DECODED_SIZE)),
        recorded=sides.recorded,
        reward=trace.annotation_reward,
        is_detection=True,
    )


def is_outside(witness: Witness, size: Size | None) -> bool:
    """Return whether a witness and the image share nothing; False where the size is not known."""
    if size is None:
        return False
    xs, ys = witness[::2], witness[1::2]
    width, height = size
    return max(xs) < 0 or min(xs) > width or max(ys) < 0 or min(ys) > height


def _pair(value: JsonValue) -> Size | None:
    if isinstance(value, list | tuple) and [type(side) for side in value] == [int, int]:
        width, height = (int(str(side)) for side in value)
        return (width, height) if width > 0 and height > 0 else None
    return None
