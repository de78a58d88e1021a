"""What surrounds every page: lanes opened with progress, header, notices; and what a page asks for."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import streamlit as st

from app import session, state
from app.components.elements import Node
from app.components.header import header_nodes
from app.components.notices import empty_state, error_notice, notice
from app.components.panel import render_panel
from app.components.words import plural, size
from app.library import Library, Opened, default_lanes, library, with_lanes
from app.state import Lane, Page, Side, View
from scoring.errors import LanescopeError
from scoring.rescore.pipeline import OnProgress

_SIDES: Final[tuple[Side, ...]] = ("a", "b")
_PATIENCE_SECONDS: Final = 0.5
"""Work shorter than this shows no progress bar, so that nothing flickers."""


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
    notices = [notice(" ".join(told), tone="warn")] if told else []
    if view.a is None and view.b is None:
        view = _begin(known, view, is_new=is_new)
    lanes: dict[Side, Opened] = {}
    slot, opening = st.container(), st.empty()
    if any(lane and known.opened(lane) is None for lane in (view.a, view.b)):
        # The page is there before its numbers: opening may take a while.
        with opening:
            render_panel(session.KEY_OPENING, *header_nodes(view, {}), on_link=session.follow, name="header")
    for side in _SIDES:
        lane = view.side(side)
        if lane is not None:
            opened = _open(known, lane, side, notices)
            if opened is not None:
                lanes[side] = opened
    opening.empty()
    notices += [_changed(side, opened) for side, opened in lanes.items() if opened.is_changed]
    with slot:
        render_panel(session.KEY_HEADER, *header_nodes(view, lanes), on_link=session.follow)
        if notices:
            render_panel(session.KEY_NOTICE, *notices, on_link=session.follow)


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
    cure = "Choose one on the page Runs; its numbers and items are then shown here."
    node = empty_state(message, cure, state.goto_page(view, "runs"), "Go to Runs")
    render_panel(session.KEY_EMPTY, node, on_link=session.follow)


def progress_bar(words: str) -> tuple[OnProgress, Callable[[], None]]:
    """Return a progress callback that draws a bar after a moment, and what takes the bar away.

    Args:
        words: what is being done; our own words, since Streamlit reads a label as Markdown.
    """
    slot = st.empty()
    begun = time.monotonic()

    def report(n_read: int, n_total: int, n_items: int) -> None:
        if time.monotonic() - begun < _PATIENCE_SECONDS:
            return
        share = min(1.0, n_read / n_total) if n_total else 1.0
        figures = f"{plural(n_items, 'item')}, {size(n_read)} of {size(n_total)}"
        slot.progress(share, text=f"{words}: {figures}")

    def done() -> None:
        slot.empty()

    return report, done


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


def _open(known: Library, lane: Lane, side: Side, notices: list[Node]) -> Opened | None:
    report, done = progress_bar(f"Rescoring lane {side.upper()}")
    try:
        return known.open(lane, report)
    except LanescopeError as error:
        notices.append(error_notice(error))
        return None
    finally:
        done()


def _changed(side: Side, opened: Opened) -> Node:
    return notice(
        f"The source of lane {side.upper()} ({opened.label}) has changed or gone since it was rescored.",
        "What is shown comes from its audit. Open the file again on the page Runs to rescore it.",
        tone="warn",
    )
