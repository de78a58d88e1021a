"""Overview: the lanes side by side, recorded against rescored."""

from __future__ import annotations

import streamlit as st

from app import session
from app.components.frame import current_frame, draw_empty
from app.components.overview import overview_nodes
from app.components.panel import render_panel

frame = current_frame()
if frame.opened is None:
    draw_empty(frame.view)
    st.stop()
render_panel(session.KEY_OVERVIEW, *overview_nodes(frame.view, frame.lanes), on_link=session.follow)
