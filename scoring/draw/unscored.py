"""What can be read of an annotation that was not scored: witnesses of both sides, without pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from scoring.draw.subject import Subject
from scoring.records import JsonValue
from scoring.trace.annotation import read_parts
from scoring.trace.containers import Fault, Parts
from scoring.trace.contracts import AnnotationType
from scoring.trace.culprits import without_culprits
from scoring.trace.geometry.base import Witness, read_numbers
from scoring.trace.ledger import LedgerRow
from scoring.trace.verify import read_target

_BOX = 4


def unscored_rows(kind: AnnotationType, subject: Subject) -> Iterator[LedgerRow]:
    """Yield what can be read of both sides, unpaired; of an unreadable prediction what is left of it."""
    target = read_target(kind, subject.annotation_gt)
    if not isinstance(target, Fault):
        for key, at, witness in each_witness(target):
            yield LedgerRow(state="missing", key=key, target_index=at, target=witness, divisor=1.0)
    if subject.annotation_pred is None:
        return
    pred = read_parts(kind, subject.annotation_pred)
    if isinstance(pred, Fault):
        rest = without_culprits(kind, subject.annotation_pred).value
        pred = pred if rest is None else read_parts(kind, rest)
    if not isinstance(pred, Fault):
        for key, at, witness in each_witness(pred):
            yield LedgerRow(state="extra", key=key, pred_index=at, pred=witness, divisor=1.0)


def unscored_detections(subject: Subject) -> Iterator[LedgerRow]:
    """Yield the boxes of a detection item that can be read, unpaired; one without a label has no key."""
    gt = subject.annotation_gt
    value = gt.get("value") if isinstance(gt, Mapping) else gt
    for key, at, box in _boxes(value, subject.target_labels):
        yield LedgerRow(state="missing", key=key, target_index=at, target=box, divisor=1.0)
    for key, at, box in _boxes(subject.annotation_pred, subject.pred_labels):
        yield LedgerRow(state="extra", key=key, pred_index=at, pred=box, divisor=1.0)


def each_witness(parts: Parts) -> Iterator[tuple[str | None, int, Witness]]:
    """Yield key, place inside its group and numbers of every witness."""
    groups = parts.items() if isinstance(parts, dict) else ((None, parts),)
    for key, witnesses in groups:
        for at, witness in enumerate(witnesses):
            yield key, at, witness


def _boxes(value: JsonValue, labels: Sequence[str] | None) -> Iterator[tuple[str | None, int, Witness]]:
    listed = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
    seen: defaultdict[str | None, int] = defaultdict(int)
    for at, one in enumerate(listed):
        key = labels[at] if labels is not None and at < len(labels) else None
        box = read_numbers(one, _BOX)
        if box is not None:
            x0, y0, x1, y1 = box
            yield key, seen[key], (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
        seen[key] += 1
