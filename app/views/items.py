"""Items: facets, the table, and the item beside it."""

from __future__ import annotations

import streamlit as st

from app import session, state
from app.asked import Order, facets_of, rows_of
from app.components.downloads import draw_downloads
from app.components.export import draw_export
from app.components.filters import SHOWN_FACETS, chip_nodes, facet_nodes
from app.components.frame import current_frame, draw_empty
from app.components.item_page import item_panel, place_of
from app.components.item_table import COLUMNS, table_nodes
from app.components.panel import render_panel
from scoring.audit.filter import Filter

frame = current_frame()
if frame.opened is None:
    draw_empty(frame.view)
    st.stop()
opened = frame.opened
place = place_of(opened, frame.view)
view, n_shown = place.view, place.neighbours.total
order = Order(where=view.where, sort=view.sort, descending=view.descending)
rows = rows_of(opened, order, COLUMNS, start=view.start, limit=state.ROWS_A_PAGE)

left, middle, right = st.columns([1, 3.2, 3.4], gap="small")
with left:
    st.session_state[session.KEY_SEARCH] = view.where.text
    st.text_input(
        "Search text, answer, id",
        key=session.KEY_SEARCH,
        placeholder="Search text, answer, id",
        label_visibility="collapsed",
        on_change=lambda: session.search(view, st.session_state[session.KEY_SEARCH]),
    )
    draw_export(opened, order, n_shown)
    every = facets_of(opened, Filter(), SHOWN_FACETS)
    counted = facets_of(opened, view.where, SHOWN_FACETS)
    render_panel(session.KEY_FACETS, *facet_nodes(view, every, counted), on_link=session.follow)
with middle:
    chips = chip_nodes(view, n_shown, opened.summary.n)
    render_panel(session.KEY_TABLE, chips, *table_nodes(view, rows, n_shown), on_link=session.follow)
with right:
    draw_downloads(place.row)
    nodes = item_panel(frame, opened, place)
    render_panel(session.KEY_ITEM, *nodes, on_link=session.follow, current=f"row:{view.ordinal}")
