"""The diagnosis of one annotation: frames, pairing, counterfactuals and the kind of every error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.diagnose.assignment import AssignmentAudit, audit_assignment, placed
from scoring.diagnose.case import Case, case_of, is_outside
from scoring.diagnose.counterfactuals import find_counterfactuals
from scoring.diagnose.far_witness import find_far_witness
from scoring.diagnose.frames import FrameFinding, find_frames, framed_prediction
from scoring.diagnose.kinds import Row, count_kinds, witness_kinds
from scoring.diagnose.readings import read_raw
from scoring.policy import Policy
from scoring.records import Decision, Item, JsonValue, TaskType
from scoring.trace.annotation import score_parts
from scoring.trace.containers import Fault, Parts
from scoring.trace.contracts import ANNOTATION_TYPES
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
        details: `witness_kinds` (how many witnesses of each kind), `counterfactuals`, `far_witness` (key and
            index of the prediction that spoils the pairs), `best_pairing_reward` of sets and
            `corners_reordered` (predicted boxes), where there is something to say.
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
    n_reordered = _n_reordered(item, case)
    odd = {"target_outside_image": _target_outside(case), "corners_reordered": n_reordered > 0}
    kinds = (*kinds, *(name for name, holds in odd.items() if holds))
    if case.reward >= 1.0 and case.pred is not None:
        counts: dict[str, JsonValue] = {"exact": len(pairs)} if pairs else {}
        found = Diagnosis(
            error_kinds=(*kinds, *counts),
            pairs=tuple({**row, "kind": "exact"} for row in pairs),
            details={"witness_kinds": counts},
        )
    else:
        found = _diagnose(case, pairs, kinds, policy)
    if not n_reordered:
        return found
    return replace(found, details={**found.details, "corners_reordered": n_reordered})


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
    counts = count_kinds(rows if told else (), told, n_malformed=case.n_culprits)
    details: dict[str, JsonValue] = {"witness_kinds": dict(counts)}
    far = find_far_witness(case, audited)
    if far is not None:
        details["far_witness"] = {"key": far.place.key, "pred_index": far.place.at}
        mended["far_witness_dropped"] = far.reward
    mended |= _placed_anew(case, audited, mended)
    if mended:
        details["counterfactuals"] = dict(mended)
    if audited is not None and audited.difference >= PAIRING_GAIN and case.kind.container.pairs_best:
        details["best_pairing_reward"] = audited.best_reward
    return Diagnosis(
        error_kinds=(*kinds, *(("far_witness",) if far is not None else ()), *counts),
        pairs=_with_kinds(pairs, told),
        frames=frames,
        details=details,
    )


_ANEW = {"sequence": "order_restored", "map": "keys_exchanged"}


def _placed_anew(
    case: Case, audited: AssignmentAudit | None, mended: Mapping[str, float]
) -> dict[str, float]:
    """Return what witnesses that pair by place or key would earn, each where it meets its target best.

    Left out where a plainer mend, such as keys without their case, does as much.
    """
    name = _ANEW.get(case.kind.container.name)
    if name is None or audited is None or audited.difference < PAIRING_GAIN:
        return {}
    is_told = audited.best_reward < max(mended.values(), default=0.0) + PAIRING_GAIN
    return {} if is_told else {name: audited.best_reward}


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
    return any(is_outside(one, case.size) for _, one in placed(case.target))


def _n_reordered(item: Item, case: Case) -> int:
    """Return how many predicted boxes were given with corners that had to be put in order."""
    given: Parts | Fault | None = case.raw
    if item.task_type is TaskType.DETECTION:
        given = read_raw(ANNOTATION_TYPES["bbox_set"], item.annotation_pred)
    if given is None or isinstance(given, Fault) or case.kind.geometry.name != "bbox":
        return 0
    return sum(box[0] > box[2] or box[1] > box[3] for _, box in placed(given))
