"""The table of items: one page of rows, sorted by a click, every row a link to its item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from app.asked import Row
from app.components.elements import Node, el
from app.components.item_columns import TABLE, Cell
from app.components.notices import empty_state
from app.components.words import id_text
from app.state import COLUMNS, DEFAULT_COLUMNS, ROWS_A_PAGE, View, goto_item, link
from scoring.audit.filter import Filter

_FITS: Final = 8
"""Characters that any cell shows whole."""


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
    titles = (("item_id", "item"), *((name, TABLE[name].title) for name in view.columns))
    head = el("thead", el("tr", *(_heading(view, name, title) for name, title in titles)))
    body = el("tbody", *(_row(view, row) for row in rows))
    scroll = el(
        "div",
        el("table", head, body),
        cls="items scroll",
        keep=f"rows:{view.sort}{view.descending}:{view.start}",
    )
    return [scroll, _pager(view, n)]


def column_chooser(view: View) -> Node:
    """Return the columns, each a link that shows or hides it."""
    view = replace(view, item=None, ordinal=None)
    choices = (
        el(
            "a",
            TABLE[name].title,
            href=link(replace(view, columns=_with(view.columns, name))),
            pressed=name in view.columns,
            keep=f"column:{name}",
        )
        for name in COLUMNS
    )
    usual = (
        el("a", "the usual ones", href=link(replace(view, columns=DEFAULT_COLUMNS)), cls="quiet")
        if view.columns != DEFAULT_COLUMNS
        else None
    )
    # Shown only where that is so.
    narrow = el("p", "The table is too narrow here for the rule; each item says it.", cls="hint narrow")
    return el(
        "details",
        el("summary", "columns", cls="quiet", label="Choose columns"),
        el("div", *choices, usual, narrow, cls="over choices"),
        cls="pop",
        keep="columns",
    )


def start_of(position: int) -> int:
    """Return the first row of the page that holds a 1-based position."""
    return (position - 1) // ROWS_A_PAGE * ROWS_A_PAGE


def _with(columns: Sequence[str], name: str) -> tuple[str, ...]:
    return tuple(c for c in COLUMNS if (c in columns) != (c == name))


def _heading(view: View, name: str, title: str) -> Node:
    is_sorted = view.sort == name
    # Third click: back to the order of the file.
    turns = {False: (name, False), True: ("ordinal", False) if view.descending else (name, True)}
    sort, down = turns[is_sorted]
    arrow = (" ↓" if view.descending else " ↑") if is_sorted else ""
    words = ("descending" if view.descending else "ascending") if is_sorted else None
    target = link(replace(view, sort=sort, descending=down, start=0))
    is_number = name in TABLE and TABLE[name].is_number
    return el(
        "th",
        el("a", title + arrow, href=target, title=f"Sort by {title}", keep=f"sort:{name}"),
        sort=words,
        cls=f"c-{name} num" if is_number else f"c-{name}",
    )


def _row(view: View, row: Row) -> Node:
    ordinal, item_id = int(str(row["ordinal"])), str(row["item_id"])
    # The panel of the item draws what this leads to; the table stays as it is.
    first = el(
        "a", id_text(item_id), href=goto_item(view, ordinal, item_id), keep=f"row:{ordinal}", via="item"
    )
    cells = ((name, TABLE[name].cell(row)) for name in view.columns)
    # A click anywhere in the row follows its one link; a long text is whole when pointed at.
    return el("tr", _id_cell(first, item_id), *(_cell(name, cell) for name, cell in cells))


def _id_cell(shown: Node, item_id: str) -> Node:
    return el("td", shown, cls="c-item_id", title=item_id if len(item_id) > _FITS else None)


def _cell(name: str, cell: Cell) -> Node:
    shown: tuple[Node | str, ...] = (cell.text,)
    if cell.sign:
        shown = (cell.sign, el("span", cell.text, cls="word"))
    is_long = len(cell.text) > _FITS or bool(cell.sign)
    return el("td", *shown, cls=f"c-{name} {cell.cls}".strip(), title=cell.text if is_long else None)


def _pager(view: View, n: int) -> Node:
    last = (n - 1) // ROWS_A_PAGE * ROWS_A_PAGE
    start = min(view.start, last)
    end = min(start + ROWS_A_PAGE, n)
    if n <= ROWS_A_PAGE:
        return el("div", el("span", f"all {n:,} shown" if n > 1 else "one item"), cls="pager")
    return el(
        "div",
        el("span", f"{start + 1:,}–{end:,} of {n:,}"),
        *_pages(view, start=start, last=last),
        cls="pager",
    )


def _pages(view: View, *, start: int, last: int) -> Iterator[Node]:
    steps = (
        ("first", 0, start > 0),
        ("previous", start - ROWS_A_PAGE, start > 0),
        ("next", start + ROWS_A_PAGE, start < last),
        ("last", last, start < last),
    )
    for words, to, possible in steps:
        if possible:
            yield el("a", words, href=link(replace(view, start=to)), cls="link", keep=f"pager:{words}")
        else:
            yield el("span", words, cls="off")
