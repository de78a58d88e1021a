"""One item in both lanes, side by side: what each decided line by line, then the texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from app.asked import explanation_of
from app.components.elements import Node, el
from app.components.frame import Frame
from app.components.item_card import content_box, option_nodes, reasoning_box
from app.components.trace_card import scored_box, trace_marks, trace_nodes
from app.components.words import value_text, verdict_node
from app.library import Opened
from app.state import Side
from scoring.audit.item_row import ItemRow
from scoring.trace.explain import TraceExplanation

Explained: TypeAlias = Mapping[Side, TraceExplanation | None]
"""Why a Trace item earned what it earned in each lane; None for any other item."""

_SIDES: Final[tuple[Side, ...]] = ("a", "b")


def beside_nodes(frame: Frame, row: ItemRow, twin: ItemRow | None) -> list[Node]:
    """Return the two lanes of an item; a lane without it says so.

    Args:
        row: the item in the lane that is looked at.
        twin: the item in the other lane.
    """
    rows = {side: row if side == frame.view.lane else twin for side in _SIDES}
    explained = {side: explanation_of(frame.lanes[side], of) if of else None for side, of in rows.items()}
    return [
        *option_nodes(row),
        _table(frame.lanes, rows),
        *_rewards(explained, rows),
        _pair(frame.lanes, rows, explained, "content"),
        _pair(frame.lanes, rows, explained, "reasoning"),
    ]


def _rewards(explained: Explained, rows: Mapping[Side, ItemRow | None]) -> Iterator[Node]:
    """Yield the rewards of a Trace item, lane beside lane; nothing for any other."""
    if not any(explained.values()):
        return
    cards = {
        side: trace_nodes(row, why, box=f"{side}-{scored_box(row)}", lane=f"{side.upper()} · ")
        for side, row in rows.items()
        if row is not None and (why := explained[side]) is not None
    }
    blank = el("span", "no rewards in this lane", cls="absent")
    yield el("div", *(el("div", *cards.get(side, [blank])) for side in _SIDES), cls="pair")


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


def _pair(
    lanes: Mapping[Side, Opened], rows: Mapping[Side, ItemRow | None], explained: Explained, what: str
) -> Node:
    texts = (_text(lanes, side, row, explained[side], what) for side, row in rows.items())
    return el("div", *texts, cls="pair")


def _text(
    lanes: Mapping[Side, Opened], side: Side, row: ItemRow | None, why: TraceExplanation | None, what: str
) -> Node:
    title = f"{side.upper()} · {what}"
    if row is None or side not in lanes:
        return el(
            "section", el("h3", title), el("span", "not in this lane", cls="absent"), cls="textbox none"
        )
    draw = content_box if what == "content" else reasoning_box
    identity = f"{lanes[side].id}:{row.ordinal}:beside"
    box = f"{side}-{what}"
    marks = trace_marks(row, why, box=box) if why and scored_box(row) == what else ()
    return draw(row, identity=identity, title=title, box=box, more=marks)


def _title(lanes: Mapping[Side, Opened], side: Side) -> str:
    return f"Lane {side.upper()}" + (f" · {lanes[side].label}" if side in lanes else "")
