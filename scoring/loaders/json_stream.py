"""The records of a JSON or JSON Lines file, one at a time, with their places.

Three layouts are walked: a list of records, an object of records (both at the top of the file or
under one key of the top object), and one record a line. `find_layout` says which one a file has by
reading its beginning; `read_entries` streams it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from scoring.loaders.json_text import Flaw, JsonFault, JsonText, Value
from scoring.records import JsonValue

IsRecord: TypeAlias = Callable[[JsonValue], bool]
OnBytes: TypeAlias = Callable[[int], None]

_PEEKED = 50
"""Entries looked at before a list or a JSON Lines file is said to hold no record."""

PEEK_BYTES = 1 << 25
"""Bytes looked at before a file is said to hold no record."""

_KINDS: Mapping[str, Literal["list", "object"]] = {"[": "list", "{": "object"}


class Layout(NamedTuple):
    """Where the records of a file stand.

    Attributes:
        kind: a list of records, an object with one record a key, or one record a line.
        container: the key of the top object that holds the list or object; None at the top.
    """

    kind: Literal["list", "object", "lines"]
    container: str | None = None


class Peek(NamedTuple):
    """What the beginning of a file shows.

    Attributes:
        layout: None if no record was found.
        record: the first record; None if there is none.
        header: what stands beside the records, as far as it was read.
        seen: what was found instead, in words, for an error message.
    """

    layout: Layout | None
    record: JsonValue
    header: Mapping[str, JsonValue]
    seen: str


class Entry(NamedTuple):
    """One entry of the walked list, object or lines.

    Attributes:
        value: the record, or whatever stands in its place.
        key: its key in an object; None elsewhere.
        line: 1-based line of its beginning.
        index: 0-based position among the records; -1 for an entry beside them.
        flaws: what was changed while reading it.
    """

    value: JsonValue
    key: str | None
    line: int
    index: int
    flaws: tuple[Flaw, ...]


class Stop(NamedTuple):
    """The file could not be read beyond this point, or a line could not be read.

    Attributes:
        kind: as in `Problem.kind`.
        index: the record that could not be read; None if none had begun.
    """

    kind: str
    message: str
    line: int
    index: int | None


def find_layout(path: Path, is_record: IsRecord, containers: tuple[str, ...] = ()) -> Peek:
    """Return where the records of the file stand, by content; never reads much beyond the first.

    Args:
        path: a file of any content.
        is_record: whether a value is a record of the format that is looked for.
        containers: keys of the top object under which records may stand.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        text = JsonText(file, limit=PEEK_BYTES)
        first = text.peek()
        try:
            if first == "[":
                text.take()
                return _peek_list(text, is_record)
            if first == "{":
                text.take()
                found = _peek_object(text, is_record, containers)
                if found.layout or text.peek() != "{":
                    return found
        except JsonFault as fault:
            seen = f"line {fault.line}: {fault.message}"
        else:
            seen = f"text that begins with {first!r}" if first != "{" else "JSON Lines"
    return _peek_lines(path, is_record, seen) if first == "{" else Peek(None, None, {}, seen)


def _peek_list(text: JsonText, is_record: IsRecord) -> Peek:
    first: JsonValue = None
    for i, value in enumerate(_list_values(text)):
        if is_record(value.value):
            return Peek(Layout("list"), value.value, {}, "")
        first = value.value if i == 0 or not isinstance(first, dict) else first
        if i >= _PEEKED:
            break
    return Peek(None, None, {}, f"a list {describe(first, 'of')}")


def _peek_object(text: JsonText, is_record: IsRecord, containers: tuple[str, ...]) -> Peek:
    line = text.line()
    header: dict[str, JsonValue] = {}
    for key in _object_keys(text):
        opening = text.peek()
        if key in containers and opening in _KINDS:
            text.take()
            inner: list[tuple[str | None, JsonValue]] = []
            for entry in _walk_records(text, opening):
                if is_record(entry.value):
                    return Peek(Layout(_KINDS[opening], key), entry.value, header, "")
                inner.append((entry.key, entry.value))
            header[key] = {k or "": v for k, v in inner} if opening == "{" else [v for _, v in inner]
            continue
        value = text.value().value
        if is_record(value):
            return Peek(Layout("object"), value, header, "")
        header[key] = value
    if is_record(header) and text.line() == line:
        return Peek(Layout("lines"), header, {}, "")
    return Peek(None, None, header, f"an object {describe(header, 'with')}")


def _peek_lines(path: Path, is_record: IsRecord, seen: str) -> Peek:
    first: JsonValue = None
    with path.open("rb") as file:
        for i, entry in enumerate(_read_lines(JsonText(file, limit=PEEK_BYTES))):
            if isinstance(entry, Entry):
                if is_record(entry.value):
                    return Peek(Layout("lines"), entry.value, {}, "")
                first = first or entry.value
            if i >= _PEEKED:
                break
    return Peek(None, first, {}, f"JSON Lines {describe(first, 'of')}" if first else seen)


def describe(value: JsonValue, word: str = "of") -> str:
    """Return what a value is in a few words for a message: its keys, or its kind."""
    if isinstance(value, dict):
        keys = ", ".join(repr(key[:40]) for key in list(value)[:12])
        return f"{word} keys {keys}" if value else f"{word} no keys"
    return f"{word} {kind_of(value)}"


def kind_of(value: JsonValue) -> str:
    """Return the JSON name of a value's kind, with an article where it needs one."""
    kinds = {dict: "an object", list: "a list", str: "a string", bool: "a boolean", int: "a number"}
    return kinds.get(type(value), "a number" if isinstance(value, float) else "null")


def read_entries(path: Path, layout: Layout, on_bytes: OnBytes | None = None) -> Iterator[Entry | Stop]:
    """Return every entry of the file in order, and a `Stop` for what could not be read.

    Memory is bounded by the longest record. Entries beside the records (the header of a file whose
    records stand under a key) come with index -1.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        text = JsonText(file, on_bytes)
        if layout.kind == "lines":
            yield from _read_lines(text)
            return
        yield from _read_document(text, layout)


def _read_document(text: JsonText, layout: Layout) -> Iterator[Entry | Stop]:
    """Walk a whole JSON document; its first fault ends the walk and is told."""
    index = 0
    try:
        for entry in _walk_document(text, layout):
            yield entry
            index += entry.index >= 0
        if text.peek():
            message = "expected the end of the file after the records, got more text; it was not read"
            yield Stop("trailing_text", message, text.line(), None)
    except JsonFault as fault:
        rest = "" if fault.kind == "truncated_file" else "; the rest of the file was not read"
        yield Stop(fault.kind, fault.message + rest, fault.line, index if fault.in_value else None)


def _walk_document(text: JsonText, layout: Layout) -> Iterator[Entry]:
    opening = text.peek()
    text.take()
    if layout.container is None:
        yield from _walk_records(text, opening)
        return
    for key in _object_keys(text):
        inner = text.peek()
        if key == layout.container and inner in ("[", "{"):
            text.take()
            yield from _walk_records(text, inner)
        else:
            yield _beside(text, key)


def _beside(text: JsonText, key: str) -> Entry:
    try:
        value = text.value()
    except JsonFault as fault:
        fault.in_value = False  # no record is lost
        raise
    return Entry(value.value, key, value.line, -1, value.flaws)


def _walk_records(text: JsonText, opening: str) -> Iterator[Entry]:
    if opening == "[":
        for index, (value, line, flaws) in enumerate(_list_values(text)):
            yield Entry(value, None, line, index, flaws)
        return
    for index, key in enumerate(_object_keys(text)):
        value, line, flaws = text.value()
        yield Entry(value, key, line, index, flaws)


def _read_lines(text: JsonText) -> Iterator[Entry | Stop]:
    index = 0
    while (found := text.text_line()) is not None:
        string, line = found
        if not string or string.isspace():
            continue
        try:
            value, _, flaws = text.value_of_line(string, line)
        except JsonFault as fault:
            yield Stop(fault.kind, fault.message, line, index)
        else:
            yield Entry(value, None, line, index, flaws)
        index += 1


def _list_values(text: JsonText) -> Iterator[Value]:
    """Return the values of a list whose opening bracket was taken, and take the closing one."""
    while (char := text.peek()) != "]":
        if not char:
            raise _cut(text, "a record or ]")
        yield text.value()
        _next_or_close(text, "]")
    text.take()


def _object_keys(text: JsonText) -> Iterator[str]:
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
