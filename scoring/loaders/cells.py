"""What a cell of a table can hold, whatever kind of table: text, list, number, yes or no."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping

from scoring.loaders.fields import as_text
from scoring.records import JsonValue, Verdict

_CORRECT = frozenset(("true", "correct", "yes", "right", "pass", "passed", "1", "1.0", "c", "t"))
_INCORRECT = frozenset(
    ("false", "incorrect", "no", "wrong", "fail", "failed", "0", "0.0", "i", "f", "wrong_format")
)
_WHOLE = re.compile(r"[+-]?\d{1,18}(?:\.0+)?")
_QUOTED = re.compile(
    r"""\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s,'"\[\](){}][^,\[\](){}]*))\s*(,|$)"""
)
_ESCAPE = re.compile(r"\\(['\"\\nt])")
_PLAIN: Mapping[str, str] = {"n": "\n", "t": "\t"}


def cell(row: Mapping[str, JsonValue], column: str | None) -> JsonValue:
    """Return the cell of a column, which may lie inside objects (`doc.question`); None if there is none.

    An empty text is no value: tables have no other way to leave a cell out.
    """
    if column is None:
        return None
    value: JsonValue = row.get(column)
    if column not in row and "." in column:
        value = row
        for part in column.split("."):
            value = value.get(part) if isinstance(value, dict) else None
    return None if value == "" else value


def as_cell_text(value: JsonValue) -> str | None:
    """Return a cell as text: a whole float without `.0`, a list of one as its entry, others as JSON text."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list) and len(value) == 1:
        return as_cell_text(value[0])
    if isinstance(value, int | float):
        return as_text(value)
    return json.dumps(value, ensure_ascii=False)


def as_list(value: JsonValue) -> list[JsonValue] | None:
    """Return a list that a cell holds, itself, as JSON or as Python writes it; else None."""
    if isinstance(value, list):
        return value
    text = value.strip() if isinstance(value, str) else ""
    if not (text.startswith("[") and text.endswith("]")):
        return None
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        return _python_list(text[1:-1])
    return parsed if isinstance(parsed, list) else None


def _python_list(text: str) -> list[JsonValue] | None:
    """Return the texts of a list that was written by Python, with quotes of either kind; else None."""
    parts: list[JsonValue] = []
    at = 0
    while at < len(text):
        found = _QUOTED.match(text, at)
        if found is None:
            return None
        quoted = found[1] if found[1] is not None else found[2]
        parts.append(found[3].strip() if quoted is None else _ESCAPE.sub(_unescaped, quoted))
        at = found.end()
    return parts


def _unescaped(found: re.Match[str]) -> str:
    return _PLAIN.get(found[1], found[1])


def as_verdict(value: JsonValue) -> Verdict | None:
    """Return what a cell says about correctness: true or false, 1 or 0, a word for either; else None."""
    text = (as_text(value) or "").strip().casefold()
    if text in _CORRECT:
        return Verdict.CORRECT
    return Verdict.INCORRECT if text in _INCORRECT else None


def is_whole(value: JsonValue) -> bool:
    """Return whether a cell holds a whole number, as a number or as text."""
    if isinstance(value, bool):
        return False
    return bool(_WHOLE.fullmatch((as_text(value) or "").strip()))


def is_number(value: JsonValue) -> bool:
    """Return whether a cell holds a number, as such or as text."""
    return as_number(value) is not None


def as_number(value: JsonValue) -> float | None:
    """Return the finite number in a cell, be it a number or a text; else None."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
