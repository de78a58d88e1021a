"""The rows of any table as JSON records: CSV, TSV, JSON, JSON Lines, Parquet and xlsx, one row at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeAlias

from scoring.loaders.delimited import read_delimited, read_header
from scoring.loaders.files import inside_archive
from scoring.loaders.json_peek import find_layout
from scoring.loaders.json_stream import Layout, OnBytes, Stop, read_entries
from scoring.loaders.known import file_kind
from scoring.loaders.parquet_features import class_labels, read_features
from scoring.loaders.parquet_rows import Row, read_columns, read_rows
from scoring.loaders.sheets import is_workbook, read_sheet
from scoring.records import JsonValue

Rows: TypeAlias = "Callable[[OnBytes | None], Iterator[Row | Stop]]"

CONTAINERS = (
    "data", "results", "samples", "items", "records", "rows", "predictions", "examples", "details", "outputs",
    "responses", "instances", "questions",
)  # fmt: skip
"""Keys of a JSON document under which rows may stand."""

MAX_COLUMNS = 2000
FIRST_ROWS = 20
"""Rows that a guess looks at."""

READS = frozenset({"text", "utf16", "parquet", "zip"})

_MAX_DEPTH = 3


class Table(NamedTuple):
    """An opened table.

    Attributes:
        kind: `csv`, `tsv`, `json`, `jsonl`, `parquet` or `xlsx`.
        columns: names in the order of the table, those of the first rows where rows differ; paths with
            dots for what lies inside objects.
        first: the first rows.
        rows: streams every row from the beginning.
        header: what a JSON document holds beside the rows.
    """

    kind: str
    columns: tuple[str, ...]
    first: tuple[Mapping[str, JsonValue], ...]
    rows: Rows
    header: Mapping[str, JsonValue]


def open_table(path: Path) -> Table | str:
    """Return the table in a file, or why there is none.

    Raises:
        OSError: the file cannot be read.
    """
    kind = file_kind(path).name
    if kind == "parquet":
        columns = read_columns(path)
        if isinstance(columns, str):
            return columns
        labels = class_labels(read_features(path) or {})
        return _table("parquet", lambda on_bytes: _named(read_rows(path, on_bytes), labels), {})
    if kind == "zip":
        wrong = is_workbook(path) if inside_archive(path) is None else "a packed file inside an archive"
        return wrong or _table("xlsx", lambda on_bytes: read_sheet(path, on_bytes), {})
    peek = find_layout(path, _is_row, CONTAINERS, keyed=True)
    if peek.layout:
        layout = peek.layout
        name = "jsonl" if layout.kind == "lines" else "json"
        return _table(name, lambda on_bytes: _json_rows(path, layout, on_bytes), peek.header)
    return _delimited(path, peek.seen)


def _delimited(path: Path, seen: str) -> Table | str:
    head = read_header(path)
    if isinstance(head, str):
        return head if seen == "text that is no JSON" else seen
    if len(head.columns) > MAX_COLUMNS:
        return f"{len(head.columns):,} columns, where {MAX_COLUMNS:,} are read"
    name = "tsv" if head.delimiter == "\t" else "csv"
    return _table(name, lambda on_bytes: read_delimited(path, head, on_bytes), {})


def _table(kind: str, rows: Rows, header: Mapping[str, JsonValue]) -> Table | str:
    """Return a table with its columns and first rows known."""
    first: list[Mapping[str, JsonValue]] = []
    for row in islice(rows(None), FIRST_ROWS):
        if isinstance(row, Row) and isinstance(row.entry.value, dict):
            first.append(row.entry.value)
        elif isinstance(row, Stop) and not first:
            return row.message
    columns = tuple(dict.fromkeys(name for row in first for name in _names(row, "", 0)))
    if not columns:
        return "a table without rows"
    if len(columns) > MAX_COLUMNS:
        return f"{len(columns):,} columns, where {MAX_COLUMNS:,} are read"
    return Table(kind, columns, tuple(first), rows, header)


def _names(row: Mapping[str, JsonValue], before: str, depth: int) -> Iterator[str]:
    """Yield the columns of a row, and of the objects in it under their paths."""
    for key, value in row.items():
        yield before + key
        if isinstance(value, dict) and depth < _MAX_DEPTH:
            yield from _names(value, f"{before}{key}.", depth + 1)


def _named(rows: Iterator[Row | Stop], labels: Mapping[str, tuple[str, ...]]) -> Iterator[Row | Stop]:
    """Return the rows with class labels by their names; -1, which stands for no label, as null."""
    for row in rows:
        if not labels or isinstance(row, Stop) or not isinstance(row.entry.value, dict):
            yield row
            continue
        value = dict(row.entry.value)
        for column, names in labels.items():
            nth = value.get(column)
            if type(nth) is int and nth < len(names):
                value[column] = names[nth] if nth >= 0 else None
        yield Row(row.entry._replace(value=value), row.images)


def _json_rows(path: Path, layout: Layout, on_bytes: OnBytes | None) -> Iterator[Row | Stop]:
    for entry in read_entries(path, layout, on_bytes):
        if isinstance(entry, Stop):
            yield entry
        elif entry.nth >= 0:
            yield Row(entry, ())


def _is_row(value: JsonValue) -> bool:
    """Return whether a value is a row: an object of which some fields are plain."""
    if not isinstance(value, dict):
        return False
    return sum(not isinstance(part, dict | list) for part in value.values()) > 1
