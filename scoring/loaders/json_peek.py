"""Where the records of a JSON file stand, found out from its beginning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from scoring.loaders.fields import describe
from scoring.loaders.files import open_file
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_stream import Entry, Layout, Stop, object_keys, read_lines, walk_records
from scoring.loaders.json_text import JsonText
from scoring.records import JsonValue

IsRecord: TypeAlias = Callable[[JsonValue], bool]

_PEEKED = 50
"""Entries looked at before a list or a JSON Lines file is said to hold no record."""

PEEK_BYTES = 1 << 23
"""Bytes looked at before a file is said to hold no record."""

_KINDS: Mapping[str, Literal["list", "object"]] = {"[": "list", "{": "object"}


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


def find_layout(
    path: Path, is_record: IsRecord, containers: tuple[str, ...] = (), *, keyed: bool = False
) -> Peek:
    """Return where the records of the file stand, by content; never reads much beyond the first.

    Args:
        path: a file of any content.
        is_record: whether a value is a record of the format that is looked for.
        containers: keys of the top object under which records may stand.
        keyed: whether the top object itself may hold records by id.

    Raises:
        OSError: the file cannot be read.
    """
    with open_file(path) as file:
        text = JsonText(file, limit=PEEK_BYTES)
        first = text.peek()
        try:
            if first == "[":
                text.take()
                return _peek_list(text, is_record)
            if first == "{":
                text.take()
                found = _peek_object(text, is_record, containers, keyed=keyed)
                if found.layout or text.peek() != "{":
                    return found
        except JsonFault as fault:
            seen = f"line {fault.line}: {fault.message}"
            if text.is_beyond(PEEK_BYTES - 1):
                seen = f"none within the first {PEEK_BYTES >> 20} MB"
        else:
            seen = "JSON Lines" if first == "{" else "text that is no JSON"
    return _peek_lines(path, is_record, seen) if first == "{" else Peek(None, None, {}, seen)


def _peek_list(text: JsonText, is_record: IsRecord) -> Peek:
    found, seen = _first_record(text, "[", is_record, _PEEKED)
    if found:
        return Peek(Layout("list"), found.value, {}, "")
    first = next((entry.value for entry in seen if isinstance(entry.value, dict)), None)
    return Peek(None, first, {}, f"a list {describe(first or seen[0].value)}" if seen else "an empty list")


def _first_record(
    text: JsonText, opening: str, is_record: IsRecord, most: int | None = None
) -> tuple[Entry | None, list[Entry]]:
    """Return the first record of a list or object, and the entries looked at before it."""
    seen: list[Entry] = []
    limit, text.limit = text.limit, None  # a first record of any size is found
    for entry in walk_records(text, opening):
        if isinstance(entry, Stop):
            continue  # a broken record, which read_entries tells
        if is_record(entry.value):
            return entry, seen
        seen.append(entry)
        if len(seen) == most:
            break
        if text.is_beyond(PEEK_BYTES):
            text.limit = limit
    text.limit = limit
    return None, seen


def _peek_object(text: JsonText, is_record: IsRecord, containers: tuple[str, ...], *, keyed: bool) -> Peek:
    line = text.line()
    header: dict[str, JsonValue] = {}
    for key in object_keys(text):
        opening = text.peek()
        if key in containers and opening in _KINDS:
            text.take()
            found, seen = _first_record(text, opening, is_record)
            if found:
                return Peek(Layout(_KINDS[opening], key), found.value, header, "")
            values = [entry.value for entry in seen]
            header[key] = {e.key or "": e.value for e in seen} if opening == "{" else values
            continue
        value = text.value().value
        if keyed and is_record(value):
            return Peek(Layout("object"), value, header, "")
        header[key] = value
    if is_record(header) and text.line() == line:
        return Peek(Layout("lines"), header, {}, "")
    return Peek(None, None, header, f"an object {describe(header, 'with')}")


def _peek_lines(path: Path, is_record: IsRecord, seen: str) -> Peek:
    first: JsonValue = None
    n_read: list[int] = []
    with open_file(path) as file:
        for i, entry in enumerate(read_lines(file, on_bytes=n_read.append)):
            if isinstance(entry, Entry):
                if is_record(entry.value):
                    return Peek(Layout("lines"), entry.value, {}, "")
                first = first or entry.value
            if i >= _PEEKED or n_read[-1] > PEEK_BYTES:
                break
    header = first if isinstance(first, dict) else {}
    return Peek(None, None, header, f"JSON Lines {describe(first)}" if first else seen)
