"""Opening what is not in the list: a typed path inside the folders given at start, or an upload."""

from __future__ import annotations

import streamlit as st

from app import session
from app.components.elements import Node
from app.components.notices import error_notice, notice
from app.components.panel import render_panel
from app.components.runs import run_list
from app.library import Library
from app.state import View
from scoring.errors import LanescopeError


def draw_path(view: View, known: Library) -> None:
    """Draw the field for a path, and below it what the path is, or why it cannot be opened."""
    text = st.text_input(
        "Find by path: a run, a folder or an audit",
        key=session.KEY_PATH,
        placeholder="inside the folder above, then Enter",
    )
    if text.strip():
        render_panel(session.KEY_FOUND, _found(view, known, text), on_link=session.follow, name="runs")


def draw_upload(known: Library) -> None:
    """Draw the upload; what was uploaded joins the list of runs."""
    file = st.file_uploader(
        "Or drop a run file here",
        key=session.KEY_UPLOAD,
        help="It stays on this machine: a copy is kept in the cache folder, with the last 20 uploads. "
        "Bigger files: start Lanescope with their path.",
    )
    if file is None:
        return
    try:
        source = known.add_upload(file.name, file.getvalue())
        told = notice(
            f"{source.name} was recognised as {source.format}.",
            "Choose it as a lane in the list above. Lines that cannot be read are listed once it is a lane.",
        )
    except LanescopeError as error:
        told = error_notice(error)
    render_panel(session.KEY_UPLOADED, told, on_link=session.follow)


def _found(view: View, known: Library, text: str) -> Node:
    try:
        path = known.contain(text)
        below = [s for s in known.sources() if s.path.is_relative_to(path)]
        if below or path.is_dir():
            return run_list(view, known, below, keep="found")
        return run_list(view, known, [known.recognise(path)], keep="found")
    except LanescopeError as error:
        return error_notice(error)
