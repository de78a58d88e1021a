"""A JSON text read piece by piece: one value at a time, whatever the size of the file.

The scanner of the standard library's `json` does the parsing; this module feeds it. Values come
out fit for every later step: no NaN or infinity (kept as the text they were), no integer beyond
64 bit (kept as text), no lone surrogate (replaced one for one by U+FFFD), no nesting beyond
`MAX_DEPTH`. Whatever was changed is told in `Value.flaws`.
"""

from __future__ import annotations

import codecs
import json
import math
import re
from collections.abc import Callable
from typing import IO, NamedTuple

from scoring.records import JsonValue

CHUNK_BYTES = 1 << 18
"""Bytes read at a time; small enough that a chunk and its text stay in the processor's cache."""

MAX_VALUE_CHARS = 1 << 28
"""Longest single record; a longer one is not read into memory."""

MAX_DEPTH = 100
"""Deepest nesting of a record; far above real records, far below any reader's or writer's limit."""

_MARGIN = 32  # an error this close to the end of the buffer may only mean that the text goes on
_INT64 = range(-(1 << 63), 1 << 63)
_BLANK = re.compile(r"[ \t\n\r]*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_STRUCTURE = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}"]', re.DOTALL)


class Flaw(NamedTuple):
    """Something that was changed or lost while reading a value.

    Attributes:
        kind: as in `Problem.kind`.
        path: JSON path inside the value.
    """

    kind: str
    message: str
    path: str = "$"


class Value(NamedTuple):
    """One JSON value and where it stands."""

    value: JsonValue
    line: int
    flaws: tuple[Flaw, ...]


class JsonFault(Exception):  # noqa: N818 - it is data about the file, caught inside the loaders
    """The text stops being JSON here.

    Attributes:
        kind: `truncated_file`, `malformed_json` or `record_too_large`.
        line: 1-based line of the fault.
        in_value: True if a value had begun.
    """

    def __init__(self, kind: str, message: str, line: int, *, in_value: bool) -> None:
        """Keep the parts apart, for a Problem."""
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.line = line
        self.in_value = in_value


class JsonText:
    """A cursor over the JSON text of a file opened in binary mode."""

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
            limit: stop after about that many bytes, as if the file ended there.
        """
        self._file = file
        self._limit = limit
        self._on_bytes = on_bytes
        self._bytes_read = 0
        self._pending = b""
        self._eof = False
        self._undecodable = False  # the buffer may hold bytes that are no UTF-8, as surrogates
        self._data = ""
        self._pos = 0
        self._line = 1  # line of self._marked
        self._marked = 0
        self._duplicates: list[str] = []
        self._scan = json.JSONDecoder(
            object_pairs_hook=self._to_dict,
            parse_constant=str,
            parse_int=_to_int,
            parse_float=_to_float,
            strict=False,
        ).scan_once
        self._extend()
        if self._data.startswith("\ufeff"):
            self._pos = 1

    def peek(self) -> str:
        """Return the next character that is no blank without taking it; empty at the end."""
        while True:
            match = _BLANK.match(self._data, self._pos)
            self._pos = match.end() if match else self._pos
            if self._pos < len(self._data):
                return self._data[self._pos]
            if self._eof:
                return ""
            self._extend()

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
            raise _line_fault("Expecting value", int(stop.value), line) from None
        except json.JSONDecodeError as error:
            raise _line_fault(error.msg, error.pos, line) from None
        except RecursionError:
            return Value(None, line, (_TOO_DEEP,))
        if text[end:].strip(" \t\r"):
            raise _line_fault("Extra data", end, line)
        return self._checked(value, line, 0, end, text)

    def _extend_or_fail(self, fault: str, at: int, line: int) -> None:
        """Read on if the text may only be cut here by the buffer's end; else say what is wrong."""
        near_end = at >= len(self._data) - _MARGIN or fault.startswith("Unterminated string")
        if not near_end or self._eof:
            line += self._data.count("\n", self._pos, at)
            if near_end:
                message = "expected the rest of the record, got the end of the file"
                raise JsonFault("truncated_file", message, line, in_value=True)
            message = f"expected JSON, got {self._data[at : at + 20]!r} ({fault})"
            raise JsonFault("malformed_json", message, line, in_value=True)
        self._extend()
        self._guard_size(line)

    def _guard_size(self, line: int) -> None:
        if len(self._data) - self._pos > 2 * MAX_VALUE_CHARS:
            message = f"expected records of at most {MAX_VALUE_CHARS} characters, got a longer one"
            raise JsonFault("record_too_large", message, line, in_value=True)

    def _extend(self) -> None:
        """Read on; at least as much as is kept, so that a long value costs linear time in all."""
        self.line()
        kept = self._data[self._pos :]
        used_up = self._limit is not None and self._bytes_read >= self._limit
        new = b"" if used_up else self._file.read(max(CHUNK_BYTES, len(kept)))
        self._eof = not new
        self._bytes_read += len(new)
        data = self._pending + new
        try:
            text, used = codecs.utf_8_decode(data, "strict", self._eof)
            self._undecodable = self._undecodable and bool(kept)
        except UnicodeDecodeError:
            text, used = codecs.utf_8_decode(data, "surrogateescape", self._eof)
            self._undecodable = True
        self._pending = data[used:]
        self._data = kept + text
        self._pos = self._marked = 0
        if self._on_bytes and new:
            self._on_bytes(self._bytes_read)

    def _skip_deep(self, line: int) -> Value:
        """Step over a value that is nested too deep for the scanner."""
        while True:
            depth = 0
            for match in _STRUCTURE.finditer(self._data, self._pos):
                if match[0] == '"':
                    break  # a string that goes on beyond the buffer
                depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match[0], 0)
                if depth == 0:
                    self._pos = match.end()
                    return Value(None, line, (_TOO_DEEP,))
            self._extend_or_fail("", len(self._data), line)

    def _to_dict(self, pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        value = dict(pairs)
        if len(value) != len(pairs):
            seen: set[str] = set()
            self._duplicates += [key for key, _ in pairs if key in seen or seen.add(key)]  # type: ignore[func-returns-value]  # set.add returns None: the usual idiom
        return value

    def _checked(
        self, value: JsonValue, line: int, start: int, end: int, text: str | None = None
    ) -> Value:
        """Return the value with everything replaced that later steps could not hold."""
        data = self._data if text is None else text
        flaws: list[Flaw] = []
        if data.count("[", start, end) + data.count("{", start, end) > MAX_DEPTH and _is_deep(value):
            return Value(None, line, (_TOO_DEEP,))
        for key in self._duplicates:
            flaws.append(Flaw("duplicate_key", f"expected each key once, got {key[:80]!r} twice; the last one counts"))
        if (
            self._undecodable
            or data.find("\\ud", start, end) >= 0
            or data.find("\\uD", start, end) >= 0
        ):
            value = _without_surrogates(value, "$", flaws)
        return Value(value, line, tuple(flaws))


_TOO_DEEP = Flaw("too_deep", f"expected at most {MAX_DEPTH} nested levels, got more")


def _line_fault(fault: str, at: int, line: int) -> JsonFault:
    message = f"expected one JSON value a line, got none that is complete ({fault} at character {at})"
    return JsonFault("malformed_json", message, line, in_value=True)


def _to_int(text: str) -> int | str:
    if len(text) > 20:  # noqa: PLR2004 - longer than any 64-bit number; int() refuses 4,300 digits
        return text
    value = int(text)
    return value if value in _INT64 else text


def _to_float(text: str) -> float | str:
    value = float(text)
    return value if math.isfinite(value) else text


def _is_deep(value: JsonValue) -> bool:
    """Return whether the value is nested deeper than `MAX_DEPTH`, without recursion."""
    level: list[JsonValue] = [value]
    for _ in range(MAX_DEPTH + 1):
        inner: list[JsonValue] = []
        for part in level:
            if isinstance(part, dict):
                inner += part.values()
            elif isinstance(part, list):
                inner += part
        if not inner:
            return False
        level = inner
    return True


def _without_surrogates(value: JsonValue, path: str, flaws: list[Flaw]) -> JsonValue:
    """Return the value with U+FFFD for each lone surrogate; at most `MAX_DEPTH` calls deep."""
    if isinstance(value, str):
        clean, n = _SURROGATE.subn("\ufffd", value)
        if n:
            escaped = any("\udc80" <= char <= "\udcff" for char in value)
            kind = "invalid_text"
            what = "bytes that are no UTF-8 or lone surrogates" if escaped else "lone surrogates"
            flaws.append(Flaw(kind, f"expected Unicode text, got {n} {what}; each replaced by U+FFFD", path))
        return clean
    if isinstance(value, list):
        return [_without_surrogates(part, f"{path}[{i}]", flaws) for i, part in enumerate(value)]
    if isinstance(value, dict):
        return {
            str(_without_surrogates(key, path, flaws)): _without_surrogates(
                part, f"{path}.{_SURROGATE.sub(chr(0xFFFD), key)}", flaws
            )
            for key, part in value.items()
        }
    return value
