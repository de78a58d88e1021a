"""One JSON document that is held in memory anyway, such as a member of an archive: parsed fast."""

from __future__ import annotations

import io

import orjson

from scoring.loaders.json_clean import TOO_DEEP, Flaw, is_deep
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_text import JsonText
from scoring.records import JsonValue


def parse_whole(data: bytes) -> tuple[JsonValue, tuple[Flaw, ...]]:
    """Return the value and what was changed while reading it.

    What the fast parser does not take (NaN, lone surrogates, bytes that are no UTF-8) goes through the
    one that reads files in pieces. Keys that stand twice are told by that one only; the last one counts.

    Raises:
        JsonFault: the text is no JSON.
    """
    try:
        return orjson.loads(data), ()
    except orjson.JSONDecodeError:
        pass
    text = JsonText(io.BytesIO(data))
    if not text.peek():
        raise JsonFault("truncated_file", "expected a JSON value, got an empty file", 1, in_value=True)
    value = text.value()
    if text.peek():
        raise JsonFault(
            "malformed_json", "expected one JSON value, got more text", text.line(), in_value=True
        )
    return value.value, value.flaws


def depth_flaws(value: JsonValue) -> tuple[Flaw, ...]:
    """Return the flaw of a value that is nested too deep for the steps behind the loaders, else nothing."""
    return (TOO_DEEP,) if is_deep(value) else ()
