"""The records of a list that lies deeper in a JSON document, one at a time, whatever stands beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from scoring.loaders.files import open_file
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_stream import Entry, OnBytes, Stop, object_keys, walk_records
from scoring.loaders.json_text import JsonText


def read_nested(
    path: Path, keys: Sequence[str], on_bytes: OnBytes | None = None, *, limit: int | None = None
) -> Iterator[Entry | Stop]:
    """Return the entries of the list or object under these keys, and a `Stop` where it cannot be read.

    Nothing behind it is read. Memory is bounded by the largest value.

    Args:
        path: a JSON document.
        keys: from the top object on; none for the list or object at the top.
        on_bytes: called with the bytes read so far.
        limit: bytes within which the list must begin; None for no limit.

    Raises:
        OSError: the file cannot be read.
    """
    nth = 0
    with open_file(path) as file:
        try:
            for entry in _walk(JsonText(file, on_bytes, limit=limit), keys):
                yield entry
                nth += 1
        except JsonFault as fault:
            yield Stop(fault.kind, fault.message, fault.line, nth if fault.in_value else None)


def _walk(text: JsonText, keys: Sequence[str]) -> Iterator[Entry | Stop]:
    opening = text.peek()
    if opening not in ("[", "{"):
        return
    text.take()
    if not keys:
        text.limit = None  # its first record may be of any size
        yield from walk_records(text, opening)
    elif opening == "{":
        for key in object_keys(text):
            if key == keys[0]:
                yield from _walk(text, keys[1:])
                return
            _pass_by(text)


def _pass_by(text: JsonText) -> None:
    """Step over a value, its entries one by one."""
    opening = text.peek()
    if opening not in ("[", "{"):
        text.value()
        return
    text.take()
    for _ in walk_records(text, opening):
        pass
