"""The records of a JSON or JSON Lines file, one at a time, with their places.

Three layouts are walked: a list of records, an object of records (both at the top of the file or
under one key of the top object), and one record a line. `find_layout` says which one a file has from its
beginning (`json_peek`); `read_entries` streams it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Literal, NamedTuple, TypeAlias

from scoring.loaders.files import open_file
from scoring.loaders.json_clean import Flaw
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_lines import read_json_lines
from scoring.loaders.json_text import JsonText
from scoring.records import JsonValue

OnBytes: TypeAlias = Callable[[int], None]


class Layout(NamedTuple):
    """Where the records of a file stand.

    Attributes:
        kind: a list of records, an object with one record a key, or one record a line.
        container: the key of the top object that holds the list or object, None at the top; for
            lines the only key of a line that is no record but speaks of the whole run.
    """

    kind: Literal["list", "object", "lines"]
    container: str | None = None


class Entry(NamedTuple):
    """One entry of the walked list, object or lines.

    Attributes:
        value: the record, or whatever stands in its place.
        key: its key in an object; None elsewhere.
        line: 1-based line of its beginning; None in a table.
        nth: 0-based position among the records; -1 for an entry beside them.
        flaws: what was changed while reading it.
    """

    value: JsonValue
    key: str | None
    line: int | None
    nth: int
    flaws: tuple[Flaw, ...]


class Stop(NamedTuple):
    """The file could not be read beyond this point, or a line could not be read.

    Attributes:
        kind: as in `Problem.kind`.
        nth: the record that could not be read; None if none had begun.
    """

    kind: str
    message: str
    line: int | None
    nth: int | None


def read_entries(path: Path, layout: Layout, on_bytes: OnBytes | None = None) -> Iterator[Entry | Stop]:
    """Return every entry of the file in order, and a `Stop` for what could not be read.

    Memory is bounded by the longest record. Entries beside the records (the header of a file whose
    records stand under a key) come with nth -1.

    Raises:
        OSError: the file cannot be read.
    """
    with open_file(path) as file:
        if layout.kind == "lines":
            yield from read_lines(file, layout.container, on_bytes)
        else:
            yield from _read_document(JsonText(file, on_bytes), layout)


def _read_document(text: JsonText, layout: Layout) -> Iterator[Entry | Stop]:
    """Walk a whole JSON document; its first fault ends the walk and is told."""
    index = 0
    try:
        for entry in _walk_document(text, layout):
            yield entry
            index += entry.nth is not None and entry.nth >= 0
        if text.peek():
            message = "expected the end of the file after the records, got more text; it was not read"
            yield Stop("trailing_text", message, text.line(), None)
    except JsonFault as fault:
        rest = "" if fault.kind == "truncated_file" else "; the rest of the file was not read"
        yield Stop(fault.kind, fault.message + rest, fault.line, index if fault.in_value else None)


def _walk_document(text: JsonText, layout: Layout) -> Iterator[Entry | Stop]:
    opening = text.peek()
    text.take()
    if layout.container is None:
        yield from walk_records(text, opening)
        return
    for key in object_keys(text):
        inner = text.peek()
        if key == layout.container and inner in ("[", "{"):
            text.take()
            yield from walk_records(text, inner)
        else:
            yield _beside(text, key)


def _beside(text: JsonText, key: str) -> Entry:
    try:
        value = text.value()
    except JsonFault as fault:
        fault.in_value = False  # no record is lost
        raise
    return Entry(value.value, key, value.line, -1, value.flaws)


def walk_records(text: JsonText, opening: str) -> Iterator[Entry | Stop]:
    """Return the entries of a list or object whose opening bracket was taken, and take the closing one.

    A record that is no JSON is told by a `Stop`. The walk goes on at the next record that begins
    with the same key as those before; where none is near, the fault ends the walk.
    """
    keys: Iterator[str | None] = _list_places(text) if opening == "[" else object_keys(text)
    last: JsonValue = None
    for nth, key in enumerate(keys):
        try:
            value, line, flaws = text.value()
        except JsonFault as fault:
            if fault.kind != "malformed_json" or not _step_over(text, opening, last):
                raise
            message = f"{fault.message}; read on at the next record"
            yield Stop("malformed_record", message, fault.line, nth)
        else:
            yield Entry(value, key, line, nth, flaws)
            last = value


def _step_over(text: JsonText, opening: str, last: JsonValue) -> bool:
    """Step to the comma before the next record; False if none is near."""
    known = next(iter(last), None) if isinstance(last, dict) else text.first_key()
    if known is None:
        return False
    key = r'"(?:[^"\\]++|\\.)*+"\s*+:\s*+' if opening == "{" else ""
    return text.skip_to(re.compile(rf',\s*+{key}\{{\s*+"{re.escape(known)}"\s*+:'))


def read_lines(
    file: IO[bytes], header: str | None = None, on_bytes: OnBytes | None = None
) -> Iterator[Entry | Stop]:
    """Return one entry a line, a `Stop` for a line that is no JSON; blank lines are passed over.

    Args:
        file: at its beginning.
        header: the only key of a line that speaks of the whole run.
        on_bytes: called with the bytes read so far.

    Raises:
        OSError: the file cannot be read.
    """
    index = 0
    for found in read_json_lines(file, on_bytes):
        if isinstance(found, JsonFault):
            yield Stop(found.kind, found.message, found.line, index)
        elif header is not None and isinstance(found.value, dict) and found.value.keys() == {header}:
            yield Entry(found.value[header], header, found.line, -1, found.flaws)
            continue
        else:
            yield Entry(found.value, None, found.line, index, found.flaws)
        index += 1


def _list_places(text: JsonText) -> Iterator[None]:
    """Return None for each value of a list whose opening bracket was taken; the caller takes the value."""
    while (char := text.peek()) != "]":
        if not char:
            raise _cut(text, "a record or ]")
        yield None
        _next_or_close(text, "]")
    text.take()


def object_keys(text: JsonText) -> Iterator[str]:
    """Return the keys of an object whose opening brace was taken; the caller takes each value."""
    while (char := text.peek()) != "}":
        if not char:
            raise _cut(text, "a key or }")
        key = text.value().value
        if not isinstance(key, str) or text.peek() != ":":
            raise _unexpected(text, "a key and a colon")
        text.take()
        text.peek()
        yield key
        _next_or_close(text, "}")
    text.take()


def _next_or_close(text: JsonText, closing: str) -> None:
    char = text.peek()
    if char == ",":
        text.take()
    elif char != closing:
        raise _unexpected(text, f"a comma or {closing}")


def _cut(text: JsonText, expected: str) -> JsonFault:
    message = f"expected {expected}, got the end of the file"
    return JsonFault("truncated_file", message, text.line(), in_value=False)


def _unexpected(text: JsonText, expected: str) -> JsonFault:
    char = text.peek()
    if not char:
        return _cut(text, expected)
    return JsonFault("malformed_json", f"expected {expected}, got {char!r}", text.line(), in_value=False)
