"""Lanes: B against A, how sure that is, where it comes from, and the items behind every figure."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from app import session
from app.asked import compare
from app.components.elements import el
from app.components.frame import current_frame, draw_empty
from app.components.lane_figures import flips, forest, waterfall
from app.components.lane_lists import first_cell, members
from app.components.lane_metrics import attempts, metrics
from app.components.lane_reports import draw_reports
from app.components.lane_scores import scores
from app.components.lane_settings import draw_settings
from app.components.lane_story import certainty, limits, pairing, story
from app.components.lane_table import draw_lane_table
from app.components.notices import error_notice
from app.components.pairs import chosen, list_nodes, member_of, pair_nodes
from app.components.panel import render_panel
from scoring.errors import LanescopeError

frame = current_frame()
if len(frame.lanes) < 2:  # noqa: PLR2004 - two lanes
    missing = " and ".join(side.upper() for side in ("a", "b") if side not in frame.lanes)
    draw_empty(frame.view, f"A comparison needs two lanes; there is no lane {missing}.")
    st.stop()
a, b = frame.lanes["a"], frame.lanes["b"]
try:
    comparison = compare(a, b, frame.view.compared)
except LanescopeError as error:
    render_panel(session.KEY_EMPTY, error_notice(error), on_link=session.follow)
    st.stop()

view = replace(frame.view, cell=frame.view.cell or first_cell(comparison))
found = members(comparison, view, a, b)
at = chosen(found, view)
told, tools = st.columns([9, 2], gap="medium")
with told:
    nodes = (
        el("h2", story(comparison), cls="lead"),
        certainty(comparison),
        el("p", pairing(comparison, a, b), cls="soft wrap"),
        limits(view, comparison),
    )
    shown = [node for node in nodes if node is not None]
    render_panel(session.KEY_STORY, *shown, on_link=session.follow, name="story lanestory")
with tools, st.container(horizontal=True, key=session.KEY_LANES_TOP):
    draw_settings(view)
    draw_reports(comparison, a, b)
with st.container(horizontal=True, key=session.KEY_LANES_BODY, gap="medium"):
    with st.container(key=session.KEY_LANES_LEFT):
        figures = (
            metrics(view, comparison),
            waterfall(view, comparison),
            flips(view, comparison),
            forest(view, comparison),
            scores(view, comparison, a, b),
            attempts(comparison),
        )
        cards = el("div", *(node for node in figures if node is not None), cls="cards")
        render_panel(session.KEY_LANES, cards, on_link=session.follow)
        draw_lane_table(frame, view)
    with st.container(key=session.KEY_LANES_RIGHT):
        listed = list_nodes(view, comparison, found, frame.lanes)
        render_panel(session.KEY_PAIRS, *listed, on_link=session.follow, name="pairlist")
        if at is not None:
            pair = pair_nodes(view, found, at, frame.lanes)
            current = f"pair:{member_of(found[at], view).ordinal}"
            render_panel(session.KEY_PAIR, *pair, on_link=session.follow, name="pairitem", current=current)
