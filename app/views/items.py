"""Items: facets, the table, and the item beside it."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from app import state
from app.components.filters import SHOWN_FACETS, chip_nodes, facet_nodes
from app.components.frame import current_frame, draw_empty
from app.components.item_page import item_panel, place_of
from app.components.item_table import COLUMNS, table_nodes
from app.components.panel import render_panel
from app.library import facets
from scoring.audit.filter import Filter

frame = current_frame()
if frame.opened is None:
    draw_empty(frame.view)
    st.stop()
opened = frame.opened
audit = opened.audit

place = place_of(audit, frame.view)
view, neighbours = place.view, place.neighbours
n_shown = neighbours.total
rows = audit.rows(
    view.where, COLUMNS, sort=view.sort, descending=view.descending, limit=state.ROWS_A_PAGE, offset=view.start
)

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
    every = facets(opened.key, Filter(), SHOWN_FACETS, audit)
    counted = facets(opened.key, view.where, SHOWN_FACETS, audit)
    render_panel(state.KEY_FACETS, *facet_nodes(view, every, counted), on_link=state.follow)
with middle:
    chips = chip_nodes(view, n_shown, opened.summary.n)
    render_panel(state.KEY_TABLE, chips, *table_nodes(view, rows, n_shown), on_link=state.follow)
with right:
    nodes = item_panel(frame, opened, place)
    render_panel(state.KEY_ITEM, *nodes, on_link=state.follow)
