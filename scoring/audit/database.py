"""The rows of one audit in a locked DuckDB: it can read that one file, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from scoring.errors import AuditError

_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "threads": 2,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
}


class Database:
    """Answers SQL over the rows of one audit. Safe to share between threads.

    Attributes:
        items: how a query names the rows, after FROM.
    """

    def __init__(self, rows: Path | pa.Table) -> None:
        """Open the rows and lock the database.

        Args:
            rows: the Parquet file, absolute; or a table, which is copied.
        """
        self._place = "memory" if isinstance(rows, pa.Table) else str(rows)
        self._connection = duckdb.connect(":memory:", config=_SETTINGS)
        self._values: dict[str, object] = {}
        if isinstance(rows, pa.Table):
            self.items = "items"
            self._connection.register("given", rows)
            self._connection.execute("CREATE TABLE items AS SELECT * FROM given")
            self._connection.unregister("given")
        else:
            self.items = "read_parquet($rows)"
            self._values["rows"] = self._place
            self._connection.execute("SET parquet_metadata_cache = true")
            self._connection.execute("SET allowed_paths = $paths", {"paths": [self._place]})
        # From here on: no other file, no network, no extension, and no way back.
        self._connection.execute("SET enable_external_access = false")
        self._connection.execute("SET lock_configuration = true")

    def ask(self, sql: str, values: Mapping[str, object]) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question, each call on a cursor of its own.

        Args:
            values: the parameters of the question; nothing from outside may stand in its text.

        Raises:
            AuditError: the file cannot be read (any more), or the database is closed.
        """
        with self._reading():
            return self._connection.cursor().execute(sql, {**self._values, **values}).fetchall()

    def ask_table(self, sql: str, values: Mapping[str, object]) -> pa.Table:
        """Return the same as an Arrow table."""
        with self._reading():
            return self._connection.cursor().sql(sql, params={**self._values, **values}).to_arrow_table()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except duckdb.Error as error:
            gone = "rows" in self._values and not Path(self._place).is_file()
            reason = "its items file has gone" if gone else str(error).partition("\n")[0]
            raise AuditError(
                f"cannot read the audit: {reason}, at {self._place}",
                cure="Open it again, or rescore the run to write it anew.",
            ) from error
