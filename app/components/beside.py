"""One item in both lanes, side by side: what each decided line by line, then the texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.components.elements import Node, el
from app.components.frame import Frame
from app.components.item_card import content_box, option_nodes, reasoning_box
from app.components.words import value_text, verdict_node
from app.library import Opened
from app.state import Side
from scoring.audit.item_row import ItemRow

_SIDES: Final[tuple[Side, ...]] = ("a", "b")


def beside_nodes(frame: Frame, row: ItemRow, twin: ItemRow | None) -> list[Node]:
    """Return the two lanes of an item; a lane without it says so.

    Args:
        row: the item in the lane that is looked at.
        twin: the item in the other lane.
    """
    rows = {side: row if side == frame.view.lane else twin for side in _SIDES}
    return [
        *option_nodes(row),
        _table(frame.lanes, rows),
        _pair(frame.lanes, rows, "content"),
        _pair(frame.lanes, rows, "reasoning"),
    ]


def _table(lanes: Mapping[Side, Opened], rows: Mapping[Side, ItemRow | None]) -> Node:
    head = el(
        "thead", el("tr", el("th", ""), *(el("th", _title(lanes, side)) for side in _SIDES), el("th", ""))
    )
    told = {side: _told(row) if row else {} for side, row in rows.items()}
    names = dict.fromkeys(name for lines in told.values() for name in lines)
    lines = (_line(name, [told[side].get(name) for side in _SIDES]) for name in names)
    return el("table", head, el("tbody", *lines), cls="beside", arrive="beside")


def _line(name: str, cells: list[Node | None]) -> Node:
    texts = [cell.text() if cell else "not in this lane" for cell in cells]
    differs = texts[0] != texts[1]
    shown = (el("td", cell or el("span", "not in this lane", cls="soft"), cls="wrap") for cell in cells)
    sign = el("td", "≠ differ" if differs else "", cls="num strong")
    return el("tr", el("td", name, cls="soft"), *shown, sign, cls="differs" if differs else "")


def _told(row: ItemRow) -> dict[str, Node]:
    """Return what one lane says, a line each."""
    where = " · ".join(filter(None, (row.extraction_rule, row.extraction_source)))
    return {
        "final answer": el("span", row.answer or "no answer", cls="strong" if row.answer else "soft"),
        "rescored": verdict_node(row.verdict),
        "recorded": verdict_node(row.recorded_verdict),
        "recorded answer": el(
            "span", row.recorded_answer or "none", cls="" if row.recorded_answer else "soft"
        ),
        "read by": el("span", where or "–", cls="soft"),
        "ambiguity": el("span", value_text("ambiguity", row.ambiguity), cls="soft"),
        "findings": el(
            "span", ", ".join(value_text("findings", f) for f in row.findings) or "none", cls="soft"
        ),
    }


def _pair(lanes: Mapping[Side, Opened], rows: Mapping[Side, ItemRow | None], what: str) -> Node:
    return el("div", *(_text(lanes, side, row, what) for side, row in rows.items()), cls="pair")


def _text(lanes: Mapping[Side, Opened], side: Side, row: ItemRow | None, what: str) -> Node:
    title = f"{side.upper()} · {what}"
    if row is None or side not in lanes:
        return el(
            "section", el("h3", title), el("span", "not in this lane", cls="absent"), cls="textbox none"
        )
    draw = content_box if what == "content" else reasoning_box
    identity = f"{lanes[side].id}:{row.ordinal}:beside"
    return draw(row, identity=identity, title=title, box=f"{side}-{what}")


def _title(lanes: Mapping[Side, Opened], side: Side) -> str:
    return f"Lane {side.upper()}" + (f" · {lanes[side].label}" if side in lanes else "")
