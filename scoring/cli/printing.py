"""Numbers, tables and problems as text for a terminal, and records as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import PurePath

from scoring.records import JsonValue, Problem
from scoring.report.rates import count, format_difference, format_rate

__all__ = [
    "N_PROBLEMS_SHOWN",
    "count",
    "escape_controls",
    "format_difference",
    "format_problems",
    "format_rate",
    "format_table",
    "to_json",
]

_N_PLACES = 3
"""Alike problems are one line with this many of their places."""
N_PROBLEMS_SHOWN = 20
"""Longer lists of problems are cut on the terminal, and say so; `--json` has them all."""

# Everything that could move the cursor, change colours or reorder the text of a terminal.
_UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def escape_controls(text: str) -> str:
    """Return the text with everything but newlines that could steer a terminal written as escapes.

    What a model wrote reaches the terminal inside of values and messages.
    """
    return _UNSAFE.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)


def format_table(
    rows: Iterable[Sequence[str]], *, header: Sequence[str] = (), right: Iterable[int] = (), indent: int = 0
) -> str:
    """Return rows as aligned columns, two blanks between them; empty text for no rows.

    Args:
        header: names of the columns, underlined; none if empty.
        right: columns that are aligned to the right, for numbers.
        indent: blanks before each line.
    """
    body = [list(row) for row in rows]
    if not body:
        return ""
    columns = zip(*([list(header), *body] if header else body), strict=True)
    widths = [max(map(len, column)) for column in columns]
    lines = [list(header), ["-" * width for width in widths], *body] if header else body
    to_right = frozenset(right)
    aligned = (
        "  ".join(
            cell.rjust(width) if i in to_right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )
    return "\n".join((" " * indent + line).rstrip() for line in aligned)


def format_problems(problems: Sequence[Problem], limit: int = N_PROBLEMS_SHOWN) -> str:
    """Return one line a problem (where, what, cure) under a heading, alike ones in one; empty for none."""
    if not problems:
        return ""
    skipped = sum(problem.skipped for problem in problems)
    heading = count(len(problems), "problem") + (
        f", {count(skipped, 'record')} not loaded" if skipped else ""
    )
    alike: dict[tuple[str | None, str, str], list[Problem]] = {}
    for problem in problems:
        alike.setdefault((problem.file, problem.message, problem.cure), []).append(problem)
    groups = list(alike.values())
    lines = [_line(group) for group in groups[:limit]]
    left_out = sum(map(len, groups[limit:]))
    if left_out or any(len(group) > _N_PLACES for group in groups[:limit]):
        lines.append(f"  and {left_out:,} more; --json lists them all" if left_out else "  --json lists all")
    return "\n".join([heading, *lines])


def _line(alike: Sequence[Problem]) -> str:
    first = alike[0]
    places = [_where(one) for one in alike[:_N_PLACES]]
    more = f" and {len(alike) - _N_PLACES:,} more" if len(alike) > _N_PLACES else ""
    return f"  {', '.join(places)}{more}: {first.message}{f' - {first.cure}' if first.cure else ''}"


def _where(problem: Problem) -> str:
    if problem.line is not None:
        place = f":{problem.line}"
    else:
        place = "" if problem.index is None else f"[{problem.index}]"
    file = (problem.file or "") + place
    path = None if problem.path == "$" else problem.path
    return " ".join(part for part in (file, path, problem.item_id) if part) or problem.kind


def to_json(value: object) -> JsonValue:
    """Return a record as plain JSON values: dataclasses as objects, enums as their values.

    Raises:
        TypeError: a value that JSON cannot hold.
    """
    if isinstance(value, Enum):
        return to_json(value.value)
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, PurePath):
        return str(value)
    if is_dataclass(value):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, Iterable):
        return [to_json(item) for item in value]
    raise TypeError(f"expected a value that JSON can hold, got {type(value).__name__}")
