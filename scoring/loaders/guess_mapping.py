"""A good guess which column of a table is what, from the names and the first rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from scoring.loaders.cells import as_list, as_verdict, cell, is_number, is_whole
from scoring.loaders.column_mapping import ColumnMapping, TargetIs
from scoring.loaders.column_names import NAMES
from scoring.loaders.fields import LETTERS
from scoring.records import JsonValue

Row = Mapping[str, JsonValue]

_OPTION = re.compile(r"(?:option|choice|opt|ans(?:wer)?)?_?([a-z]|\d{1,2})")
_VAGUE = frozenset(("text", "name", "type"))  # inside an object these may be anything
_LETTERS = tuple(LETTERS.casefold())


def guess_mapping(columns: Sequence[str], first_rows: Sequence[Row]) -> ColumnMapping:
    """Return which column is probably what; empty where nothing fits. Pure: the same table, the same guess.

    A column serves one role. Names decide; where the values cannot be what the name says (a verdict that is
    neither true nor false), the next name is tried.

    Args:
        columns: names in the order of the table.
        first_rows: some rows; may be empty.
    """
    # Deeper columns are rather those of a document that is no row.
    columns = [column for column in columns if column.count(".") <= 1]
    by_name: dict[str, str] = {}
    for column in columns:
        by_name.setdefault(_normal(column), column)
        inner = _normal(column.rsplit(".", 1)[-1])
        if inner not in _VAGUE:
            by_name.setdefault(inner, column)
    left = dict.fromkeys(columns)
    chosen: dict[str, tuple[str, ...]] = {}
    for role, names in NAMES.items():
        for name in names:
            column = by_name.get(name, "")
            if column in left and _fits(role, column, first_rows):
                chosen[role] = (column,)
                del left[column]
                break
    if "options" not in chosen and (several := _option_columns(list(left))):
        chosen["options"] = several
    return ColumnMapping(columns=chosen, target_is=_target_is(chosen, first_rows))


def _normal(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.strip().casefold()).strip("_")


def _fits(role: str, column: str, rows: Sequence[Row]) -> bool:
    values = [value for row in rows if (value := cell(row, column)) is not None]
    test = _TESTS.get(role)
    return not values or test is None or all(test(value) for value in values)


def _is_answer(value: JsonValue) -> bool:
    """Return whether a value may be an answer, or a list of them."""
    if isinstance(value, list):
        return not any(isinstance(part, dict) for part in value)
    return not isinstance(value, dict)


_TESTS: Mapping[str, Callable[[JsonValue], bool]] = MappingProxyType(
    {
        "content": lambda value: isinstance(value, str | list),
        "target": _is_answer,
        "recorded_answer": _is_answer,
        "recorded_verdict": lambda value: as_verdict(value) is not None,
        "recorded_score": lambda value: isinstance(value, int | float) or is_number(value),
        "item_id": lambda value: isinstance(value, str | int | float),
        "prompt": lambda value: isinstance(value, str | list),
        "options": lambda value: isinstance(value, dict) or as_list(value) is not None,
        "category": lambda value: isinstance(value, str | int),
        "task": lambda value: isinstance(value, str),
        "attempt": is_whole,
        "images": lambda value: isinstance(value, str | list | dict),
    }
)
"""What the values of a role must be; roles without a test take any."""


def _option_columns(columns: Sequence[str]) -> tuple[str, ...]:
    """Return columns named A, B, C … or option_1, option_2 …, from the first on without a gap."""
    found: dict[str, str] = {}
    for column in columns:
        match = _OPTION.fullmatch(_normal(column))
        if match:
            found.setdefault(match[1], column)
    for series in (_LETTERS, tuple(map(str, range(100))), tuple(map(str, range(1, 100)))):
        run = [name for i, name in enumerate(series) if name in found and all(s in found for s in series[:i])]
        if len(run) > 1:
            return tuple(found[name] for name in run)
    return ()


def _target_is(chosen: Mapping[str, tuple[str, ...]], rows: Sequence[Row]) -> TargetIs:
    """Return whether the target counts the options, and from where."""
    if "options" not in chosen or "target" not in chosen:
        return "auto"
    (column,) = chosen["target"]
    values = [value for row in rows if (value := cell(row, column)) is not None]
    if not values or not all(is_whole(value) for value in values):
        return "auto"
    numbers = [int(float(str(value))) for value in values]
    sizes = [_n_options(chosen["options"], row) for row in rows if cell(row, column) is not None]
    if 0 in numbers:
        return "index0"
    return "index1" if any(n == size for n, size in zip(numbers, sizes, strict=True)) else "index0"


def _n_options(columns: Sequence[str], row: Row) -> int:
    if len(columns) > 1:
        return sum(cell(row, column) is not None for column in columns)
    value = cell(row, columns[0])
    return len(value) if isinstance(value, dict) else len(as_list(value) or ())
