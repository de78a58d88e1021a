"""A table before it is a run: its first rows, and the first items that a column mapping makes of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice

from app.components.elements import Node, el
from app.components.notices import notice
from app.components.words import plural
from scoring.loaders.column_mapping import ColumnMapping
from scoring.loaders.table_rows import Table
from scoring.loaders.table_run import read_table
from scoring.records import Item, JsonValue, Problem

_ROWS = 5
_ITEMS = 5
_ENTRIES = 40  # items and problems that are looked at for them
_MOST_COLUMNS = 40
_LONGEST = 200


def rows_node(table: Table, mapping: ColumnMapping) -> Node:
    """Return the first rows as they stand, each column with the role that it has."""
    roles = {column: role for role, columns in mapping.columns.items() for column in columns}
    shown = [column for column in table.columns if "." not in column or column in roles][:_MOST_COLUMNS]
    head = (
        el("th", column, *((el("span", f" {roles[column]}", cls="hint"),) if column in roles else ()))
        for column in shown
    )
    body = (
        el("tr", *(el("td", _short(row.get(column)), cls="wrap") for column in shown))
        for row in table.first[:_ROWS]
    )
    return el("div", el("table", el("thead", el("tr", *head)), el("tbody", *body)), cls="scroll", keep="rows")


def items_nodes(table: Table, mapping: ColumnMapping, name: str) -> list[Node]:
    """Return the first items as they would load, and the problems met on the way."""
    entries = list(islice(read_table(table, mapping, name), _ENTRIES))
    items = [entry for entry in entries if isinstance(entry, Item)][:_ITEMS]
    problems = [entry for entry in entries if isinstance(entry, Problem)]
    nodes = (
        [_items_table(items)] if items else [notice("No row becomes an item by this mapping.", tone="warn")]
    )
    if problems:
        told = f"{plural(len(problems), 'problem')} in the first rows; the first: {problems[0].message}."
        nodes.append(
            notice(
                told, f"Row {(problems[0].index or 0) + 1}, {problems[0].path or 'whole row'}", tone="warn"
            )
        )
    if not mapping.is_enough:
        nodes.append(notice("Assign response and target; without them nothing can be scored.", tone="warn"))
    return nodes


def _items_table(items: Sequence[Item]) -> Node:
    head = ("id", "type", "prompt", "options", "target", "response", "recorded")
    rows = (el("tr", *(el("td", text, cls="wrap") for text in _cells(item))) for item in items)
    table = el("table", el("thead", el("tr", *(el("th", one) for one in head))), el("tbody", *rows))
    return el("div", table, cls="scroll", keep="items")


def _cells(item: Item) -> tuple[str, ...]:
    recorded = item.recorded[0] if item.recorded else None
    told = [recorded.verdict, recorded.answer] if recorded else []
    return (
        item.item_id,
        item.task_type.replace("_", " "),
        _short(item.prompt),
        _short(
            ", ".join(label if text is None else f"{label} {text}" for label, text in item.options.items())
        ),
        _short(" or ".join(item.target)),
        _short(item.response.content),
        _short(" ".join(str(one) for one in told if one is not None)),
    )


def _short(value: JsonValue) -> str:
    """Return a value as one short text; longer ones end with an ellipsis."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
