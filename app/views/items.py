"""Items: facets, the table, and the item beside it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from app import session, state
from app.asked import facets_of, rows_of
from app.components.export import draw_export
from app.components.filters import SHOWN_FACETS, chip_nodes, facet_nodes
from app.components.frame import current_frame, draw_empty
from app.components.item_column import draw_item
from app.components.item_columns import needed
from app.components.item_page import order_of, place_of
from app.components.item_table import table_nodes
from app.components.items_tools import SEARCH_LABEL, answer, tools
from app.components.panel import render_panel
from app.components.saved_filters import saved_nodes
from app.saved import load_saved
from scoring.audit.filter import Filter

frame = current_frame()
if frame.opened is None:
    draw_empty(frame.view)
    st.stop()
opened = frame.opened
place = place_of(opened, frame.view)
view, n_shown = place.view, place.neighbours.total
order = order_of(view)
rows = rows_of(opened, order, needed(view.columns), start=view.start, limit=state.ROWS_A_PAGE)
saved = load_saved()
asked = partial(answer, opened, view)

left, middle, right = st.columns([1.15, 1.9, 4.55] if view.beside else [1.15, 3.4, 3.1], gap="small")
with left:
    st.session_state[session.KEY_SEARCH] = view.where.text
    st.text_input(
        SEARCH_LABEL,
        key=session.KEY_SEARCH,
        placeholder="Search  ( / )",
        label_visibility="collapsed",
        on_change=lambda: session.search(view, st.session_state[session.KEY_SEARCH]),
    )
    draw_export(opened, order, n_shown)
    every = facets_of(opened, Filter(), SHOWN_FACETS)
    counted = facets_of(opened, view.where, SHOWN_FACETS)
    facets = [*saved_nodes(view, opened, saved), *facet_nodes(view, every, counted)]
    render_panel(session.KEY_FACETS, *facets, on_link=session.follow, on_ask=asked)
with middle:
    chips = chip_nodes(view, n_shown, opened.summary.n, tools(view, saved))
    table = table_nodes(view, rows, n_shown)
    render_panel(session.KEY_TABLE, chips, *table, on_link=session.follow, on_ask=asked)
with right:
    draw_item(frame.view)
