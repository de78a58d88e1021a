"""A JSON text read piece by piece: one value at a time, whatever the size of the file.

The scanner of the standard library's `json` does the parsing; this module feeds it. Values come
out fit for every later step (`json_clean`); whatever was changed is told in `Value.flaws`.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable
from typing import IO, NamedTuple

from scoring.loaders.json_clean import (
    MAX_DEPTH,
    TOO_DEEP,
    Flaw,
    duplicate_key,
    has_surrogates,
    is_deep,
    is_plain,
    to_float,
    to_int,
    without_surrogates,
)
from scoring.loaders.json_fault import JsonFault, is_cut, line_fault
from scoring.records import JsonValue

CHUNK_BYTES = 1 << 16
"""Bytes read at a time; small enough that a chunk and its text stay in the processor's cache."""

MAX_VALUE_CHARS = 1 << 27
"""Longest single record; a longer one is not read into memory."""

MAX_SKIPPED_CHARS = 1 << 20
"""How far behind a broken record the next one is looked for."""

_MARGIN = 32  # an error this close to the end of the buffer may only mean that the text goes on
_BLANK = re.compile(r"[ \t\n\r]*")
_FIRST_KEY = re.compile(r'\{\s*+"((?:[^"\\]++|\\.)*+)"\s*+:', re.DOTALL)
_STRUCTURE = re.compile(r'"(?:[^"\\]++|\\.)*+"|(?P<open>[\[{]++)|(?P<close>[\]}]++)|"', re.DOTALL)


class Value(NamedTuple):
    """One JSON value and where it stands."""

    value: JsonValue
    line: int
    flaws: tuple[Flaw, ...]


class JsonText:
    """A cursor over the JSON text of a file opened in binary mode.

    Attributes:
        limit: stop once that many bytes are read, as if the file ended there; None for no limit.
    """

    def __init__(
        self,
        file: IO[bytes],
        on_bytes: Callable[[int], None] | None = None,
        *,
        limit: int | None = None,
    ) -> None:
        """Start before the first character.

        Args:
            file: read from its current position to its end.
            on_bytes: called with the number of bytes read so far, once a chunk.
            limit: see the attribute.
        """
        self._file = file
        self.limit = limit
        self._on_bytes = on_bytes
        self._bytes_read = 0
        self._pending = b""
        self._eof = False
        self._data = ""
        self._pos = 0
        self._line = 1  # line of self._marked
        self._marked = 0
        self._duplicates: list[str] = []
        self._scan = json.JSONDecoder(  # its scanner, without the wrapper that hides where a fault is
            object_pairs_hook=self._to_dict,
            parse_constant=str,
            parse_int=to_int,
            parse_float=to_float,
            strict=False,
        ).scan_once  # type: ignore[attr-defined]  # documented nowhere, but what raw_decode itself calls
        self._extend()
        if self._data.startswith("\ufeff"):
            self._pos = 1

    def peek(self) -> str:
        """Return the next character that is no blank without taking it; empty at the end."""
        if self._pos < len(self._data) and (char := self._data[self._pos]) not in " \n\t\r":
            return char
        while True:
            match = _BLANK.match(self._data, self._pos)
            self._pos = match.end() if match else self._pos
            if self._pos < len(self._data):
                return self._data[self._pos]
            if self._eof:
                return ""
            self._extend()

    def is_beyond(self, n_bytes: int) -> bool:
        """Return whether more than that many bytes have been read."""
        return self._bytes_read > n_bytes

    def take(self) -> None:
        """Step over the character that `peek` returned."""
        self._pos += 1

    def line(self) -> int:
        """Return the 1-based line of the cursor."""
        self._line += self._data.count("\n", self._marked, self._pos)
        self._marked = self._pos
        return self._line

    def value(self) -> Value:
        """Return the value at the cursor and step over it.

        Raises:
            JsonFault: the text ends inside the value, is no JSON, or is too large.
        """
        line = self.line()
        while True:
            self._duplicates.clear()
            try:
                value, end = self._scan(self._data, self._pos)
            except StopIteration as stop:
                fault, at = "Expecting value", int(stop.value)
            except json.JSONDecodeError as error:
                fault, at = error.msg, error.pos
            except RecursionError:
                return self._skip_deep(line)
            else:
                if self._eof or len(self._data) - end >= _MARGIN:
                    start, self._pos = self._pos, end
                    return self._checked(value, line, start, end)
                fault, at = "", end
            self._extend_or_fail(fault, at, line)

    def text_line(self) -> tuple[str, int] | None:
        """Return the rest of the line at the cursor and its number; None at the end of the file."""
        line = self.line()
        searched = self._pos
        while (end := self._data.find("\n", searched)) < 0:
            if self._eof:
                end = len(self._data)
                break
            searched = len(self._data) - self._pos
            self._extend()
            self._guard_size(line)
        if end == self._pos == len(self._data) and self._eof:
            return None
        text = self._data[self._pos : end]
        self._pos = min(end + 1, len(self._data))
        return text, line

    def value_of_line(self, text: str, line: int) -> Value:
        """Return the one value of a line that `text_line` gave.

        Raises:
            JsonFault: the line is not exactly one JSON value.
        """
        self._duplicates.clear()
        start = len(text) - len(text.lstrip(" \t\r"))
        try:
            value, end = self._scan(text, start)
        except StopIteration as stop:
            raise line_fault("Expecting value", int(stop.value), line) from None
        except json.JSONDecodeError as error:
            raise line_fault(error.msg, error.pos, line) from None
        except RecursionError:
            return Value(None, line, (TOO_DEEP,))
        if text[end:].strip(" \t\r"):
            raise line_fault("Extra data", end, line)
        return self._checked(value, line, 0, end, text)

    def _extend_or_fail(self, fault: str, at: int, line: int) -> None:
        """Read on if the text may only be cut here by the buffer's end; else say what is wrong."""
        near_end = at >= len(self._data) - _MARGIN or fault.startswith("Unterminated string")
        if not near_end or self._eof:
            line += self._data.count("\n", self._pos, at)
            if near_end and is_cut(fault, self._data[at:]):
                message = "expected the rest of the record, got the end of the file"
                raise JsonFault("truncated_file", message, line, in_value=True)
            message = f"expected JSON, got {self._data[at : at + 20]!r} ({fault})"
            raise JsonFault("malformed_json", message, line, in_value=True)
        self._extend()
        self._guard_size(line)

    def _guard_size(self, line: int) -> None:
        if len(self._data) - self._pos > MAX_VALUE_CHARS:
            message = f"expected records of at most {MAX_VALUE_CHARS} characters, got a longer one"
            raise JsonFault("record_too_large", message, line, in_value=True)

    def _extend(self) -> None:
        """Read on; at least as much as is kept, so that a long value costs linear time in all."""
        self.line()
        kept = self._data[self._pos :]
        used_up = self.limit is not None and self._bytes_read >= self.limit
        new = b"" if used_up else self._file.read(max(CHUNK_BYTES, len(kept)))
        self._eof = not new
        self._bytes_read += len(new)
        data = self._pending + new
        try:
            text, used = codecs.utf_8_decode(data, "strict", self._eof)
        except UnicodeDecodeError:
            text, used = codecs.utf_8_decode(data, "surrogateescape", self._eof)
        self._pending = data[used:]
        self._data = kept + text
        self._pos = self._marked = 0
        if self._on_bytes and new:
            self._on_bytes(self._bytes_read)

    def skip_to(self, pattern: re.Pattern[str]) -> bool:
        """Step to the next match behind the cursor; False, and nothing done, if none is near."""
        while (found := pattern.search(self._data, self._pos + 1)) is None:
            if self._eof or len(self._data) - self._pos > MAX_SKIPPED_CHARS:
                return False
            self._extend()
        self._pos = found.start()
        return True

    def first_key(self) -> str | None:
        """Return the first key of the object at the cursor as it is written; None if there is none."""
        found = _FIRST_KEY.match(self._data, self._pos)
        return found[1] if found else None

    def _skip_deep(self, line: int) -> Value:
        """Step over a value that is nested too deep for the scanner."""
        while True:
            depth = 0
            for match in _STRUCTURE.finditer(self._data, self._pos):
                if match[0] == '"':
                    break  # a string that goes on beyond the buffer
                if match["open"]:
                    depth += len(match[0])
                elif match["close"] and len(match[0]) < depth:
                    depth -= len(match[0])
                elif match["close"]:
                    self._pos = match.start() + depth
                    return Value(None, line, (TOO_DEEP,))
            self._extend_or_fail("", len(self._data), line)

    def _to_dict(self, pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        value = dict(pairs)
        if len(value) != len(pairs):
            seen: set[str] = set()
            self._duplicates += [key for key, _ in pairs if key in seen or seen.add(key)]  # type: ignore[func-returns-value]  # set.add returns None: the usual idiom
        return value

    def _checked(self, value: JsonValue, line: int, start: int, end: int, text: str | None = None) -> Value:
        """Return the value with everything replaced that later steps could not hold."""
        if is_plain(value) and not self._duplicates:
            return Value(value, line, ())
        data = self._data if text is None else text
        if data.count("[", start, end) + data.count("{", start, end) > MAX_DEPTH and is_deep(value):
            return Value(None, line, (TOO_DEEP,))
        flaws = [duplicate_key(key) for key in self._duplicates]
        if has_surrogates(value):
            value = without_surrogates(value, "$", flaws)
        return Value(value, line, tuple(flaws))
