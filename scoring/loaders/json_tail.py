"""The fields that stand behind the records of a JSON document, without reading the records."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from pathlib import Path

from scoring.loaders.files import read_end
from scoring.loaders.json_fault import JsonFault
from scoring.loaders.json_text import JsonText
from scoring.records import JsonValue

TAIL_BYTES = 1 << 16
"""How far from the end fields are looked for."""

_MAX_TRIED = 1000
_BOUNDARY = re.compile(rb'[\]}]\s*,\s*(?=")')


def read_tail(path: Path) -> Mapping[str, JsonValue]:
    """Return the fields of the top object that follow its last list or object of records.

    Text from a comma to the end of the file belongs to the top object exactly if it parses, after
    an opening brace, as one object that ends where the file ends; inside any deeper level a
    closing bracket is left over. Empty if the file ends with its records, is cut or no object, or
    the fields do not stand within the last `TAIL_BYTES`.

    Raises:
        OSError: the file cannot be read.
    """
    tail = read_end(path, TAIL_BYTES)
    fields: Mapping[str, JsonValue] = {}
    for match in reversed(list(_BOUNDARY.finditer(tail))[-_MAX_TRIED:]):
        fields = _whole_object(b"{" + tail[match.end() :]) or fields
    return fields


def _whole_object(data: bytes) -> Mapping[str, JsonValue] | None:
    text = JsonText(io.BytesIO(data))
    try:
        value = text.value().value
    except JsonFault:
        return None
    return value if isinstance(value, dict) and not text.peek() else None
