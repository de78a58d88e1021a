"""Questions to audits, asked once: answers kept by the audit and what was asked.

Nothing returned here may be changed: it is shared by every session.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from app.compared import AS_USUAL, Compared
from app.library import Opened
from scoring.audit.explained import stored_explanation
from scoring.audit.filter import Filter
from scoring.audit.item_row import ItemRow
from scoring.audit.means import ScoreMean, score_means
from scoring.audit.query import Audit
from scoring.audit.summary import FacetValue, Summary
from scoring.diagnose.case import case_of
from scoring.diagnose.frames import framed_prediction
from scoring.draw.scene import Named, named_parts
from scoring.policy import POLICIES, Policy
from scoring.records import Decision, TaskType
from scoring.rescore.again import decide_again, item_of_row
from scoring.stats.compare import compare_lanes
from scoring.stats.comparison import Comparison
from scoring.stats.matrix import LaneMatrix, compare_many
from scoring.tasks import score_item
from scoring.tasks.trace_item import explain_trace_item
from scoring.trace.explain import TraceExplanation

Row: TypeAlias = Mapping[str, object]

_LONG_LEDGER: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The items behind a filter, in the order of the table.

    Attributes:
        where: the filter.
        sort: the column they are sorted by.
    """

    where: Filter
    sort: str = "ordinal"
    descending: bool = False


def facets_of(opened: Opened, where: Filter, names: tuple[str, ...]) -> Mapping[str, Sequence[FacetValue]]:
    """Return the facets of a lane under a filter."""
    return _facets(opened.audit, where, names)


def ordinals_of(opened: Opened, order: Order) -> Sequence[int]:
    """Return the ordinals of the items, in order."""
    return _ordinals(opened.audit, order)


def places_of(opened: Opened, order: Order) -> Mapping[int, int]:
    """Return the 0-based place of each of the ordinals in that order."""
    return _places(opened.audit, order)


def ids_of(opened: Opened) -> Sequence[str]:
    """Return the id of every item, by its ordinal."""
    return _ids(opened.audit)


def item_of(opened: Opened, ordinal: int) -> ItemRow:
    """Return one item with all its columns.

    Raises:
        ContractError: the audit has no item of that ordinal.
    """
    return _item(opened.audit, ordinal)


def decisions_of(opened: Opened, row: ItemRow) -> Mapping[str, Decision]:
    """Return the decision of every shipped policy on an item, by the policy's name."""
    return _decisions(opened.audit, row.ordinal, opened.lane.fallback)


def decision_under(opened: Opened, row: ItemRow, policy: Policy) -> Decision:
    """Return what a policy decides on an item, shipped or not."""
    return _decision(opened.audit, row.ordinal, policy, opened.lane.fallback)


def explanation_of(opened: Opened, row: ItemRow) -> TraceExplanation | None:
    """Return why a Trace item earned what it earned; None for any other item and for an unscorable one."""
    if row.task_type != TaskType.TRACE or row.answer_reward is None:
        return None
    return _explanation(opened.audit, row.ordinal)


def explanation_at(opened: Opened, row: ItemRow, half_life_px: float) -> TraceExplanation:
    """Return what a Trace item would earn with another half-life; nothing of the audit changes."""
    return _explanation(opened.audit, row.ordinal, half_life_px)


def other_reading_of(opened: Opened, row: ItemRow) -> tuple[Named, ...]:
    """Return the predictions as the frame that explains them has them; none where no frame does."""
    if row.frame_finding is None:
        return ()
    return _other_reading(opened.audit, row.ordinal)


def twin_of(opened: Opened, row: ItemRow) -> int | None:
    """Return the ordinal of the same item in another lane: same task, id and attempt; None without one."""
    return _twin(opened.audit, row.task, row.item_id, row.attempt)


def count_of(opened: Opened, where: Filter) -> int:
    """Return the number of items behind a filter."""
    return _count(opened.audit, where)


def rows_of(
    opened: Opened, order: Order, columns: tuple[str, ...], *, start: int, limit: int
) -> Sequence[Row]:
    """Return a page of rows, in order."""
    return _rows(opened.audit, order, columns, start, limit)


def summary_of(opened: Opened, where: Filter) -> Summary:
    """Return the numbers of the items behind a filter."""
    return _summary(opened.audit, where)


def means_of(opened: Opened) -> Sequence[ScoreMean]:
    """Return the means of a lane's scores and rewards; empty where the accuracy says it all."""
    return _means(opened.audit)


def compare(a: Opened, b: Opened, how: Compared = AS_USUAL) -> Comparison:
    """Return lane B against lane A, by margin, clusters and seed of `how`.

    Raises:
        ComparisonError: the lanes have no item in common.
    """
    return _compared(a.audit, b.audit, margin_pp=how.margin_pp, clusters=how.clusters, seed=how.seed)


def scores_of(opened: Opened, name: str) -> npt.NDArray[np.float64]:
    """Return one score of every item of a lane, by its ordinal; NaN where it has none."""
    return _scores(opened.audit, name)


def matrix_of(lanes: Sequence[Opened]) -> LaneMatrix:
    """Return every lane against every other.

    Raises:
        ComparisonError: fewer than two lanes.
    """
    return _matrix(tuple(opened.audit for opened in lanes))


# Kept in memory by the audit itself and what was asked; whatever was not asked for longest goes first.


@lru_cache(maxsize=16)
def _means(audit: Audit) -> Sequence[ScoreMean]:
    return score_means(audit)


@lru_cache(maxsize=256)
def _facets(audit: Audit, where: Filter, names: tuple[str, ...]) -> Mapping[str, Sequence[FacetValue]]:
    return audit.facets(where, names)


@lru_cache(maxsize=64)
def _ordinals(audit: Audit, order: Order) -> Sequence[int]:
    return audit.ordinals(order.where, sort=order.sort, descending=order.descending)


@lru_cache(maxsize=16)
def _places(audit: Audit, order: Order) -> Mapping[int, int]:
    return {ordinal: at for at, ordinal in enumerate(_ordinals(audit, order))}


@lru_cache(maxsize=8)
def _ids(audit: Audit) -> Sequence[str]:
    found: list[str] = audit.table(Filter(), ("item_id",)).column("item_id").to_pylist()
    return found


# Few: their texts may be long.
@lru_cache(maxsize=64)
def _item(audit: Audit, ordinal: int) -> ItemRow:
    return audit.item(ordinal)


@lru_cache(maxsize=64)
def _decisions(audit: Audit, ordinal: int, lane_fallback: bool | None) -> Mapping[str, Decision]:  # noqa: FBT001
    return decide_again(
        _item(audit, ordinal),
        POLICIES.values(),
        audited=audit.info.policy,
        lane_fallback=lane_fallback,
    )


@lru_cache(maxsize=64)
def _decision(audit: Audit, ordinal: int, policy: Policy, lane_fallback: bool | None) -> Decision:  # noqa: FBT001
    (decision,) = decide_again(
        _item(audit, ordinal), [policy], audited=audit.info.policy, lane_fallback=lane_fallback
    ).values()
    return decision


# Few: a ledger may be long.
@lru_cache(maxsize=32)
def _explanation(audit: Audit, ordinal: int, half_life_px: float | None = None) -> TraceExplanation:
    row, policy = _item(audit, ordinal), audit.info.policy
    if isinstance(row.pairs, list) and len(row.pairs) > _LONG_LEDGER:
        # Thousands of witnesses take seconds to pair; the audit has the pairs.
        return stored_explanation(row)
    if half_life_px is not None:
        policy = replace(policy, trace_half_life_px=half_life_px)
    item = item_of_row(row, audited=policy, lane_fallback=audit.info.lane_fallback)
    return explain_trace_item(item, policy, fallback=row.reasoning_fallback)


@lru_cache(maxsize=32)
def _other_reading(audit: Audit, ordinal: int) -> tuple[Named, ...]:
    row, policy, fallback = _item(audit, ordinal), audit.info.policy, audit.info.lane_fallback
    item = item_of_row(row, audited=policy, lane_fallback=fallback)
    case = case_of(item, score_item(item, policy, lane_fallback=fallback))
    parts = None if case is None else framed_prediction(case, policy.frames, row.frame_finding)
    return () if parts is None else named_parts(parts)


@lru_cache(maxsize=1024)
def _twin(audit: Audit, task: str | None, item_id: str, attempt: int) -> int | None:
    found = tuple(audit.find(item_id))
    if not found:
        return None
    rows = audit.table(Filter(ordinals=found), ("ordinal", "task", "attempt")).to_pylist()
    return next((int(r["ordinal"]) for r in rows if (r["task"], r["attempt"]) == (task, attempt)), None)


@lru_cache(maxsize=64)
def _summary(audit: Audit, where: Filter) -> Summary:
    return audit.summary(where)


@lru_cache(maxsize=256)
def _count(audit: Audit, where: Filter) -> int:
    return audit.count(where)


@lru_cache(maxsize=256)
def _rows(audit: Audit, order: Order, columns: tuple[str, ...], start: int, limit: int) -> Sequence[Row]:
    frame = audit.rows(
        order.where, columns, sort=order.sort, descending=order.descending, limit=limit, offset=start
    )
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


@lru_cache(maxsize=16)
def _scores(audit: Audit, name: str) -> npt.NDArray[np.float64]:
    table = audit.table(columns=("ordinal", name))
    ordinals = table["ordinal"].to_numpy()
    found = np.full(int(ordinals.max()) + 1 if len(ordinals) else 0, np.nan)
    found[ordinals] = table[name].to_numpy()
    return found


@lru_cache(maxsize=4)
def _matrix(audits: tuple[Audit, ...]) -> LaneMatrix:
    return compare_many(audits)


_compared = lru_cache(maxsize=8)(compare_lanes)
