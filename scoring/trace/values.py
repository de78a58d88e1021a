"""One value from a text: JSON first, then a Python literal as data.

Both readers return `UNREAD` instead of raising, whatever the text holds: deep nesting, numbers of
10^5 digits, lone surrogates, NUL. Why Python literals are read at all: docs/decisions/0006-trace-parity.md.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Mapping
from typing import Final


class _Unread:
    """The type of `UNREAD`."""

    def __repr__(self) -> str:
        return "UNREAD"


UNREAD: Final = _Unread()
"""Stands for `no value could be read`; None is a value."""

MAPPINGS = (dict, Mapping)
"""For isinstance(); dictionaries first, since the check of an abstract class is slow."""

LITERAL_CHARACTERS = 65_536
LITERAL_LEVELS = 100

# The reader behind json.loads(), which can start anywhere; it is public, if not in the stubs.
_scan_json = json.JSONDecoder().scan_once  # type: ignore[attr-defined]

_STRING = (
    r"(?:[rRuUbB]|[bB][rR]|[rR][bB])?+"
    r"(?:'''(?:[^\\']|\\.|'(?!''))*+'''|\"\"\"(?:[^\\\"]|\\.|\"(?!\"\"))*+\"\"\""
    r"|'(?:[^\\'\n]|\\.)*+'|\"(?:[^\\\"\n]|\\.)*+\")"
)
_NUMBER = (
    r"0[xX][\d_a-fA-F]++|0[bB][01_]++|0[oO][0-7_]++"
    r"|(?:\d[\d_]*+\.?+[\d_]*+|\.\d[\d_]*+)(?:[eE][+-]?+\d[\d_]*+)?+[jJ]?+"
)
_LITERAL = re.compile(
    rf"(?:\s++|\\\n|\#[^\n]*+|[\[\](){{}},:+-]|\.\.\.|{_STRING}|{_NUMBER}|(?:True|False|None|set)\b)*+",
    re.DOTALL,
)
"""The tokens a Python literal may consist of: prose fails at its first word, at no cost."""

_STRING_OR_COMMENT = re.compile(rf"{_STRING}|\#[^\n]*+", re.DOTALL)
_JSON_STARTS = frozenset('{["-0123456789tfnNI')


def read_value(text: str) -> object:
    """Return the one value that the whole text is, white space around it aside, or `UNREAD`.

    NaN and Infinity are read as JSON, as Python's reader does.
    """
    text = text.strip()
    if not text:
        return UNREAD
    value = read_json(text)
    return read_literal(text) if value is UNREAD else value


def read_json(text: str) -> object:
    """Return the JSON value that the whole text is, or `UNREAD`. No white space around it."""
    if text[:1] not in _JSON_STARTS:
        return UNREAD
    try:
        value, end = _scan_json(text, 0)
    except (StopIteration, ValueError, RecursionError):
        return UNREAD
    return value if end == len(text) else UNREAD


def read_json_tail(text: str, start: int) -> object:
    """Return the JSON value from `start` to the very end of the text, or `UNREAD`."""
    try:
        value, end = _scan_json(text, start)
    except (StopIteration, ValueError, RecursionError):
        return UNREAD
    return value if end == len(text) else UNREAD


def read_literal(text: str) -> object:
    """Return the Python literal that the whole text is, or `UNREAD`.

    Texts over `LITERAL_CHARACTERS` or nested deeper than `LITERAL_LEVELS` count as unread.
    """
    if len(text) > LITERAL_CHARACTERS or _LITERAL.fullmatch(text) is None or _is_deep(text):
        return UNREAD
    try:
        if "\\" not in text:
            return ast.literal_eval(text)
        with warnings.catch_warnings():
            # An escape that Python does not know is kept as it stands, and warned about.
            warnings.simplefilter("ignore")
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError, OverflowError):
        return UNREAD


def _is_deep(text: str) -> bool:
    """Return whether brackets or signs are nested deeper than `LITERAL_LEVELS`."""
    depth = signs = 0
    for char in _STRING_OR_COMMENT.sub("0", text):
        if char in "+-":
            signs += 1
            if signs > LITERAL_LEVELS:
                return True
        elif not char.isspace():
            signs = 0
            if char in "([{":
                depth += 1
                if depth > LITERAL_LEVELS:
                    return True
            elif char in ")]}":
                depth -= 1
    return False
