"""JSON Lines, a line at a time: by orjson where that gives the same value, else by the careful reader.

orjson is several times faster than the reader of `json_text`, but keeps the last of two equal keys in
silence, makes floats of integers beyond 64 bit, and refuses a line for one lone surrogate. A line
whose keys it may have lost, that holds a large number, or that it refuses, is read again with care.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any

import orjson

from scoring.loaders.json_clean import MAX_DEPTH
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_text import MAX_VALUE_CHARS, JsonText, Value
from scoring.records import JsonValue

CHUNK_BYTES = 1 << 18
"""Bytes read at a time."""

_LARGE = float(1 << 62)
_DOUBT = -(1 << 62)
_BOM = b"\xef\xbb\xbf"


def read_json_lines(
    file: IO[bytes], on_bytes: Callable[[int], None] | None = None
) -> Iterator[Value | JsonFault]:
    """Return the value of every line that is not blank, or why it is none; each tells its line's number.

    Memory is bounded by the longest line. Ends behind a line that is longer than `MAX_VALUE_CHARS`.

    Raises:
        OSError: the file cannot be read.
    """
    for number, line in enumerate(_split(file, on_bytes), 1):
        if len(line) > MAX_VALUE_CHARS:
            message = f"expected records of at most {MAX_VALUE_CHARS} bytes, got a longer one"
            yield JsonFault("record_too_large", message, number, in_value=True)
            return
        text = line.removeprefix(_BOM) if number == 1 else line
        if text and not text.isspace():
            yield read_line(text, number)


def read_line(line: bytes, number: int) -> Value | JsonFault:
    """Return the one value of a line, fit for every later step, or why it is none."""
    try:
        value = orjson.loads(line)
    except ValueError:
        return _with_care(line, number)
    return Value(value, number, ()) if _is_whole(value, line) else _with_care(line, number)


def _with_care(line: bytes, number: int) -> Value | JsonFault:
    text = JsonText(io.BytesIO(line))
    try:
        found = text.text_line()
        return text.value_of_line(found[0] if found else "", number)
    except JsonFault as fault:
        return fault


def _is_whole(value: JsonValue, line: bytes) -> bool:
    """Return whether the value certainly holds every key of the line, no large number, and no deep list.

    A line has two quotes a key and a text, and one more for each quote in a text that is written with a
    backslash; what a lost key took along leaves quotes over.
    """
    n_texts = _count_texts((value,), 0)
    if n_texts < 0:
        return False
    n_quotes = line.count(b'"')
    if n_quotes == 2 * n_texts:
        return True
    return n_quotes == orjson.dumps(value).count(b'"') and b"\\u0022" not in line


def _count_texts(parts: Iterable[Any], depth: int) -> int:
    """Return the number of keys and texts at every level; below zero where something needs a careful look."""
    if depth > MAX_DEPTH:
        return _DOUBT
    n = 0
    for part in parts:
        kind = type(part)
        if kind is str:
            n += 1
        elif kind is dict:
            n += len(part) + _count_texts(part.values(), depth + 1) if part else 0
        elif kind is list:
            n += _count_texts(part, depth + 1) if part else 0
        elif (kind is int or kind is float) and not -_LARGE < part < _LARGE:
            return _DOUBT
    return n


def _split(file: IO[bytes], on_bytes: Callable[[int], None] | None) -> Iterator[bytes]:
    """Return the lines without their ends; what follows the last end is a line unless it is empty."""
    n_read = n_kept = 0
    kept: list[bytes] = []
    while chunk := file.read(CHUNK_BYTES):
        n_read += len(chunk)
        if on_bytes is not None:
            on_bytes(n_read)
        first, *rest = chunk.split(b"\n")
        kept.append(first)
        n_kept += len(first)
        if rest:
            yield b"".join(kept)
            yield from rest[:-1]
            kept, n_kept = [rest[-1]], len(rest[-1])
        elif n_kept > MAX_VALUE_CHARS:
            break
    if last := b"".join(kept):
        yield last
