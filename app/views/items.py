"""Items: facets, the table, and the item beside it."""

from __future__ import annotations

import streamlit as st

from app import state
from app.asked import Order, facets_of, rows_of
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
    st.session_state[state.KEY_SEARCH] = view.where.text
    st.text_input(
        "Search text, answer, id",
        key=state.KEY_SEARCH,
        placeholder="Search text, answer, id",
        label_visibility="collapsed",
        on_change=lambda: state.search(view, st.session_state[state.KEY_SEARCH]),
    )
    every = facets_of(opened, Filter(), SHOWN_FACETS)
    counted = facets_of(opened, view.where, SHOWN_FACETS)
    render_panel(state.KEY_FACETS, *facet_nodes(view, every, counted), on_link=state.follow)
with middle:
    chips = chip_nodes(view, n_shown, opened.summary.n)
    render_panel(state.KEY_TABLE, chips, *table_nodes(view, rows, n_shown), on_link=state.follow)
with right:
    nodes = item_panel(frame, opened, place)
    render_panel(state.KEY_ITEM, *nodes, on_link=state.follow, current=f"row:{view.ordinal}")
