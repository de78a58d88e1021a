"""The table of items: one page of rows, sorted by a click, every row a link to its item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import orjson

from app.asked import Row
from app.components.elements import Node, el
from app.components.notices import empty_state
from app.components.words import SIGNS, value_text
from app.state import ROWS_A_PAGE, View, goto_item, link
from scoring.audit.filter import Filter

COLUMNS: Final = (
    "ordinal", "item_id", "target", "answer", "extraction_source", "extraction_rule", "recorded_verdict",
    "verdict", "answer_kind", "ambiguity", "findings",
)  # fmt: skip
"""What a row needs; no text column, so that a list never reads the responses."""


_FITS: Final = 14
"""Characters that any cell shows whole."""


class Column(NamedTuple):
    """A column of the table: its heading and what it is sorted by; empty where it cannot be."""

    title: str
    sort: str


_TABLE: Final = (
    Column("item", "item_id"),
    Column("target", "target"),
    Column("answer", "answer"),
    Column("rule", "extraction_rule"),
    Column("recorded", "recorded_verdict"),
    Column("rescored", "verdict"),
    Column("notes", ""),
)


def table_nodes(view: View, rows: Sequence[Row], n: int) -> list[Node]:
    """Return the rows of the page, or what to do when the filter leaves none; and the pager."""
    # Without the item, so that the table is the same for every item of its page.
    view = replace(view, item=None, ordinal=None)
    if n == 0:
        target = link(replace(view, where=Filter(), start=0))
        return [
            empty_state(
                "No item passes this filter.", "Remove a value, or start again.", target, "Clear the filter"
            )
        ]
    head = el("thead", el("tr", *(_heading(view, column) for column in _TABLE)))
    body = el("tbody", *(_row(view, row) for row in rows))
    scroll = el(
        "div",
        el("table", head, body),
        cls="items scroll",
        keep=f"rows:{view.sort}{view.descending}:{view.start}",
    )
    return [scroll, _pager(view, n)]


def start_of(position: int) -> int:
    """Return the first row of the page that holds a 1-based position."""
    return (position - 1) // ROWS_A_PAGE * ROWS_A_PAGE


def _heading(view: View, column: Column) -> Node:
    if not column.sort:
        return el("th", column.title)
    is_sorted = view.sort == column.sort
    # Third click: back to the order of the file.
    turns = {
        False: (column.sort, False),
        True: ("ordinal", False) if view.descending else (column.sort, True),
    }
    sort, down = turns[is_sorted]
    arrow = (" ↓" if view.descending else " ↑") if is_sorted else ""
    words = ("descending" if view.descending else "ascending") if is_sorted else None
    target = link(replace(view, sort=sort, descending=down, start=0))
    return el(
        "th", el("a", column.title + arrow, href=target, title="Sort", keep=f"sort:{column.sort}"), sort=words
    )


def _row(view: View, row: Row) -> Node:
    ordinal, item_id = _int(row["ordinal"]), str(row["item_id"])
    href = goto_item(view, ordinal, item_id)
    cells = (
        (item_id, ""),
        (_target(row["target"]), ""),
        _answer(row),
        (_where(row), "soft"),
        *(_verdict(row[name]) for name in ("recorded_verdict", "verdict")),
        (" · ".join(_notes(row)), "soft"),
    )
    first = el("a", item_id, href=href, keep=f"row:{ordinal}")
    # A click anywhere in the row follows its one link; a long text is whole when pointed at.
    return el("tr", *(_cell(first if i == 0 else text, text, cls) for i, (text, cls) in enumerate(cells)))


def _cell(shown: Node | str, text: str, cls: str) -> Node:
    return el("td", shown, cls=cls, title=text if len(text) > _FITS else None)


def _verdict(value: object) -> tuple[str, str]:
    name = str(value) if _given(value) else "not_recorded"
    return f"{SIGNS.get(name, '·')} {name.replace('_', ' ')}", name


def _answer(row: Row) -> tuple[str, str]:
    if _given(row["answer"]):
        return str(row["answer"]), "strong"
    return "–" if row["answer_kind"] == "not_applicable" else "no answer", "no_answer"


def _where(row: Row) -> str:
    """Return the rule, and the source where it is not the visible content."""
    if not _given(row["extraction_rule"]):
        return "–"
    rule = str(row["extraction_rule"])
    return rule if row["extraction_source"] == "content" else f"{row['extraction_source']} · {rule}"


def _notes(row: Row) -> Iterator[str]:
    if row["ambiguity"] != "none":
        yield value_text("ambiguity", str(row["ambiguity"]))
    findings = row["findings"]
    if isinstance(findings, Sequence) or hasattr(findings, "__iter__"):
        yield from (value_text("findings", str(name)) for name in findings)


def _pager(view: View, n: int) -> Node:
    last = (n - 1) // ROWS_A_PAGE * ROWS_A_PAGE
    start = min(view.start, last)
    end = min(start + ROWS_A_PAGE, n)
    if n <= ROWS_A_PAGE:
        return el("div", el("span", f"all {n:,} shown" if n > 1 else "one item"), cls="pager")
    steps = (("first", 0, start > 0), ("previous", start - ROWS_A_PAGE, start > 0),
             ("next", start + ROWS_A_PAGE, start < last), ("last", last, start < last))  # fmt: skip
    links = (
        el("a", words, href=link(replace(view, start=to)), cls="link", keep=f"pager:{words}")
        if possible
        else el("span", words, cls="off")
        for words, to, possible in steps
    )
    return el("div", el("span", f"{start + 1:,}–{end:,} of {n:,}"), *links, cls="pager")


def _target(value: object) -> str:
    """Return the targets of a row, which the audit keeps as JSON."""
    if not isinstance(value, str):
        return "–"
    texts = orjson.loads(value)
    return ", ".join(str(t) for t in texts) if isinstance(texts, list) else value


def _given(value: object) -> bool:
    return isinstance(value, str)


def _int(value: object) -> int:
    return int(str(value))
