"""The first sheet of an xlsx workbook, row by row."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile

import openpyxl

from scoring.loaders.archive_parts import MAX_IN_MEMORY
from scoring.loaders.archives import list_members
from scoring.loaders.delimited import repeated_names, unique_names
from scoring.loaders.fields import as_text
from scoring.loaders.files import file_size, open_seekable
from scoring.loaders.json_clean import Flaw
from scoring.loaders.json_stream import Entry, OnBytes, Stop
from scoring.loaders.parquet_rows import Row
from scoring.records import JsonValue

LONGEST_CELL = 32_767
"""Characters that fit into a cell; longer texts were cut there by whatever wrote the sheet."""

_WORKBOOK = "xl/workbook.xml"
_EVERY = 1000  # rows between two reports
_DAMAGE = (
    BadZipFile,
    zlib.error,
    struct.error,
    KeyError,
    ValueError,
    TypeError,
    ParseError,
    OSError,
    EOFError,
    IndexError,
    AttributeError,
)


def is_workbook(path: Path) -> str:
    """Return why a zip archive is no workbook that can be read; empty if it is one.

    Raises:
        OSError: the archive cannot be read.
    """
    members = list_members(path)
    if _WORKBOOK not in {member.name for member in members}:
        return "an archive without a workbook"
    refused = next((member.refused for member in members if member.refused), "")
    if refused or sum(member.n_bytes for member in members) > 4 * MAX_IN_MEMORY:
        return f"a workbook that is not opened: {refused or 'it is too large unpacked'}"
    return ""


def read_sheet(path: Path, on_bytes: OnBytes | None = None) -> Iterator[Row | Stop]:
    """Return the rows below the first one, which names the columns; empty rows are passed over."""
    nth, line = 0, 1
    try:
        with open_seekable(path) as file:
            book = openpyxl.load_workbook(file, read_only=True, data_only=True, keep_links=False)
            sheet = book.worksheets[0]
            rows = sheet.iter_rows(values_only=True)
            given = [as_text(_plain(value)) or "" for value in next(rows, ())]
            names, told = unique_names(given), repeated_names(given)
            for line, cells in enumerate(rows, 2):
                if any(value is not None for value in cells):
                    yield _row(names, cells, line, nth, told if nth == 0 else ())
                    nth += 1
                if on_bytes is not None and line % _EVERY == 0:
                    on_bytes(file_size(path) * min(line, sheet.max_row or line) // (sheet.max_row or line))
            book.close()
    except _DAMAGE as error:
        reason = str(error).split("\n", 1)[0][:200]
        message = f"expected a readable sheet, got {reason}; the rest was not read"
        yield Stop("damaged_table", message, line + 1, nth)


def _row(names: Sequence[str], cells: Sequence[object], line: int, nth: int, told: tuple[Flaw, ...]) -> Row:
    value = {name: _plain(cell) for name, cell in zip(names, cells, strict=False)}
    flaws = tuple(
        Flaw("cut_cell", f"expected a whole text, got one cut at {LONGEST_CELL:,} characters", f"$.{name}")
        for name, cell in value.items()
        if isinstance(cell, str) and len(cell) == LONGEST_CELL
    )
    return Row(Entry(value, None, line, nth, (*told, *flaws)), ())


def _plain(value: object) -> JsonValue:
    """Return a cell as JSON; dates as text."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return str(value)
