"""A run out of any table, by a column mapping that is given or guessed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from scoring.errors import RunFormatError
from scoring.images.embedded import EmbeddedImage
from scoring.loaders.base import OpenRequest, Run, RunInfo, convert_entries, file_name
from scoring.loaders.column_mapping import ColumnMapping, read_mapping
from scoring.loaders.fields import describe
from scoring.loaders.files import file_size, is_file
from scoring.loaders.folders import MAPPING as BESIDE
from scoring.loaders.guess_mapping import guess_mapping
from scoring.loaders.json_stream import OnBytes
from scoring.loaders.known import shape_kind
from scoring.loaders.parquet_rows import Row
from scoring.loaders.table_item import to_item
from scoring.loaders.table_rows import Table, open_table
from scoring.records import Item, JsonValue, Problem

MAPPING = "mapping"
ROLES: Mapping[str, str] = {MAPPING: "TOML file that says which column is what (docs/formats.md)"}


def mapping_beside(path: Path) -> Path | None:
    """Return the mapping that lies beside a table under its name; None if there is none."""
    found = path.with_name(path.name + BESIDE)
    return found if is_file(found) else None


def decline(path: Path) -> str | None:
    """Return why a file is no table whose columns can be guessed; None if it is one.

    Raises:
        OSError: the file cannot be read.
    """
    table = open_table(path)
    if isinstance(table, str):
        return f"expected a table, got {table}"
    if mapping_beside(path):
        return None
    if table.kind == "jsonl" and len(table.first) == 1:
        return "expected a table, got one object alone; if it is a row: --format table"
    known = next((what for row in table.first[:1] if (what := shape_kind(row))), None)
    if known:
        return f"expected a table of results, got {known}"
    if guess_mapping(table.columns, table.first).is_enough:
        return None
    seen = describe(dict.fromkeys(table.columns), "columns")
    return f"expected columns for response and target, got {seen}; name them with --with {MAPPING}=FILE"


def decline_asked(path: Path) -> str | None:
    """Return why a file is no table at all; None if it is one. For where the format is asked for.

    Raises:
        OSError: the file cannot be read.
    """
    table = open_table(path)
    return f"expected a table, got {table}" if isinstance(table, str) else None


def open_table_run(request: OpenRequest, format_name: str) -> Run:
    """Return the run in a table.

    Raises:
        RunFormatError: the mapping cannot be read, or names a column that the table does not have.
    """
    path = request.sources[0]
    given = request.with_files.get(MAPPING) or mapping_beside(path)
    table = open_table(path)
    if isinstance(table, str):
        raise RunFormatError(f"expected a table, got {table} at {path.name}")
    mapping = mapping_for(table, given, path.name)
    info = RunInfo(
        format=format_name,
        name=path.stem,
        lane=mapping.run.get("lane"),
        model=mapping.run.get("model"),
        benchmark=mapping.run.get("benchmark"),
        root=request.root,
        sources=request.sources if given is None else (*request.sources, Path(given).absolute()),
        metadata=_metadata(table, mapping, is_guessed=given is None),
    )

    def reader(on_bytes: OnBytes | None) -> Iterator[Item | Problem | EmbeddedImage]:
        return read_table(table, mapping, file_name(path, request.root), on_bytes)

    return Run(info=info, total_bytes=file_size(path), reader=reader)


def mapping_for(table: Table, given: Path | None, name: str) -> ColumnMapping:
    """Return the mapping of a file, else a guess; one that names other columns than the table's is refused.

    Raises:
        RunFormatError: the mapping cannot be read, or does not fit.
    """
    if given is None:
        return guess_mapping(table.columns, table.first)
    mapping = read_mapping(Path(given))
    known = set(table.columns)
    missing = [c for columns in mapping.columns.values() for c in columns if c not in known]
    if missing:
        raise RunFormatError(
            f"expected columns of {name} in the mapping, got {', '.join(map(repr, missing[:10]))}",
            cure=f"The table has {', '.join(map(repr, table.columns[:40]))}.",
        )
    return mapping


def read_table(
    table: Table, mapping: ColumnMapping, file: str, on_bytes: OnBytes | None = None
) -> Iterator[Item | Problem | EmbeddedImage]:
    """Return the items of a table in order, each after its images and before its problems."""
    for row in table.rows(on_bytes):
        entry, images = (row.entry, row.images) if isinstance(row, Row) else (row, ())
        for one in convert_entries([entry], partial(to_item, mapping=mapping), file=file):
            if isinstance(one, Item):
                yield from images
            yield one


def _metadata(table: Table, mapping: ColumnMapping, *, is_guessed: bool) -> dict[str, JsonValue]:
    columns: dict[str, JsonValue] = {
        role: found[0] if len(found) == 1 else list(found) for role, found in mapping.columns.items()
    }
    header = {key: value for key, value in table.header.items() if isinstance(value, str | int | float)}
    return {**header, "table": table.kind, "mapping": columns, "mapping_guessed": is_guessed}
