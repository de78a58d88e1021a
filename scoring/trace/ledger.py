"""The witness ledger: what every witness of both sides earned, and why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from scoring.trace.annotation import Attempt, Scored
from scoring.trace.contracts import AnnotationType
from scoring.trace.geometry.base import Witness
from scoring.trace.positions import Span

State: TypeAlias = Literal["paired", "far", "missing", "extra", "both_empty"]

PAIR_STATES: frozenset[State] = frozenset({"paired", "far"})
"""The states of rows that hold a target and a prediction."""

EARNS_NOTHING = 0.0001
"""Pairs less alike than this are `far`: they were paired, but earn nothing that could be seen."""

SpanOf: TypeAlias = Callable[[str | None, int], Span | None]
"""(key of a map or None, index of a predicted witness) -> its characters in the response."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRow:
    """One pair, or one witness without a partner.

    Attributes:
        state: `paired`; `far` (paired, with a similarity below `EARNS_NOTHING`);
            `missing` (a target without a like prediction); `extra` (a prediction
            without a like target); `both_empty` for a group that no side has a witness in, which
            earns in full. Pairs without any similarity are missing and extra.
        key: the key of a map, None elsewhere.
        target_index: place of the target inside its group, or None.
        pred_index: place of the prediction inside its group, or None.
        target: the target's numbers, or None.
        pred: the prediction's numbers, or None.
        similarity: 0..1; 0 without a partner.
        iou: intersection over union of a pair of boxes, None otherwise.
        distance_px: distance of a pair of points or segments, None otherwise.
        divisor: by what the similarity is divided.
        share: what the row adds to the annotation reward; the rows sum to it.
        span: [start, end) of the characters that the prediction was read from, or None.
    """

    state: State
    key: str | None = None
    target_index: int | None = None
    pred_index: int | None = None
    target: Witness | None = None
    pred: Witness | None = None
    similarity: float = 0.0
    iou: float | None = None
    distance_px: float | None = None
    divisor: float
    share: float = 0.0
    span: Span | None = None


def build_ledger(kind: AnnotationType, attempt: Attempt, span_of: SpanOf) -> tuple[LedgerRow, ...]:
    """Return one row a pair and one a witness without partner, groups in order.

    Args:
        kind: the annotation type.
        attempt: the annotation as scored.
        span_of: where a predicted witness stands in the response.
    """
    rows: list[LedgerRow] = []
    for scored in attempt.scored:
        rows += _group_rows(kind, scored, attempt.n_groups, span_of)
    target, pred = attempt.target, attempt.pred
    if isinstance(target, dict) and isinstance(pred, dict):
        for key, items in target.items():
            if key not in pred:
                rows += _lonely(key, items, (), attempt.n_groups, span_of)
        for key, items in pred.items():
            if key not in target:
                rows += _lonely(key, (), items, attempt.n_groups, span_of)
    if not attempt.n_groups:
        rows.append(LedgerRow(state="both_empty", similarity=1.0, divisor=1.0, share=1.0))
    return tuple(rows)


def _group_rows(kind: AnnotationType, scored: Scored, n_groups: int, span_of: SpanOf) -> Iterator[LedgerRow]:
    (key, targets, preds), pairs = scored
    if not targets and not preds:
        share = 1.0 / n_groups
        yield LedgerRow(state="both_empty", key=key, similarity=1.0, divisor=float(n_groups), share=share)
        return
    distance = kind.geometry.distance
    divisor = float(max(len(targets), len(preds)) * n_groups)
    alike = [pair for pair in sorted(pairs) if pair[2] != 0.0]
    for i, j, similarity in alike:
        yield LedgerRow(
            state="paired" if similarity >= EARNS_NOTHING else "far",
            key=key,
            target_index=i,
            pred_index=j,
            target=targets[i],
            pred=preds[j],
            similarity=similarity,
            iou=similarity if distance is None else None,
            distance_px=None if distance is None else distance(targets[i], preds[j]),
            divisor=divisor,
            share=similarity / divisor,
            span=span_of(key, j),
        )
    yield from _unpaired(
        key=key,
        targets=targets,
        preds=preds,
        divisor=divisor,
        span_of=span_of,
        paired_targets={pair[0] for pair in alike},
        paired_preds={pair[1] for pair in alike},
    )


def _lonely(
    key: str, targets: Sequence[Witness], preds: Sequence[Witness], n_groups: int, span_of: SpanOf
) -> Iterator[LedgerRow]:
    """Yield the rows of a key that only one side has."""
    divisor = float(max(len(targets), len(preds), 1) * n_groups)
    return _unpaired(key=key, targets=targets, preds=preds, divisor=divisor, span_of=span_of)


def _unpaired(
    *,
    key: str | None,
    targets: Sequence[Witness],
    preds: Sequence[Witness],
    divisor: float,
    span_of: SpanOf,
    paired_targets: Collection[int] = (),
    paired_preds: Collection[int] = (),
) -> Iterator[LedgerRow]:
    for i, target in enumerate(targets):
        if i not in paired_targets:
            yield LedgerRow(state="missing", key=key, target_index=i, target=target, divisor=divisor)
    for j, pred in enumerate(preds):
        if j not in paired_preds:
            yield LedgerRow(
                state="extra", key=key, pred_index=j, pred=pred, divisor=divisor, span=span_of(key, j)
            )
