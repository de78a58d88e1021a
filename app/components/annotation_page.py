"""The Annotations page for one item: a part of the page that is drawn alone when only the item changes."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from app import session
from app.asked import twin_of
from app.components import keys
from app.components.annotated import Annotated, annotated_item, annotated_place, annotated_view, same_witness
from app.components.annotation_bar import bar_nodes, switch_nodes, title_node, told_nodes
from app.components.annotation_card import card_nodes, response_nodes
from app.components.elements import el
from app.components.frame import Frame, current_frame
from app.components.image_folder import answer
from app.components.item_page import Place
from app.components.item_steps import Step, other_side, steps_of
from app.components.notices import notice
from app.components.panel import render_panel
from app.figures.annotation import Shown, build_annotation, height_for
from app.library import Opened
from app.looks import PLAIN
from app.pictures import full_picture
from app.state import Side, View, goto_item
from scoring.audit.item_row import ItemRow
from scoring.draw.render import Drawn, render_item
from scoring.draw.words import file_name

_CHART: Final = {
    "scrollZoom": True,
    "displaylogo": False,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "toImage"],
}
_WIDTH: Final = 790
_LEAST, _MOST = 260, 500
_BESIDE: Final = (620, 220, 420)
_GROUNDS: Final = {False: "#E8EBF0", True: "#2D3544"}


@st.fragment
def draw_annotation(drawn: View) -> None:
    """Draw the item that the address names.

    Args:
        drawn: the view that the rest of the page was drawn for; where more than the item and its look has
            changed, the whole page is drawn anew.
    """
    frame = current_frame()
    if frame.opened is None or _rest(frame.view) != _rest(drawn):
        st.rerun()
    opened = frame.opened
    place = annotated_place(opened, frame.view)
    render_panel(
        session.KEY_BAR, *bar_nodes(place.view, opened, place.neighbours.total), on_link=session.follow
    )
    told = [notice(sentence, tone="warn") for sentence in (place.told, session.take_told()) if sentence]
    if told:
        render_panel(session.KEY_ABOVE, *told, on_link=session.follow)
    if place.row is None:
        render_panel(
            session.KEY_READ, el("p", "No item is left by this filter.", cls="empty"), on_link=session.follow
        )
        return
    one = annotated_item(frame, opened, place.row, place.view)
    chosen = _chosen(one, place.view)
    if place.view.look.lanes == "beside" and one.twin is not None:
        _draw_beside(frame, place, one, chosen)
    else:
        _draw_one(frame, place, one, chosen)


def _draw_one(frame: Frame, place: Place, one: Annotated, chosen: int | None) -> None:
    left, right = st.columns([1.3, 1], gap="small")
    view = place.view
    with left:
        head = title_node(frame, place, one, _steps(one.opened, place, frame, one.row))
        render_panel("shot_title", head, on_link=session.follow, name="shottitle")
        canvas = (_WIDTH, height_for(one.overlay, width=_WIDTH, least=_LEAST, most=_MOST))
        _chart(session.KEY_SHOT, one, view, chosen, canvas)
        under = [*switch_nodes(view, one), *told_nodes(view, one), *response_nodes(one, chosen=chosen)]
        render_panel(session.KEY_UNDER, *under, on_link=session.follow, on_ask=partial(answer, view))
    with right:
        cards = card_nodes(frame, view, one, chosen=chosen, chart=session.KEY_SHOT)
        render_panel(session.KEY_READ, *cards, on_link=session.follow, name="reading")
        _png(one, view, chosen)


def _draw_beside(frame: Frame, place: Place, one: Annotated, chosen: int | None) -> None:
    """Draw both lanes beside each other; the chosen witness is that of the same target in both."""
    view = place.view
    head = title_node(frame, place, one, _steps(one.opened, place, frame, one.row))
    render_panel("shot_title", head, *switch_nodes(view, one), on_link=session.follow, name="shottitle")
    sides: dict[Side, Annotated] = {view.lane: one}
    other = other_side(frame)
    if other is not None and one.twin is not None:
        sides[other[0]] = annotated_item(frame, other[1], one.twin, view)
    width, least, most = _BESIDE
    for column, side in zip(st.columns(2, gap="medium"), sorted(sides), strict=False):
        with column:
            its = sides[side]
            marked = chosen if its is one else same_witness(one.scene, its.scene, chosen)
            title = el("h3", f"Lane {side.upper()} · {its.opened.label}")
            render_panel(f"shot_title_{side}", title, on_link=session.follow, name="shottitle")
            canvas = (width, height_for(its.overlay, width=width, least=least, most=most))
            its_view = replace(view, lane=side)
            _chart(session.KEY_SHOTS[side], its, view if its is one else its_view, marked, canvas)
            nodes = [
                *told_nodes(view, its),
                *card_nodes(
                    frame, view if its is one else its_view, its, chosen=marked, chart=session.KEY_SHOTS[side]
                ),
            ]
            nodes += response_nodes(its, chosen=marked, side=side)
            render_panel(
                session.KEY_READS[side],
                *nodes,
                on_link=session.follow,
                on_ask=partial(answer, view),
                name="reading both",
            )


def _chart(key: str, one: Annotated, view: View, chosen: int | None, canvas: tuple[int, int]) -> None:
    """Draw the picture; a click on a witness follows the link of its row of the ledger (panel.js).

    Streamlit makes a new chart of every change; zoom and pan survive because links carry them (panel.js).
    """
    look = view.look
    shown = Shown(
        layers=look.layers,
        fill=look.fill / 100.0,
        chosen=chosen,
        revision=f"{one.opened.key}:{one.row.ordinal}",
        width=canvas[0],
        height=canvas[1],
        zoom=look.zoom,
        ground=_GROUNDS[st.context.theme.type == "dark"],
    )

    st.plotly_chart(
        build_annotation(one.overlay, image=one.uri, shown=shown),
        key=key,
        theme=None,
        config=_CHART,
        alt=f"{one.row.item_id}: target and predicted annotation; the witness ledger says the same in words",
    )


def _png(one: Annotated, view: View, chosen: int | None) -> None:
    """Offer the picture as it is shown, in full size, with its caption."""

    def render() -> bytes:
        drawn = Drawn(one.subject, full_picture(one.subject, one.root), one.scene)
        out = io.BytesIO()
        render_item(drawn, layers=view.look.layers, fill=view.look.fill / 100.0, chosen=chosen).save(
            out, "PNG"
        )
        return out.getvalue()

    st.download_button(
        "PNG of this picture",
        render,
        file_name=f"{one.row.ordinal:05d}-{file_name(one.row.item_id)}.png",
        mime="image/png",
        key=session.KEY_PNG,
        on_click="ignore",
    )


def _steps(opened: Opened, place: Place, frame: Frame, row: ItemRow) -> list[Step]:
    """Return the steps to the items before and after, and to the other lane."""
    view = replace(place.view, look=replace(place.view.look, row=None, zoom=None))
    near = replace(place, view=annotated_view(opened, view))
    steps = [one for one in steps_of(opened, near) if one.key in (keys.PREVIOUS, keys.NEXT)]
    other = other_side(frame)
    if other is None:
        return steps
    twin = twin_of(other[1], row)
    href = None if twin is None else goto_item(replace(view, lane=other[0]), twin, row.item_id)
    return [*steps, Step(f"lane {other[0].upper()}", keys.OTHER_LANE, href)]


def _chosen(one: Annotated, view: View) -> int | None:
    row = view.look.row
    return row if row is not None and row < len(one.scene.rows) else None


def _rest(view: View) -> View:
    """Return what decides everything but the item and its look."""
    return replace(view, item=None, ordinal=None, look=replace(PLAIN, tab=view.look.tab))
