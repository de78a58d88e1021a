"""Columns and the order of rows in SQL; the only names from outside that ever stand in a query."""

from __future__ import annotations

from scoring.audit.filter import FACETS
from scoring.audit.schema import SCHEMA
from scoring.errors import ContractError

_CHANGE = "change"


def column_sql(name: str) -> str:
    """Return a column of the schema in SQL; `change` may be asked for like one.

    Raises:
        ContractError: not in the schema; the allowed names are listed.
    """
    if name == _CHANGE:
        return FACETS[_CHANGE]
    if name not in SCHEMA.names:
        raise ContractError(
            f"expected a column, got {name!r}", cure=f"Allowed: {', '.join([*SCHEMA.names, _CHANGE])}."
        )
    return name


def order_sql(sort: str, *, descending: bool) -> str:
    """Return what stands after ORDER BY: no value comes last, ties keep the order of the file.

    Raises:
        ContractError: not a column.
    """
    return f"{column_sql(sort)} {'DESC' if descending else 'ASC'} NULLS LAST, ordinal"
