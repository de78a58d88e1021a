"""Runs: what can be opened, the two lanes, and what was wrong with their files."""

from __future__ import annotations

import streamlit as st

from app import session
from app.components.elements import el
from app.components.frame import current_frame
from app.components.lane_picker import draw_lane, draw_swap
from app.components.open_run import draw_path, draw_upload
from app.components.panel import render_panel
from app.components.runs import (
    declined_nodes,
    folders_line,
    formats_nodes,
    problem_nodes,
    recent_nodes,
    run_list,
)
from app.library import library
from app.recent import read_recent

frame = current_frame()
known = library()

left, right = st.columns([7, 4], gap="large")
with left:
    slot = st.container()
    path, upload = st.columns(2, gap="medium")
    with path:
        draw_path(frame.view, known)
    with upload:
        draw_upload(known)
    with slot, st.spinner("Looking at the files"):
        sources = known.sources()
        title = el("h3", f"Runs · {len(sources):,}"), el("p", folders_line(known), cls="soft wrap")
        table = run_list(frame.view, known, sources, keep="runs")
        other = declined_nodes(known.declined())
        render_panel(session.KEY_RUNS, *title, table, *other, on_link=session.follow)
    recent = recent_nodes(frame.view, known, sources, read_recent())
    if recent:
        render_panel(session.KEY_RECENT, *recent, on_link=session.follow, name="runs")
    render_panel(session.KEY_FORMATS, *formats_nodes(frame.view), on_link=session.follow, name="formats")
with right:
    draw_lane(frame, "a")
    draw_swap(frame)
    draw_lane(frame, "b")
problems = problem_nodes(frame.lanes)
if problems:
    render_panel(session.KEY_PROBLEMS, *problems, on_link=session.follow)
