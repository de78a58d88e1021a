"""What surrounds every page: lanes opened with progress, header, notices; and what a page asks for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import streamlit as st

from app import session, state
from app.components.header import header_nodes
from app.components.notices import empty_state, notice
from app.components.opening import Told, changed, draw_told, open_lane
from app.components.panel import render_panel
from app.library import Library, Opened, library
from app.start import default_lanes, with_lanes
from app.state import Page, Side, View

_SIDES: Final[tuple[Side, ...]] = ("a", "b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What a page draws: the view of the address bar and the lanes that could be opened."""

    view: View
    lanes: dict[Side, Opened]

    @property
    def opened(self) -> Opened | None:
        """Return the lane that is looked at; the other one where that one is not open."""
        return self.lanes.get(self.view.lane) or next(iter(self.lanes.values()), None)


def draw_frame(page: Page) -> None:
    """Open the lanes of the address bar and draw the header and every notice."""
    is_new = session.enter(page)
    known = library()
    view, told = session.read(page)
    notices = [Told(node=notice(" ".join(told), tone="warn"))] if told else []
    if view.a is None and view.b is None:
        view = _begin(known, view, is_new=is_new)
    lanes: dict[Side, Opened] = {}
    top, slot, opening = st.container(key=session.KEY_TOP), st.container(), st.empty()
    if any(lane and known.opened(lane) is None for lane in (view.a, view.b)):
        # The page is there before its numbers: opening may take a while.
        with opening:
            render_panel(session.KEY_OPENING, *header_nodes(view, {}), on_link=session.follow, name="header")
    # In a place of its own, so that what is below stays where it is when nothing has to be opened.
    work = st.container()
    for side in _SIDES:
        lane = view.side(side)
        if lane is not None:
            with work:
                opened = open_lane(known, lane, side)
            if isinstance(opened, Opened):
                lanes[side] = opened
            else:
                notices.append(opened)
    opening.empty()
    told_of = (changed(known, view, side, opened) for side, opened in lanes.items())
    notices += [one for one in told_of if one is not None]
    with top:
        render_panel(session.KEY_HEADER, *header_nodes(view, lanes), on_link=session.follow)
    with slot:
        draw_told(notices)


def current_frame() -> Frame:
    """Return the view and its open lanes; the header has opened them before the page is drawn."""
    known = library()
    view = session.read(session.current_page()).view
    lanes: dict[Side, Opened] = {}
    for side in _SIDES:
        lane = view.side(side)
        opened = known.opened(lane) if lane else None
        if opened is not None:
            lanes[side] = opened
    if view.lane not in lanes and lanes:
        view = replace(view, lane=next(iter(lanes)))
    return Frame(view=view, lanes=lanes)


def draw_empty(view: View, message: str = "No run is open.") -> None:
    """Say that a page needs a run, and where to choose one."""
    cure = "Choose a run on the page Runs; its numbers and items are then shown here."
    node = empty_state(message, cure, state.goto_page(view, "runs"), "Go to Runs")
    render_panel(session.KEY_EMPTY, node, on_link=session.follow)


def _begin(known: Library, view: View, *, is_new: bool) -> View:
    """Return the view with the lanes to begin with, and write them into the address bar."""
    begun = with_lanes(view, default_lanes(known))
    if "lane" in st.query_params and begun.side(view.lane) is not None:
        begun = replace(begun, lane=view.lane)
    if begun.a is not None:
        st.query_params.from_dict(state.to_query(begun))
    elif is_new and view.page == state.DEFAULT_PAGE:
        st.switch_page("views/runs.py")
    return begun
