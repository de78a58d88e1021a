"""CSV and TSV files: every cell a text, as it stands, whatever it looks like."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from scoring.loaders.fields import shown
from scoring.loaders.files import file_size, open_file
from scoring.loaders.json_clean import Flaw, without_surrogates
from scoring.loaders.json_stream import Entry, OnBytes, Stop
from scoring.loaders.json_text import MAX_VALUE_CHARS
from scoring.loaders.parquet_rows import Row
from scoring.records import JsonValue

EXTRA = "extra_cells"
"""Where cells beyond the last column go."""

_DELIMITERS = ("\t", ",", ";", "|")
_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))
_MAX_HEADER = 1 << 22  # characters
_EVERY = 1000  # rows between two reports


class Head(NamedTuple):
    """How a delimited file is read.

    Attributes:
        columns: names out of its first line; one that stands twice has its number behind it.
        delimiter: between cells.
        encoding: by the byte order mark, else UTF-8.
        flaws: what is wrong with the names, told with the first row.
    """

    columns: tuple[str, ...]
    delimiter: str
    encoding: str
    flaws: tuple[Flaw, ...] = ()


def read_header(path: Path) -> Head | str:
    """Return the head of a delimited file, or why it is none.

    Raises:
        OSError: the file cannot be read.
    """
    with open_file(path) as file:
        start = file.read(4)
    encoding = next((name for mark, name in _MARKS if start.startswith(mark)), "utf-8")
    if start.startswith(b"vers"):
        with open_file(path) as file:
            if file.read(40).startswith(b"version https://git-lfs"):
                return "a Git LFS pointer in place of the file; fetch it with git lfs pull"
    with _text(path, encoding) as text:
        try:
            line = text.readline(_MAX_HEADER)
        except UnicodeError:
            return "text that cannot be decoded"
    if len(line) >= _MAX_HEADER:
        return "a first line without end"
    rows = {delimiter: next(csv.reader([line], delimiter=delimiter), []) for delimiter in _DELIMITERS}
    delimiter = max(_DELIMITERS, key=lambda one: len(rows[one]))
    if len(rows[delimiter]) < 2:  # noqa: PLR2004 - a table has columns
        return "text that is no table"
    # A cell of the header may hold a line break: read it as the reader does.
    with _text(path, encoding) as text:
        try:
            names = next(csv.reader(text, delimiter=delimiter))
        except (csv.Error, UnicodeError):
            return "text that is no table"
    return Head(unique_names(names), delimiter, encoding, repeated_names(names))


def read_delimited(path: Path, head: Head, on_bytes: OnBytes | None = None) -> Iterator[Row | Stop]:
    """Return the rows of a delimited file in order; blank lines are passed over.

    Raises:
        OSError: the file cannot be read.
    """
    with open_file(path) as file, _wrapped(file, head.encoding) as text:
        reader = csv.reader(text, delimiter=head.delimiter)
        nth, line = 0, 1
        try:
            for cells in reader:
                if line > 1 and cells:
                    yield _row(head, cells, line, nth)
                    nth += 1
                line = reader.line_num + 1
                if on_bytes is not None and nth % _EVERY == 0:
                    on_bytes(_position(file, path))
        except (csv.Error, UnicodeError) as error:
            message = f"expected a row, got {str(error)[:200]}; the rest of the file was not read"
            yield Stop("malformed_record", message, line, nth)


def _row(head: Head, cells: Sequence[str], line: int, nth: int) -> Row:
    flaws: list[Flaw] = [] if nth else [*head.flaws]
    value: dict[str, JsonValue] = dict(zip(head.columns, cells, strict=False))
    if len(cells) != len(head.columns):
        kind = "extra_cells" if len(cells) > len(head.columns) else "missing_cells"
        flaws.append(Flaw(kind, f"expected {len(head.columns)} cells, got {len(cells)}"))
    if len(cells) > len(head.columns):
        value[EXTRA] = list(cells[len(head.columns) :])
    if not "".join(cells).isprintable():  # the usual row holds nothing that would have to be replaced
        value = dict(without_surrogates(value, "$", flaws))  # type: ignore[arg-type]  # an object stays one
    return Row(Entry(value, None, line, nth, tuple(flaws)), ())


def unique_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names of columns: none empty, one that stands twice with its number behind it."""
    seen: dict[str, int] = {}
    unique: list[str] = []
    for i, name in enumerate(names):
        plain = name.encode("utf-8", "replace").decode().strip() or f"column {i + 1}"
        seen[plain] = seen.get(plain, 0) + 1
        unique.append(plain if seen[plain] == 1 else f"{plain} ({seen[plain]})")
    return tuple(unique)


def repeated_names(names: Sequence[str]) -> tuple[Flaw, ...]:
    """Return what is wrong with names of columns of which some stand twice."""
    counts = Counter(name.strip() for name in names)
    return tuple(
        Flaw("duplicate_column", f"expected columns of different names, got {shown(name)} {n} times; the "
             "first one goes by it, the others have a number behind it", "$")
        for name, n in counts.items()
        if name and n > 1
    )  # fmt: skip


def _text(path: Path, encoding: str) -> io.TextIOWrapper:
    return _wrapped(open_file(path), encoding)


def _wrapped(file: IO[bytes], encoding: str) -> io.TextIOWrapper:
    csv.field_size_limit(MAX_VALUE_CHARS)  # one setting for the whole process, and nothing else uses it
    errors = "replace" if encoding == "utf-16" else "surrogateescape"
    return io.TextIOWrapper(file, encoding=encoding, errors=errors, newline="")


def _position(file: IO[bytes], path: Path) -> int:
    return file.tell() if file.seekable() else file_size(path)
