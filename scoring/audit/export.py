"""The items behind a filter as a file for other tools: CSV, JSON Lines or Parquet.

Columns come in groups, so that what a model wrote, what was answered and what was decided can be kept
apart: a file for counting verdicts need not carry a single text.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import BinaryIO, Final, TypeAlias

import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from scoring.audit.canonical import canonical_json
from scoring.audit.filter import Filter
from scoring.audit.query import Audit
from scoring.audit.schema import JSON_COLUMNS
from scoring.errors import ContractError


class ExportFormat(StrEnum):
    """What an export is written as; the value is the file's ending."""

    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"


EXPORT_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "keys": ("ordinal", "task", "item_id", "attempt", "category", "domain", "cluster", "task_type"),
    "answers": ("target", "target_mode", "answer", "answer_kind", "recorded_answer"),
    "verdicts": ("recorded_verdict", "verdict", "change", "recorded_score", "score", "findings"),
    "decision": (
        "explanation", "extraction_source", "extraction_rule", "extraction_status", "span_start", "span_end",
        "ambiguity", "earlier_answer", "run_on", "reasoning_fallback", "has_reasoning_examples",
        "n_candidates", "candidates", "reasoning_candidates", "details",
    ),
    "recorded": ("recorded_scorer", "recorded_method", "recorded_ambiguity", "recorded_all"),
    "question": ("prompt", "options", "images", "image_size", "metadata", "item_hash"),
    "texts": ("content", "reasoning", "finish_reason", "content_hash"),
    "annotations": (
        "answer_gt", "annotation_gt", "annotation_pred", "reward_contract", "pairs", "annotation_type",
        "half_life_source", "half_life_px", "error_kinds", "frame_finding", "frame_scores", "frames_fitting",
        "answer_reward", "annotation_reward", "task_reward", "format_score", "annotation_parse_ok",
        "pred_labels", "pred_scores", "target_labels", "choice_scores",
    ),
}  # fmt: skip
"""Every column of an audit, and `change`, in exactly one group."""

DEFAULT_GROUPS: Final = ("keys", "answers", "verdicts")
"""What is exported unless something else is asked for: none of the texts."""

_ROWS_AT_ONCE: Final = 2_048
_FORMULA: Final = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\r\n']")
"""How a cell begins that a spreadsheet may run, or that looks like one of our guarded cells."""
_LONE_ESCAPE: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}")

_Cell: TypeAlias = "str | int | float | bool | list[object] | None"


def columns_of(groups: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of some groups, in the order of `EXPORT_GROUPS`.

    Raises:
        ContractError: an unknown group; the allowed ones are listed.
    """
    unknown = [name for name in groups if name not in EXPORT_GROUPS]
    if unknown:
        raise ContractError(
            f"expected groups of columns, got {unknown[0]!r}", cure=f"Allowed: {', '.join(EXPORT_GROUPS)}."
        )
    return tuple(column for name, columns in EXPORT_GROUPS.items() if name in groups for column in columns)


def export_items(
    audit: Audit,
    out: BinaryIO,
    *,
    kind: ExportFormat,
    columns: Sequence[str],
    where: Filter | None = None,
    sort: str = "ordinal",
    descending: bool = False,
) -> int:
    """Return the number of items written to an open file, in the order asked for.

    Only some thousand rows are in memory at a time, and only the columns asked for are read.

    - CSV: UTF-8, comma, a header. A cell that could start a formula, or that begins with an apostrophe,
      has one apostrophe in front; taking it away gives the text back. Null and empty text are both empty.
    - JSON Lines: JSON columns are values, not text in text. Numbers that JSON cannot say are null, or
      inside a JSON column their names as text; half of a surrogate pair is U+FFFD.
    - Parquet: the types of the audit, exactly.

    Raises:
        ContractError: no column, or one that is not in the schema (the allowed ones are listed).
        AuditError: the audit cannot be read any more.
    """
    if not columns:
        raise ContractError("expected at least one column, got none", cure="Choose a group of columns.")
    tables = _slices(audit, where or Filter(), tuple(columns), sort=sort, descending=descending)
    return WRITERS[kind](tables, out)


def safe_cell(text: str) -> str:
    """Return a text as a cell that no spreadsheet takes for a formula; most texts as they are."""
    return f"'{text}" if _FORMULA.match(text) else text


def write_csv(tables: Iterator[pa.Table], out: BinaryIO) -> int:
    """Return the number of rows written as CSV."""
    text = io.TextIOWrapper(out, encoding="utf-8", newline="", write_through=True)
    sheet = csv.writer(text)
    n = 0
    for i, table in enumerate(tables):
        if i == 0:
            sheet.writerow(table.column_names)
        sheet.writerows([_cell(value) for value in row] for row in _rows(table))
        n += table.num_rows
    text.detach()  # the file is the caller's to close
    return n


def write_jsonl(tables: Iterator[pa.Table], out: BinaryIO) -> int:
    """Return the number of rows written as JSON Lines."""
    n = 0
    for table in tables:
        names = table.column_names
        for row in _rows(table):
            line = {name: _value(name, value) for name, value in zip(names, row, strict=True)}
            out.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
        n += table.num_rows
    return n


def write_parquet(tables: Iterator[pa.Table], out: BinaryIO) -> int:
    """Return the number of rows written as Parquet."""
    first = next(tables)
    with pq.ParquetWriter(out, first.schema, compression="zstd") as sheet:
        sheet.write_table(first)
        n = first.num_rows
        for table in tables:
            sheet.write_table(table)
            n += table.num_rows
    return int(n)


WRITERS: Final[Mapping[ExportFormat, Callable[[Iterator[pa.Table], BinaryIO], int]]] = {
    ExportFormat.CSV: write_csv,
    ExportFormat.JSONL: write_jsonl,
    ExportFormat.PARQUET: write_parquet,
}
"""How each format is written, from slices of one table; there is at least one slice, perhaps empty."""


def _slices(
    audit: Audit, where: Filter, columns: tuple[str, ...], *, sort: str, descending: bool
) -> Iterator[pa.Table]:
    """Yield the rows in order, some thousand at a time; one empty slice where there is no row."""
    ordinals = audit.ordinals(where, sort=sort, descending=descending)
    for start in range(0, max(1, len(ordinals)), _ROWS_AT_ONCE):
        wanted = tuple(ordinals[start : start + _ROWS_AT_ONCE])
        only = Filter(ordinals=wanted)
        yield audit.table(only, columns, sort=sort, descending=descending)


def _rows(table: pa.Table) -> Iterator[tuple[_Cell, ...]]:
    columns = [column.to_pylist() for column in table.columns]
    return zip(*columns, strict=True)


def _cell(value: _Cell) -> str | int | float:
    """Return a value as a cell: lists as JSON, booleans as JSON writes them."""
    if value is None:
        return ""
    if isinstance(value, bool | list):
        return canonical_json(value)
    if isinstance(value, float) and not math.isfinite(value):
        return safe_cell(str(value))
    return safe_cell(value) if isinstance(value, str) else value


def _value(name: str, value: _Cell) -> object:
    """Return a value as orjson writes it; JSON text is taken over without reading it, if it is strict."""
    if name not in JSON_COLUMNS or not isinstance(value, str):
        return value
    strict = value
    if "NaN" in value or "Infinity" in value:
        strict = canonical_json(json.loads(value, parse_constant=str), sort_keys=False)
    # Looked for first: what most texts do not hold at all is found out much faster than replaced.
    if "\\ud" in strict:
        strict = _LONE_ESCAPE.sub(r"\1\\ufffd", strict)
    return orjson.Fragment(strict)
