"""Annotations: predicted against target on the image, one item or a gallery."""

from __future__ import annotations

import streamlit as st

from app import session
from app.asked import count_of
from app.components.annotated import annotated_view, has_annotations
from app.components.annotation_bar import bar_nodes
from app.components.annotation_page import draw_annotation
from app.components.frame import current_frame, draw_empty
from app.components.gallery import gallery_facets, gallery_nodes
from app.components.panel import render_panel

frame = current_frame()
if frame.opened is None:
    draw_empty(frame.view)
    st.stop()
view, opened = frame.view, frame.opened
if not has_annotations(opened):
    draw_empty(view, "No item of this run has an annotation to draw.")
    st.stop()
if view.look.tab == "picture":
    draw_annotation(view)
    st.stop()
n_shown = count_of(opened, annotated_view(opened, view).where)
render_panel(session.KEY_BAR, *bar_nodes(view, opened, n_shown), on_link=session.follow)
left, right = st.columns([0.95, 6.7], gap="small")
with left:
    render_panel(session.KEY_FACETS, *gallery_facets(view, opened), on_link=session.follow)
with right:
    render_panel(session.KEY_GALLERY, *gallery_nodes(view, opened), on_link=session.follow)
