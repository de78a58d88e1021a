"""Columns and the order of rows in SQL; the only names from outside that ever stand in a query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.audit.filter import FACETS
from scoring.audit.schema import SCHEMA
from scoring.errors import ContractError

DERIVED: Final[Mapping[str, str]] = {
    "change": FACETS["change"],
    "item_digest": "hash(item_hash)",
    "prompt_digest": "hash(prompt)",
    "options_digest": "hash(options)",
    "target_digest": "hash(target, target_mode)",
    "images_digest": "CASE WHEN len(images) > 0 THEN hash(images) END",
}
"""What may be asked for like a column -> its SQL. A digest is 64 bits: equal for equal values."""


def column_sql(name: str) -> str:
    """Return a column of the schema, or one of `DERIVED`, in SQL.

    Raises:
        ContractError: neither; the allowed names are listed.
    """
    if name in DERIVED:
        return DERIVED[name]
    if name not in SCHEMA.names:
        raise ContractError(
            f"expected a column, got {name!r}", cure=f"Allowed: {', '.join([*SCHEMA.names, *DERIVED])}."
        )
    return name


def order_sql(sort: str, *, descending: bool) -> str:
    """Return what stands after ORDER BY: no value comes last, ties keep the order of the file.

    Raises:
        ContractError: not a column.
    """
    return f"{column_sql(sort)} {'DESC' if descending else 'ASC'} NULLS LAST, ordinal"
