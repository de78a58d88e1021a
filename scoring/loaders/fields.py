"""Reading one untrusted JSON object, field by field, into typed values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from scoring.records import JsonValue

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

LABELS = (*LETTERS, *(first + second for first in LETTERS for second in LETTERS))
"""Option labels in order: A to Z, then AA, AB and so on."""


class Fields:
    """One untrusted JSON object, read field by field into typed values.

    A field of the wrong type is told as a problem and stays in `rest()`, so that nothing is lost.
    """

    __slots__ = ("_read", "index", "key", "problems", "value")

    def __init__(self, value: Mapping[str, JsonValue], *, key: str | None, index: int) -> None:
        """Wrap a record.

        Args:
            value: the record.
            key: its key in an object of records; None elsewhere.
            index: its position among the records.
        """
        self.value = value
        self.key = key
        self.index = index
        self.problems: list[tuple[str, str, str]] = []
        self._read: set[str] = set()

    def tell(self, kind: str, message: str, path: str) -> None:
        """Keep a problem of this record: kind, `expected X, got Y`, and JSON path."""
        self.problems.append((kind, message, path))

    def get(self, key: str) -> JsonValue:
        """Return the field as it is and count it as read; None if absent."""
        self._read.add(key)
        return self.value.get(key)

    def count_as_read(self, keys: Iterable[str]) -> None:
        """Leave these fields out of the rest."""
        self._read.update(keys)

    def text(self, key: str) -> str | None:
        """Return the field if it is a string; None, and a problem unless it is null, otherwise."""
        value = self.value.get(key)
        if type(value) is str or value is None:
            self._read.add(key)
            return value
        self.tell("bad_field", f"expected a string, got {kind_of(value)}", f"$.{key}")
        return None

    def flag(self, key: str) -> bool | None:
        """Return the field if it is true, false, 0 or 1; else None, and a problem unless null."""
        value = self.value.get(key)
        if value is None or isinstance(value, bool) or (type(value) in (int, float) and value in (0, 1)):
            self._read.add(key)
            return None if value is None else bool(value)
        self.tell("bad_field", f"expected true or false, got {shown(value)}", f"$.{key}")
        return None

    def number(self, key: str) -> float | None:
        """Return the field if it is a number; else None, and a problem unless null."""
        value = self.value.get(key)
        if value is None or (isinstance(value, (int, float)) and not isinstance(value, bool)):
            self._read.add(key)
            return None if value is None else float(value)
        self.tell("bad_field", f"expected a number, got {shown(value)}", f"$.{key}")
        return None

    def keys_shown(self) -> str:
        """Return the record's keys for a message."""
        return describe(self.value, "with")

    def rest(self) -> dict[str, JsonValue]:
        """Return the fields that were not read into something typed, under their own names."""
        return {key: value for key, value in self.value.items() if key not in self._read}


def shown(value: JsonValue) -> str:
    """Return a value as it is quoted in a message: short scalars verbatim, others by kind."""
    if isinstance(value, str):
        return repr(value) if len(value) <= 40 else f"{value[:40]!r}…"  # noqa: PLR2004 - width of a message
    return kind_of(value) if isinstance(value, (dict, list)) else str(value)


def as_text(value: JsonValue) -> str | None:
    """Return a JSON scalar as text (`true`, `3`, `0.5`); None for null, lists and objects."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    return None


def one_text(value: JsonValue) -> str:
    """Return a value as one text: a scalar as it is, a list of scalars joined, else its JSON text."""
    text = as_text(value)
    if text is not None:
        return text
    parts = [as_text(part) for part in value] if isinstance(value, list) else [None]
    joined = [part for part in parts if part is not None]
    return ", ".join(joined) if len(joined) == len(parts) else json.dumps(value, ensure_ascii=False)


def joined_text(fields: Fields, key: str) -> str | None:
    """Return a text field that may be a string or a list of strings or of {text} parts."""
    value = fields.value.get(key)
    if not isinstance(value, list):
        return fields.text(key)
    parts = [part.get("text") if isinstance(part, dict) else part for part in value]
    if not all(isinstance(part, str) for part in parts):
        fields.tell("bad_field", "expected a string or a list of texts, got a list with others", f"$.{key}")
        return None
    fields.get(key)
    return "\n".join(str(part) for part in parts)


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
