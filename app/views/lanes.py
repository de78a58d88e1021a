"""Lanes: B against A, how sure that is, where it comes from, and the items behind every figure."""

from __future__ import annotations

import streamlit as st

from app import session
from app.asked import compare
from app.components.elements import el
from app.components.frame import current_frame
from app.components.lane_address import listed
from app.components.lane_choice import draw_choice
from app.components.lane_figures import side_by_side
from app.components.lane_metrics import attempts, metrics
from app.components.lane_reports import draw_reports
from app.components.lane_scores import scores
from app.components.lane_settings import draw_settings
from app.components.lane_story import certainty, limits, one_file, pairing, story, to_the_list
from app.components.lane_table import draw_lane_table, draw_more, other_runs
from app.components.notices import error_notice, notice
from app.components.pair_list import has_attempts, list_nodes, list_title, member_of
from app.components.pairs import pair_nodes
from app.components.panel import render_panel
from scoring.errors import LanescopeError

frame = current_frame()
if len(frame.lanes) < 2:  # noqa: PLR2004 - two lanes
    draw_choice(frame)
    st.stop()
a, b = frame.lanes["a"], frame.lanes["b"]
try:
    comparison = compare(a, b, frame.view.compared)
except LanescopeError as error:
    render_panel(session.KEY_EMPTY, error_notice(error), on_link=session.follow)
    st.stop()

shown_list = listed(frame.view, comparison, a, b)
view, found, at = shown_list.view, shown_list.found, shown_list.at
others = other_runs(view)
told, tools = st.columns([9, 3 if others else 2], gap="medium")
with told:
    nodes = (
        notice(" ".join(shown_list.told), tone="warn") if shown_list.told else None,
        el("h2", story(comparison), cls="lead"),
        certainty(comparison),
        el("p", pairing(comparison, a, b), cls="soft wrap"),
        to_the_list(list_title(view, comparison, len(found))),
        one_file(a, b),
        limits(view, comparison),
    )
    shown = [node for node in nodes if node is not None]
    render_panel(session.KEY_STORY, *shown, on_link=session.follow, name="story lanestory")
with tools, st.container(horizontal=True, key=session.KEY_LANES_TOP):
    draw_more(view, others)
    draw_settings(view)
    draw_reports(comparison, a, b)
draw_lane_table(frame, view)
with st.container(horizontal=True, key=session.KEY_LANES_BODY, gap="medium"):
    with st.container(key=session.KEY_LANES_LEFT):
        figures = (
            metrics(view, comparison),
            *side_by_side(view, comparison),
            scores(view, comparison, a, b),
            attempts(comparison),
        )
        cards = el("div", *(node for node in figures if node is not None), cls="cards")
        render_panel(session.KEY_LANES, cards, on_link=session.follow)
    with st.container(key=session.KEY_LANES_RIGHT):
        rows = list_nodes(view, comparison, found, frame.lanes)
        render_panel(session.KEY_PAIRS, *rows, on_link=session.follow, name="pairlist")
        if at is not None:
            pair = pair_nodes(view, found, at, frame.lanes, has_attempt=has_attempts(comparison))
            current = f"pair:{member_of(found[at], view).ordinal}"
            render_panel(session.KEY_PAIR, *pair, on_link=session.follow, name="pairitem", current=current)
