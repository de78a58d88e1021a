"""Questions to an audit, answered by DuckDB over its Parquet file or over an Arrow table."""

# ruff: noqa: S608 - only names out of our own tables stand in the SQL; every value is a parameter.

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from scoring.audit.canonical import storable
from scoring.audit.columns import column_sql, order_sql
from scoring.audit.counting import count_values, count_verdicts
from scoring.audit.database import Database
from scoring.audit.filter import Filter, build_condition
from scoring.audit.header import RUN_JSON, info_from_json
from scoring.audit.info import AuditInfo
from scoring.audit.item_row import ItemRow, read_item_row
from scoring.audit.neighbours import Neighbours, find_neighbours, is_int64
from scoring.audit.schema import SCHEMA
from scoring.audit.summary import SUMMARY_FACETS, FacetValue, Summary, build_summary
from scoring.errors import AuditError, ContractError
from scoring.records import Problem

__all__ = ["Audit", "Neighbours", "open_audit"]

_ALL = Filter()
_KEPT_SEARCHES = 32
_PANDAS_TYPES = {
    pa.int32(): pd.Int32Dtype(),
    pa.int64(): pd.Int64Dtype(),
    pa.bool_(): pd.BooleanDtype(),
}


class Audit:
    """A rescored run, ready for questions. Safe to share between threads; nothing in it changes.

    Attributes:
        info: what `run.json` says.
        folder: where it lies; None in memory.
    """

    def __init__(self, info: AuditInfo, rows: Path | pa.Table, folder: Path | None = None) -> None:
        """Keep the header and open the rows; use `open_audit` or `from_table`.

        Args:
            rows: the Parquet file, or a table of the same columns.
        """
        self.info = info
        self.folder = folder
        self._database = Database(rows)
        self._ask = self._database.ask
        self._items = self._database.items
        self._search = lru_cache(maxsize=_KEPT_SEARCHES)(self._find_text)

    @classmethod
    def from_table(cls, table: pa.Table, info: AuditInfo) -> Audit:
        """Return an audit over rows in memory, e.g. while a policy is being tried.

        Args:
            table: rows of `scoring.audit.schema.SCHEMA`.
        """
        return cls(info, table)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return everything wrong with the data, in the order of the file."""
        return self.info.problems

    def count(self, where: Filter = _ALL) -> int:
        """Return the number of items behind a filter."""
        found = build_condition(self._without_text(where))
        ((n,),) = self._ask(f"SELECT count(*) FROM {self._items} WHERE {found.sql}", found.parameters)
        return int(n)

    def rows(
        self,
        where: Filter = _ALL,
        columns: Sequence[str] = ("ordinal", "item_id"),
        *,
        sort: str = "ordinal",
        descending: bool = False,
        limit: int | None = None,
        offset: int = 0,
    ) -> pd.DataFrame:
        """Return the chosen columns of the items behind a filter, one row an item.

        Text columns are read only when they are asked for. `change` may be asked for like a column.
        Integers and booleans come in pandas' nullable types, lists as lists.

        Args:
            columns: names of the schema, in the order wanted.
            sort: a column; items without a value come last, ties keep the order of the file.

        Raises:
            ContractError: a column that is not in the schema (the allowed ones are listed), or a
                negative limit or offset.
        """
        return _to_pandas(
            self.table(where, columns, sort=sort, descending=descending, limit=limit, offset=offset)
        )

    def table(
        self,
        where: Filter = _ALL,
        columns: Sequence[str] = ("ordinal", "item_id"),
        *,
        sort: str = "ordinal",
        descending: bool = False,
        limit: int | None = None,
        offset: int = 0,
    ) -> pa.Table:
        """Return the same as `rows` as an Arrow table, in the types of the schema."""
        if (limit or 0) < 0 or offset < 0:
            raise ContractError(f"expected limit and offset of at least 0, got {limit} and {offset}")
        found = build_condition(self._without_text(where))
        chosen = ", ".join(f"{column_sql(name)} AS {name}" for name in columns)
        sql = (
            f"SELECT {chosen} FROM {self._items} WHERE {found.sql} "
            f"ORDER BY {order_sql(sort, descending=descending)} LIMIT $limit OFFSET $offset"
        )
        return self._database.ask_table(sql, {**found.parameters, "limit": limit, "offset": offset})

    def ordinals(self, where: Filter = _ALL, *, sort: str = "ordinal", descending: bool = False) -> list[int]:
        """Return the ordinals of the items behind a filter, in the order asked for."""
        found = build_condition(self._without_text(where))
        order = order_sql(sort, descending=descending)
        sql = f"SELECT ordinal FROM {self._items} WHERE {found.sql} ORDER BY {order}"
        return [ordinal for (ordinal,) in self._ask(sql, found.parameters)]

    def item(self, ordinal: int) -> ItemRow:
        """Return one item with all its columns, JSON decoded.

        Raises:
            ContractError: the audit has no item of that ordinal.
        """
        chosen = ", ".join(SCHEMA.names)
        sql = f"SELECT {chosen} FROM {self._items} WHERE ordinal = $at"
        found = self._ask(sql, {"at": ordinal}) if is_int64(ordinal) else []
        if not found:
            raise _no_item(ordinal, self.info.n_items)
        return read_item_row(dict(zip(SCHEMA.names, found[0], strict=True)))

    def find(self, item_id: str) -> list[int]:
        """Return the ordinals of the items of that id, in file order; empty if there is none."""
        sql = f"SELECT ordinal FROM {self._items} WHERE item_id = $item_id ORDER BY ordinal"
        return [ordinal for (ordinal,) in self._ask(sql, {"item_id": storable(item_id)})]

    def neighbours(
        self, where: Filter, ordinal: int, *, sort: str = "ordinal", descending: bool = False
    ) -> Neighbours:
        """Return the items before and after one, inside a filter and in the order of its table.

        Raises:
            ContractError: the audit has no item of that ordinal, or an unknown column to sort by.
        """
        placed = find_neighbours(
            self._database, self._without_text(where), ordinal, sort=sort, descending=descending
        )
        if placed is None:
            raise _no_item(ordinal, self.info.n_items)
        return placed

    def facets(self, where: Filter, names: Sequence[str]) -> dict[str, list[FacetValue]]:
        """Return, for each facet named, its values with their counts, most frequent first.

        The counts of one facet follow all the other restrictions of the filter, not its own. Values
        that the filter has chosen are listed even when no item is left for them.

        Raises:
            ContractError: a name that is not in `FACETS` (the allowed ones are listed).
        """
        counted = count_values(self._database, self._without_text(where), names, ignoring_own=True)
        for name in names:
            listed = {one.value for one in counted[name]}
            chosen: tuple[str, ...] = getattr(where, name)
            counted[name] += [
                FacetValue(value=value, count=0) for value in dict.fromkeys(chosen) if value not in listed
            ]
        return counted

    def summary(self, where: Filter = _ALL) -> Summary:
        """Return the numbers of the items behind a filter."""
        kept = self._without_text(where)
        return build_summary(
            by_category=count_verdicts(self._database, kept, "category"),
            by_finding=count_verdicts(self._database, kept, "findings"),
            counts=count_values(self._database, kept, SUMMARY_FACETS, ignoring_own=False),
        )

    def close(self) -> None:
        """Let go of the file; questions asked later raise an AuditError."""
        self._database.close()

    def _without_text(self, where: Filter) -> Filter:
        """Return the same filter with its text search done: the long texts are read once."""
        if not where.text:
            return where
        found = self._search(where.text)
        if where.ordinals is not None:
            found = tuple(set(found).intersection(where.ordinals))
        return replace(where, text="", ordinals=found)

    def _find_text(self, text: str) -> tuple[int, ...]:
        found = build_condition(Filter(text=text))
        sql = f"SELECT ordinal FROM {self._items} WHERE {found.sql}"
        return tuple(ordinal for (ordinal,) in self._ask(sql, found.parameters))


def open_audit(path: str | Path) -> Audit:
    """Return the audit in that folder (or of that `run.json`).

    Raises:
        AuditError: no such folder, not an audit, an unknown schema version or a missing items file.
    """
    given = Path(path)
    folder = given.parent if given.name == RUN_JSON else given
    header = folder / RUN_JSON
    try:
        info = info_from_json(header.read_text(encoding="utf-8"), header)
        rows = folder / str(info.items_file)
        columns = pq.read_schema(rows)
    except (OSError, UnicodeDecodeError, pa.ArrowException) as error:
        raise AuditError(
            f"expected an audit (run.json and items-*.parquet), got {error}, at {given}",
            cure="Give a folder that `lanescope rescore PATH -o DIR` wrote, or rescore the run.",
        ) from error
    if not columns.equals(SCHEMA):
        raise AuditError(
            f"expected the columns of schema version {info.schema_version}, got others, at {rows}",
            cure="Rescore the run to write the audit anew.",
        )
    return Audit(info, rows.resolve(), folder)


def _no_item(ordinal: int, n_items: int) -> ContractError:
    return ContractError(f"expected the ordinal of an item, 0 to {n_items - 1}, got {ordinal}")


def _to_pandas(table: pa.Table) -> pd.DataFrame:
    frame: pd.DataFrame = table.to_pandas(types_mapper=_PANDAS_TYPES.get)
    for column in table.schema:
        if pa.types.is_list(column.type):
            frame[column.name] = pd.Series(table[column.name].to_pylist(), dtype="object")
    return frame
