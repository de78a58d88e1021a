"""Lanes: B against A, and the items behind every difference."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from app import session
from app.asked import compare
from app.components.elements import el
from app.components.frame import current_frame, draw_empty
from app.components.lanes import lane_nodes, pairing, story
from app.components.notices import error_notice
from app.components.pairs import chosen, list_nodes, listed, pair_nodes
from app.components.panel import render_panel
from app.components.words import value_text
from app.figures.category_differences import CategoryDifference, build_category_differences
from scoring.errors import LanescopeError

frame = current_frame()
if len(frame.lanes) < 2:  # noqa: PLR2004 - two lanes
    missing = " and ".join(side.upper() for side in ("a", "b") if side not in frame.lanes)
    draw_empty(frame.view, f"A comparison needs two lanes; there is no lane {missing}.")
    st.stop()
a, b = frame.lanes["a"], frame.lanes["b"]
try:
    comparison = compare(a, b)
except LanescopeError as error:
    render_panel(session.KEY_EMPTY, error_notice(error), on_link=session.follow)
    st.stop()

view = replace(frame.view, cell=frame.view.cell or "only_b_correct")
found = listed(comparison, view)
at = chosen(found, view)
told = (
    el("h2", story(comparison, a.summary, b.summary), cls="lead"),
    el("p", pairing(comparison, a, b), cls="wrap"),
)
render_panel(session.KEY_STORY, *told, on_link=session.follow)
left, right = st.columns([5, 6], gap="medium")
with left:
    render_panel(session.KEY_LANES, *lane_nodes(view, comparison), on_link=session.follow)
    rows = [
        CategoryDifference(
            label=value_text("category", one.value),
            n=one.rescored.a.n,
            recorded_pp=one.recorded.difference_pp,
            rescored_pp=one.rescored.difference_pp,
        )
        for one in comparison.by_category
    ]
    st.plotly_chart(
        build_category_differences(rows, is_dark=st.context.theme.type == "dark"),
        config={"displayModeBar": False},
        alt="B minus A by category, in percentage points",
        key=session.KEY_DIFFERENCES,
    )
with right:
    render_panel(
        session.KEY_PAIRS, *list_nodes(view, found, frame.lanes), on_link=session.follow, name="lanes"
    )
    if at is not None:
        pair = pair_nodes(view, found, at, frame.lanes)
        current = f"pair:{found[at].ordinal}"
        render_panel(session.KEY_PAIR, *pair, on_link=session.follow, name="pairitem", current=current)
