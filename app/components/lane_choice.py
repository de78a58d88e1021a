"""The page Lanes before there are two lanes: the runs that can become one."""

from __future__ import annotations

import streamlit as st

from app import session
from app.components.elements import el
from app.components.frame import Frame, draw_empty
from app.components.panel import render_panel
from app.components.runs import run_list
from app.library import library

_MISSING = {0: "neither lane A nor lane B is open.", 1: "lane {} is not open."}


def draw_choice(frame: Frame) -> None:
    """Say which lane is missing, and let a run be made it; where there is no run, say what to do."""
    missing = [side.upper() for side in ("a", "b") if side not in frame.lanes]
    words = f"A comparison needs two lanes; {_MISSING[len(frame.lanes)].format(missing[0])}"
    known = library()
    with st.spinner("Looking at the files"):
        sources = known.sources()
    if not sources:
        draw_empty(frame.view, words)
        return
    nodes = (
        el("h2", words, cls="lead"),
        el("p", "Press A or B beside a run: A is the baseline, every difference is B minus A."),
        run_list(frame.view, known, sources, keep="choice"),
    )
    render_panel(session.KEY_EMPTY, *nodes, on_link=session.follow, name="runs")
