"""The item beside the table: a part of the page that is drawn alone when only the item changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from app import session
from app.asked import decision_under, decisions_of, explanation_of, item_of, twin_of
from app.components.beside import beside_nodes
from app.components.downloads import draw_downloads
from app.components.elements import Node, el
from app.components.frame import Frame, current_frame
from app.components.item_card import item_head, item_nodes
from app.components.item_page import Place, place_of
from app.components.item_steps import Step, other_side, step_nodes, stepped, steps_of
from app.components.notices import notice
from app.components.panel import Ahead, render_panel
from app.components.policies import policy_switch, policy_table, tried_node
from app.library import Opened, library
from app.pictures import card_of, image_root
from app.state import View, goto_page, link, parse_link
from scoring.audit.drawing import DRAWN_TYPES, subject_of
from scoring.audit.item_row import ItemRow

_AHEAD_CHARACTERS: Final = 30_000
"""An item with longer texts than this is not sent before it is asked for."""


@st.fragment
def draw_item(drawn: View) -> None:
    """Draw the item that the address names.

    Args:
        drawn: the view that the rest of the page was drawn for. Where another row of the table's page
            is shown, the rest stays as it is; otherwise the whole page is drawn, after the item.
    """
    frame = current_frame()
    if frame.opened is None:
        st.rerun()
    place = place_of(frame.opened, frame.view)
    place = replace(place, told=session.take_told() or place.told)
    draw_downloads(place.row)
    steps = steps_of(frame.opened, place)
    nodes = _nodes(frame, frame.opened, place, steps)
    here = link(frame.view)
    render_panel(
        session.KEY_ITEM,
        *nodes,
        on_link=session.follow,
        on_ask=partial(_take_steps, frame.opened, place.view),
        name="item",
        current=_current(place),
        here=here,
    )
    if _rest(frame.view) != _rest(drawn):
        st.rerun()
    # After the item, so that nobody waits for it.
    ahead = dict(_ahead(frame, frame.opened, steps))
    render_panel(session.KEY_AHEAD, on_link=session.follow, here=here, ahead=ahead)


def _take_steps(opened: Opened, view: View, what: str, times: str) -> None:
    """Go as many steps as were pressed; the browser asks for `step:` and the key of the step."""
    n = int(times) if re.fullmatch("[0-9]{1,4}", times) else 0
    target = stepped(opened, view, what.removeprefix("step:"), n)
    if target is not None:
        session.show(target)


def _rest(view: View) -> View:
    return replace(view, item=None, ordinal=None)


def _current(place: Place) -> str:
    return f"row:{place.view.ordinal}"


def _ahead(frame: Frame, opened: Opened, steps: list[Step]) -> Iterator[tuple[str, Ahead]]:
    """Yield what the steps lead to, drawn as the page will draw it then."""
    hrefs = dict.fromkeys(step.href for step in steps if step.href)
    for href in hrefs:
        view = parse_link(href).view
        place = place_of(opened, view)
        if place.row is None or _length(place.row) > _AHEAD_CHARACTERS:
            continue
        its_steps = steps_of(opened, place)
        nodes = _nodes(replace(frame, view=view), opened, place, its_steps)
        yield href, Ahead(nodes=nodes, current=_current(place))


def _nodes(frame: Frame, opened: Opened, place: Place, steps: list[Step]) -> list[Node]:
    """Return the item with its steps, or nothing where the filter leaves no item."""
    told = [notice(place.told, tone="warn")] if place.told else []
    row = place.row
    if row is None:
        return told
    head = item_head(
        row, place.neighbours, list(step_nodes(frame, steps, place, row)), find=place.view.where.text
    )
    if place.view.beside and (other := other_side(frame)) is not None:
        twin = twin_of(other[1], row)
        both = beside_nodes(frame, row, None if twin is None else item_of(other[1], twin))
        return [*told, head, *_tried(opened, place.view, row), *both]
    return [*told, *_whole(opened, place.view, row, head)]


def _whole(opened: Opened, view: View, row: ItemRow, head: Node) -> list[Node]:
    return item_nodes(
        row,
        head=[head, *_tried(opened, view, row)],
        run=opened.id,
        more=_policies(opened, view, row),
        explained=explanation_of(opened, row),
        picture=_picture(opened, view, row),
    )


def _picture(opened: Opened, view: View, row: ItemRow) -> Node | None:
    """Return the annotated image of an item, which leads to the page where one can look closer."""
    if row.task_type not in DRAWN_TYPES:
        return None
    root = image_root(library(), opened, view.images)
    uri = card_of(subject_of(row, opened.audit.folder), root)
    href = goto_page(replace(view, item=row.item_id, ordinal=row.ordinal), "annotations")
    words = f"Target and predicted annotation of {row.item_id}"
    return el("a", el("img", src=uri, alt=words), el("span", "look closer", cls="go"), href=href, cls="shot")


def _policies(opened: Opened, view: View, row: ItemRow) -> list[Node]:
    if not view.policies:
        return [policy_switch(view)]
    return [policy_switch(view), policy_table(view, row, decisions_of(opened, row))]


def _tried(opened: Opened, view: View, row: ItemRow) -> list[Node]:
    """Return what the lane's policy and the one that is tried decide; nothing where they are the same."""
    shown = opened.audit.info.policy
    if view.tried is None or view.tried == shown:
        return []
    return [tried_node(view, row, shown.name, decision_under(opened, row, view.tried))]


def _length(row: ItemRow) -> int:
    return sum(len(text) for text in (row.content, row.reasoning, row.prompt) if text)
