"""Questions to an audit, answered by DuckDB over its Parquet file or over an Arrow table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd
import pyarrow as pa

from scoring.audit.filter import Filter
from scoring.audit.info import AuditInfo
from scoring.audit.item_row import ItemRow
from scoring.audit.summary import FacetValue, Summary
from scoring.records import Problem

_ALL = Filter()


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


class Audit:
    """A rescored run, ready for questions. Safe to share between threads; nothing in it changes.

    Attributes:
        info: what `run.json` says.
        folder: where it lies; None in memory.
    """

    info: AuditInfo
    folder: Path | None

    @classmethod
    def from_table(cls, table: pa.Table, info: AuditInfo) -> Audit:
        """Return an audit over rows in memory, e.g. while a policy is being tried.

        Args:
            table: rows of `scoring.audit.schema.SCHEMA`.
        """
        raise NotImplementedError

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return everything wrong with the data, in the order of the file."""
        return self.info.problems

    def count(self, where: Filter = _ALL) -> int:
        """Return the number of items behind a filter."""
        raise NotImplementedError

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

        Args:
            columns: names of the schema, in the order wanted.
            sort: a column; items without a value come last, ties keep the order of the file.

        Raises:
            ContractError: a column that is not in the schema (the allowed ones are listed), or a
                negative limit or offset.
        """
        raise NotImplementedError

    def ordinals(self, where: Filter = _ALL, *, sort: str = "ordinal", descending: bool = False) -> list[int]:
        """Return the ordinals of the items behind a filter, in the order asked for."""
        raise NotImplementedError

    def item(self, ordinal: int) -> ItemRow:
        """Return one item with all its columns, JSON decoded.

        Raises:
            ContractError: the audit has no item of that ordinal.
        """
        raise NotImplementedError

    def find(self, item_id: str) -> list[int]:
        """Return the ordinals of the items of that id, in file order; empty if there is none."""
        raise NotImplementedError

    def neighbours(
        self, where: Filter, ordinal: int, *, sort: str = "ordinal", descending: bool = False
    ) -> Neighbours:
        """Return the items before and after one, inside a filter and in the order of its table.

        Raises:
            ContractError: the audit has no item of that ordinal, or an unknown column to sort by.
        """
        raise NotImplementedError

    def facets(self, where: Filter, names: Sequence[str]) -> dict[str, list[FacetValue]]:
        """Return, for each facet named, its values with their counts, most frequent first.

        The counts of one facet follow all the other restrictions of the filter, not its own. Values
        that the filter has chosen are listed even when no item is left for them.

        Raises:
            ContractError: a name that is not in `FACETS` (the allowed ones are listed).
        """
        raise NotImplementedError

    def summary(self, where: Filter = _ALL) -> Summary:
        """Return the numbers of the items behind a filter."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of the file; questions asked later raise an AuditError."""
        raise NotImplementedError


def open_audit(path: str | Path) -> Audit:
    """Return the audit in that folder (or of that `run.json`).

    Raises:
        AuditError: no such folder, not an audit, an unknown schema version or a missing items file.
    """
    raise NotImplementedError
