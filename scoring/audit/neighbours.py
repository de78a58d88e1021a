"""Where an item stands among the items of a filter."""

# ruff: noqa: S608 - only names out of our own tables stand in the SQL; every value is a parameter.

from __future__ import annotations

from typing import NamedTuple

from scoring.audit.columns import column_sql, order_sql
from scoring.audit.database import Database
from scoring.audit.filter import Filter, build_condition


class Neighbours(NamedTuple):
    """Where an item stands inside a filter.

    Attributes:
        previous: ordinal of the item before it; None at the start.
        next: ordinal of the item after it; None at the end.
        position: 1-based place inside the filter; None if the filter does not let the item through
            (previous and next are then the ones around its place).
        total: number of items behind the filter.
    """

    previous: int | None
    next: int | None
    position: int | None
    total: int


def find_neighbours(
    database: Database, where: Filter, ordinal: int, *, sort: str, descending: bool
) -> Neighbours | None:
    """Return the items before and after one in the order of a table; None if there is no such item.

    Raises:
        ContractError: an unknown column to sort by.
    """
    found = build_condition(where)
    sql = f"""
        WITH kept AS (
            SELECT ordinal, {column_sql(sort)} AS {sort}, coalesce({found.sql}, FALSE) AS inside
            FROM {database.items} WHERE ({found.sql}) OR ordinal = $at
        ), placed AS (
            SELECT ordinal, inside,
                lag(ordinal) OVER line AS previous,
                lead(ordinal) OVER line AS next,
                count(*) FILTER (inside) OVER line AS position,
                count(*) FILTER (inside) OVER () AS total
            FROM kept WINDOW line AS (ORDER BY {order_sql(sort, descending=descending)})
        )
        SELECT previous, next, if(inside, position, NULL), total FROM placed WHERE ordinal = $at
    """
    placed = database.ask(sql, {**found.parameters, "at": ordinal}) if is_int64(ordinal) else []
    return Neighbours(*placed[0]) if placed else None


def is_int64(number: int) -> bool:
    """Return whether a number can be an ordinal at all."""
    return -(2**63) <= number < 2**63
