"""The rows of a Parquet file as JSON records, a few at a time, with the images that they embed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, NamedTuple, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from scoring.images.embedded import EmbeddedImage, embedded_image
from scoring.loaders.base import convert_entries, file_name
from scoring.loaders.fields import Fields
from scoring.loaders.files import file_size, open_seekable
from scoring.loaders.json_clean import to_float, to_int
from scoring.loaders.json_stream import Entry, OnBytes, Stop
from scoring.records import Item, JsonValue, Problem

ROWS_AT_A_TIME = 1000
ROWS_WITH_BYTES = 8
"""As many rows are held at a time; fewer where they may embed images."""

_BUFFER_BYTES = 1 << 20

_DAMAGE = (pa.ArrowException, OSError, UnicodeDecodeError)


class Row(NamedTuple):
    """One row.

    Attributes:
        entry: the row as a JSON record; `{"path": ...}` stands in place of each embedded image.
        images: the images that it embeds, in order.
    """

    entry: Entry
    images: tuple[EmbeddedImage, ...]


ConvertRow: TypeAlias = "Callable[[Fields, Mapping[str, EmbeddedImage]], Item | None]"
"""Makes an Item of a record and its embedded images by path; None if it cannot, with the reason told."""


def read_columns(path: Path) -> tuple[str, ...] | str:
    """Return the names of a Parquet file's columns, or why there are none."""
    try:
        with pq.ParquetFile(_source(path)) as table:
            return tuple(table.schema_arrow.names)
    except _DAMAGE:
        return "a Parquet file that cannot be read; its end may be missing"


def read_table_items(
    path: Path, root: Path, convert: ConvertRow, on_bytes: OnBytes | None = None
) -> Iterator[Item | Problem | EmbeddedImage]:
    """Return the items of a Parquet file in order, each after its images and before its problems.

    Memory is bounded by a row group, whatever the file's size.

    Args:
        path: the file.
        root: the run's folder; the file's name in problems is relative to it.
        convert: makes an Item of a row.
        on_bytes: called with the bytes read so far, as far as can be told from the rows.
    """
    for row in read_rows(path, on_bytes):
        images = row.images if isinstance(row, Row) else ()
        by_path = {image.path: image for image in images}
        entry = row.entry if isinstance(row, Row) else row
        for one in convert_entries(
            [entry],
            lambda fields, by_path=by_path: convert(fields, by_path),  # type: ignore[misc]  # a bound default
            file=file_name(path, root),
        ):
            if isinstance(one, Item):
                yield from images
            yield one


def read_rows(path: Path, on_bytes: OnBytes | None = None) -> Iterator[Row | Stop]:
    """Return the rows of a Parquet file in order, and a `Stop` where it cannot be read any further."""
    n_bytes, nth = file_size(path), 0
    try:
        with pq.ParquetFile(_source(path), buffer_size=_BUFFER_BYTES, pre_buffer=False) as table:
            n_rows = table.metadata.num_rows
            at_a_time = ROWS_WITH_BYTES if _holds_bytes(table.schema_arrow) else ROWS_AT_A_TIME
            for batch in table.iter_batches(batch_size=at_a_time):
                for record in batch.to_pylist():
                    images: list[EmbeddedImage] = []
                    value = _plain(record, images)
                    yield Row(Entry(value, None, None, nth, ()), tuple(images))
                    nth += 1
                if on_bytes is not None:
                    on_bytes(n_bytes * nth // n_rows)
    except _DAMAGE as error:
        reason = str(error).split("\n", 1)[0][:200]
        message = f"expected a readable row, got {reason}; the rest of the file was not read"
        yield Stop("damaged_table", message, None, nth)


def _source(path: Path) -> Path | IO[bytes]:
    """Return the file, or a member of an archive in memory, since a table is read from its end."""
    return path if path.is_file() else open_seekable(path)


def _holds_bytes(schema: pa.Schema) -> bool:
    return any("binary" in str(kind) for kind in schema.types)


def _plain(value: object, images: list[EmbeddedImage]) -> JsonValue:
    """Return a value of a table as JSON; the images inside it are put aside."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, int):
        return to_int(str(value))
    if isinstance(value, float):
        return value if math.isfinite(value) else to_float(repr(value))
    if isinstance(value, bytes):
        return _take(value, images)
    if isinstance(value, Mapping):
        return _plain_struct(value, images)
    if isinstance(value, Sequence):
        return [_plain(part, images) for part in value]
    return str(value)


def _plain_struct(value: Mapping[object, object], images: list[EmbeddedImage]) -> JsonValue:
    """Return a struct as JSON; `{bytes, path}`, as data sets hold an image, becomes `{path}`."""
    if "bytes" in value and value.keys() <= {"bytes", "path"}:
        data = value["bytes"]
        return {"path": _take(data, images) if isinstance(data, bytes) else _plain(value.get("path"), images)}
    return {str(key): _plain(part, images) for key, part in value.items()}


def _take(data: bytes, images: list[EmbeddedImage]) -> str:
    image = embedded_image(data)
    images.append(image)
    return image.path
