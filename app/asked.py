"""Questions to audits, asked once: answers kept by the key of the audit and what was asked.

Nothing returned here may be changed: it is shared by every session.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import streamlit as st

from app.library import Opened
from scoring.audit.filter import Filter
from scoring.audit.item_row import ItemRow
from scoring.audit.query import Audit
from scoring.audit.summary import FacetValue, Summary
from scoring.policy import POLICIES
from scoring.records import Decision
from scoring.rescore.again import decide_again
from scoring.stats.compare import compare_lanes
from scoring.stats.comparison import Comparison

Row: TypeAlias = Mapping[str, object]


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
    return _facets(opened.key, where, names, opened.audit)


def ordinals_of(opened: Opened, order: Order) -> Sequence[int]:
    """Return the ordinals of the items, in order."""
    return _ordinals(opened.key, order, opened.audit)


def places_of(opened: Opened, order: Order) -> Mapping[int, int]:
    """Return the 0-based place of each of the ordinals in that order."""
    return _places(opened.key, order, opened.audit)


def ids_of(opened: Opened) -> Sequence[str]:
    """Return the id of every item, by its ordinal."""
    return _ids(opened.key, opened.audit)


def item_of(opened: Opened, ordinal: int) -> ItemRow:
    """Return one item with all its columns.

    Raises:
        ContractError: the audit has no item of that ordinal.
    """
    return _item(opened.key, ordinal, opened.audit)


def decisions_of(opened: Opened, row: ItemRow) -> Mapping[str, Decision]:
    """Return the decision of every shipped policy on an item, by the policy's name."""
    return _decisions(opened.key, row.ordinal, opened, row)


def twin_of(opened: Opened, row: ItemRow) -> int | None:
    """Return the ordinal of the same item in another lane: same task, id and attempt; None without one."""
    return _twin(opened.key, row.task, row.item_id, row.attempt, opened.audit)


def count_of(opened: Opened, where: Filter) -> int:
    """Return the number of items behind a filter."""
    return _count(opened.key, where, opened.audit)


def rows_of(
    opened: Opened, order: Order, columns: tuple[str, ...], *, start: int, limit: int
) -> Sequence[Row]:
    """Return a page of rows, in order."""
    return _rows(opened.key, order, columns, start, limit, opened.audit)


def summary_of(opened: Opened, where: Filter) -> Summary:
    """Return the numbers of the items behind a filter."""
    return _summary(opened.key, where, opened.audit)


def compare(a: Opened, b: Opened) -> Comparison:
    """Return lane B against lane A.

    Raises:
        ComparisonError: the lanes have no item in common.
    """
    return _comparison(a.key, b.key, a.audit, b.audit)


# Keys name the audits; an argument with an underscore is not part of what an answer is kept by.


@st.cache_resource(max_entries=256, show_spinner=False)
def _facets(
    key: str,  # noqa: ARG001
    where: Filter,
    names: tuple[str, ...],
    _audit: Audit,
) -> Mapping[str, Sequence[FacetValue]]:
    return _audit.facets(where, names)


@st.cache_resource(max_entries=64, show_spinner=False)
def _ordinals(key: str, order: Order, _audit: Audit) -> Sequence[int]:  # noqa: ARG001
    return _audit.ordinals(order.where, sort=order.sort, descending=order.descending)


@st.cache_resource(max_entries=16, show_spinner=False)
def _places(key: str, order: Order, _audit: Audit) -> Mapping[int, int]:
    return {ordinal: at for at, ordinal in enumerate(_ordinals(key, order, _audit))}


@st.cache_resource(max_entries=8, show_spinner=False)
def _ids(key: str, _audit: Audit) -> Sequence[str]:  # noqa: ARG001
    found: list[str] = _audit.table(Filter(), ("item_id",)).column("item_id").to_pylist()
    return found


# Few: their texts may be long.
@st.cache_resource(max_entries=64, show_spinner=False)
def _item(key: str, ordinal: int, _audit: Audit) -> ItemRow:  # noqa: ARG001
    return _audit.item(ordinal)


@st.cache_resource(max_entries=64, show_spinner=False)
def _decisions(key: str, ordinal: int, _opened: Opened, _row: ItemRow) -> Mapping[str, Decision]:  # noqa: ARG001
    audited = _opened.audit.info.policy
    return decide_again(_row, POLICIES.values(), audited=audited, lane_fallback=_opened.lane.fallback)


@st.cache_resource(max_entries=1024, show_spinner=False)
def _twin(key: str, task: str | None, item_id: str, attempt: int, _audit: Audit) -> int | None:  # noqa: ARG001
    found = tuple(_audit.find(item_id))
    if not found:
        return None
    rows = _audit.table(Filter(ordinals=found), ("ordinal", "task", "attempt")).to_pylist()
    return next((int(r["ordinal"]) for r in rows if (r["task"], r["attempt"]) == (task, attempt)), None)


@st.cache_resource(max_entries=256, show_spinner=False)
def _count(key: str, where: Filter, _audit: Audit) -> int:  # noqa: ARG001
    return _audit.count(where)


@st.cache_resource(max_entries=256, show_spinner=False)
def _rows(
    key: str,  # noqa: ARG001
    order: Order,
    columns: tuple[str, ...],
    start: int,
    limit: int,
    _audit: Audit,
) -> Sequence[Row]:
    frame = _audit.rows(
        order.where, columns, sort=order.sort, descending=order.descending, limit=limit, offset=start
    )
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


@st.cache_resource(max_entries=64, show_spinner=False)
def _summary(key: str, where: Filter, _audit: Audit) -> Summary:  # noqa: ARG001
    return _audit.summary(where)


@st.cache_resource(max_entries=8, show_spinner=False)
def _comparison(key_a: str, key_b: str, _a: Audit, _b: Audit) -> Comparison:  # noqa: ARG001
    return compare_lanes(_a, _b)
