"""Where a text stops being JSON, and whether it was only cut there."""

from __future__ import annotations

import re

_LITERALS = ("true", "false", "null", "NaN", "Infinity", "-Infinity")
_HALF_NUMBER = re.compile(r"-|\.|[eE][+-]?")


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


def is_cut(fault: str, rest: str) -> bool:
    """Return whether a fault is only that the file ends there; `rest` is what stands from the fault on."""
    if fault.startswith("Unterminated string"):
        return True
    if fault.startswith("Invalid \\"):  # an escape in a string
        return '"' not in rest
    rest = rest.strip()
    return bool(_HALF_NUMBER.fullmatch(rest)) or any(literal.startswith(rest) for literal in _LITERALS)


def line_fault(fault: str, at: int, line: int) -> JsonFault:
    """Return the fault of a line that is not exactly one JSON value."""
    message = f"expected one JSON value a line, got none that is complete ({fault} at character {at})"
    return JsonFault("malformed_json", message, line, in_value=True)
