"""The diagnosis of one annotation: frames, pairing, counterfactuals and the kind of every error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.diagnose.assignment import audit_assignment
from scoring.diagnose.case import Case, case_of
from scoring.diagnose.counterfactuals import find_counterfactuals
from scoring.diagnose.frames import FrameFinding, find_frames, framed_prediction
from scoring.diagnose.kinds import Row, count_kinds, witness_kinds
from scoring.policy import Policy
from scoring.records import Decision, Item, JsonValue
from scoring.trace.annotation import score_parts
from scoring.trace.ledger import build_ledger

PAIRING_GAIN = 0.01
"""A better pairing is told of from this gain on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """What is to be said about one annotation beyond its reward, which it never changes.

    Attributes:
        error_kinds: what went wrong: kinds of the item first, then those of its witnesses.
        pairs: the rows of the ledger, each with its `kind`.
        frames: the reward in other coordinate frames; None where none was tried.
        details: `witness_kinds` (how many rows of each kind), `counterfactuals` and
            `best_pairing_reward`, where there is something to say.
    """

    error_kinds: tuple[str, ...]
    pairs: tuple[Mapping[str, JsonValue], ...]
    frames: FrameFinding | None = None
    details: Mapping[str, JsonValue] = field(default_factory=dict)


def diagnose_item(item: Item, decision: Decision, policy: Policy) -> Diagnosis | None:
    """Return the diagnosis of an item that was decided; None for one without Trace figures.

    Args:
        item: the item.
        decision: what the scorer decided on it.
        policy: whose frames are tried.
    """
    if decision.trace is None:
        return None
    pairs, kinds = decision.trace.pairs, decision.trace.error_kinds
    case = case_of(item, decision)
    if case is None:
        return Diagnosis(error_kinds=kinds, pairs=pairs)
    outside = ("target_outside_image",) if _target_outside(case) else ()
    if case.reward >= 1.0 and case.pred is not None:
        counts: dict[str, JsonValue] = {"exact": len(pairs)} if pairs else {}
        return Diagnosis(
            error_kinds=(*kinds, *outside, *counts),
            pairs=tuple({**row, "kind": "exact"} for row in pairs),
            details={"witness_kinds": counts},
        )
    return _diagnose(case, pairs, (*kinds, *outside), policy)


def _diagnose(
    case: Case, pairs: tuple[Mapping[str, JsonValue], ...], kinds: tuple[str, ...], policy: Policy
) -> Diagnosis:
    audited = audit_assignment(case)
    mended = find_counterfactuals(case)
    plain = max([*mended.values(), 0.0 if audited is None else audited.best_reward])
    frames = find_frames(case, policy.frames, plain=plain)
    rows = _rows(case, pairs)
    told = []
    if case.pred is not None:
        told = witness_kinds(case, rows, framed_prediction(case, policy.frames, frames.named))
    counts = count_kinds([*told, *["malformed"] * case.n_culprits])
    details: dict[str, JsonValue] = {"witness_kinds": dict(counts)}
    if mended:
        details["counterfactuals"] = dict(mended)
    if audited is not None and audited.difference >= PAIRING_GAIN:
        details["best_pairing_reward"] = audited.best_reward
    return Diagnosis(
        error_kinds=(*kinds, *counts),
        pairs=_with_kinds(pairs, told),
        frames=frames,
        details=details,
    )


def _rows(case: Case, pairs: Sequence[Mapping[str, JsonValue]]) -> list[Row]:
    """Return the ledger's rows; of an annotation with culprits those of the rest."""
    if case.pred is not None and case.n_culprits:
        attempt = score_parts(case.kind, target=case.target, pred=case.pred, half_life=case.half_life)
        ledger = build_ledger(case.kind, attempt, lambda _key, _index: None)
        return [Row(one.key, one.target_index, one.pred_index, one.similarity) for one in ledger]
    return [
        Row(row.get("key"), row.get("target_index"), row.get("pred_index"), row["similarity"])  # type: ignore[arg-type]  # as `LedgerRow` has them
        for row in pairs
    ]


def _with_kinds(
    pairs: tuple[Mapping[str, JsonValue], ...], kinds: Sequence[str]
) -> tuple[Mapping[str, JsonValue], ...]:
    if len(pairs) != len(kinds):
        return pairs
    return tuple({**row, "kind": kind} for row, kind in zip(pairs, kinds, strict=True))


def _target_outside(case: Case) -> bool:
    """Return whether a target lies wholly outside the image, which says that its frame is another."""
    if case.size is None:
        return False
    width, height = case.size
    groups = case.target.values() if isinstance(case.target, dict) else [case.target]
    return any(
        max(one[::2]) < 0 or min(one[::2]) > width or max(one[1::2]) < 0 or min(one[1::2]) > height
        for group in groups
        for one in group
    )
