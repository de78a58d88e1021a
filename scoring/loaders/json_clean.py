"""What a parsed JSON value must not hold for the steps behind the loaders, and how it is replaced.

No NaN or infinity (kept as the text they were), no integer beyond 64 bit (kept as text), no lone
surrogate (replaced one for one, so that positions stay), no nesting beyond `MAX_DEPTH`.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

import orjson

from scoring.records import JsonValue

MAX_DEPTH = 100
"""Deepest nesting of a record; far above real records, far below any reader's or writer's limit."""

_INT64 = range(-(1 << 63), 1 << 63)
_SURROGATE = re.compile("[\ud800-\udfff]")


class Flaw(NamedTuple):
    """Something that was changed or lost while reading a value.

    Attributes:
        kind: as in `Problem.kind`.
        path: JSON path inside the value.
    """

    kind: str
    message: str
    path: str = "$"


TOO_DEEP = Flaw("too_deep", f"expected at most {MAX_DEPTH} nested levels, got more")


def duplicate_key(key: str) -> Flaw:
    """Return the flaw of a key that stands twice in one object."""
    shown = _SURROGATE.sub("\ufffd", key[:80])
    return Flaw("duplicate_key", f"expected each key once, got {shown!r} twice; the last one counts")


def to_int(text: str) -> int | str:
    """Return the number, or the text itself beyond 64 bit."""
    if len(text) > 20:  # noqa: PLR2004 - longer than any 64-bit number; int() refuses 4,300 digits
        return text
    value = int(text)
    return value if value in _INT64 else text


def to_float(text: str) -> float | str:
    """Return the number, or the text itself beyond the range of a double."""
    value = float(text)
    return value if math.isfinite(value) else text


def is_plain(value: JsonValue) -> bool:
    """Return True for a shallow record of ASCII texts, which needs no further look (the usual case)."""
    if type(value) is not dict:
        return False
    for part in value.values():
        kind = type(part)
        if kind is str:
            if not part.isascii():
                return False
        elif kind is list:
            for inner in part:
                if type(inner) is not str or not inner.isascii():
                    return False
        elif kind is dict:
            return False
    return "".join(value).isascii()


def is_deep(value: JsonValue) -> bool:
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


def has_surrogates(value: JsonValue) -> bool:
    """Return whether a key or text of a value that is not deep holds a lone surrogate: orjson writes none."""
    try:
        orjson.dumps(value)
    except orjson.JSONEncodeError:
        return True
    return False


def without_surrogates(value: JsonValue, path: str, flaws: list[Flaw]) -> JsonValue:
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
        return [without_surrogates(part, f"{path}[{i}]", flaws) for i, part in enumerate(value)]
    if isinstance(value, dict):
        return {
            str(without_surrogates(key, path, flaws)): without_surrogates(
                part, f"{path}.{_SURROGATE.sub(chr(0xFFFD), key)}", flaws
            )
            for key, part in value.items()
        }
    return value
