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
from scoring.audit.query import Audit
from scoring.audit.summary import FacetValue
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


def rows_of(
    opened: Opened, order: Order, columns: tuple[str, ...], *, start: int, limit: int
) -> Sequence[Row]:
    """Return a page of rows, in order."""
    return _rows(opened.key, order, columns, start, limit, opened.audit)


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


@st.cache_resource(max_entries=8, show_spinner=False)
def _comparison(key_a: str, key_b: str, _a: Audit, _b: Audit) -> Comparison:  # noqa: ARG001
    return compare_lanes(_a, _b)
