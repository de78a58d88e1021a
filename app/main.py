"""The dashboard's entry: page settings, the pages, and the frame around them."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from app import session
from app.components.frame import draw_frame
from app.components.notices import error_notice
from app.components.panel import render_panel, render_script
from app.lab import first
from app.state import DEFAULT_PAGE, PAGES
from scoring.errors import LanescopeError

_HERE = Path(__file__).parent

by_title = {name.capitalize(): name for name in PAGES}
page = st.navigation(
    [
        st.Page(f"views/{name}.py", title=title, url_path=name, default=name == DEFAULT_PAGE)
        for title, name in by_title.items()
    ],
    position="hidden",
)
# The icon is a file: a Material icon here would make the browser ask a font server for it.
st.set_page_config(page_title=f"{page.title} · Lanescope", page_icon=str(_HERE / "icon.svg"), layout="wide")
st.html(_HERE / "page.css")
with first(), st.container(key="page"):
    render_script()
    draw_frame(by_title[page.title])
    try:
        page.run()
    except LanescopeError as error:
        render_panel(session.KEY_ERROR, error_notice(error), on_link=session.follow)
