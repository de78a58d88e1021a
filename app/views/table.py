"""Table: which column of a table of no known format is what, on a preview of its first rows."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from app import session
from app.components.elements import el
from app.components.frame import current_frame
from app.components.mapping_form import draw_mapping
from app.components.mapping_preview import items_nodes, rows_node
from app.components.notices import empty_state, error_notice, notice
from app.components.panel import render_panel
from app.library import library
from app.state import goto_page
from scoring.errors import LanescopeError
from scoring.loaders.column_mapping import ColumnMapping, dump_mapping
from scoring.loaders.files import inside_archive
from scoring.loaders.folders import MAPPING
from scoring.loaders.table_rows import Table, open_table
from scoring.loaders.table_run import mapping_beside, mapping_for

frame = current_frame()
known = library()


def draw_save(path: Path, mapping: ColumnMapping) -> None:
    """Draw the ways to keep the mapping: beside the table, where it is found by itself, or as a file."""
    text = dump_mapping(mapping)
    left, right = st.columns(2)
    can_save = inside_archive(path) is None
    if left.button(
        "Save beside the table", key=session.KEY_MAPPING_SAVE, disabled=not (mapping.is_enough and can_save)
    ):
        target = path.with_name(path.name + MAPPING)
        try:
            target.write_text(text, encoding="utf-8")
        except OSError as error:
            told = notice(
                f"{target.name} cannot be written: {error.strerror}.", "Download it instead.", tone="error"
            )
        else:
            known.forget(path)
            told = notice(f"Saved as {target.name}.", "The table is now among the runs of the page Runs.")
        way = el("p", el("a", "Go to Runs", href=goto_page(frame.view, "runs"), cls="link"))
        render_panel(session.KEY_TOLD, told, way, on_link=session.follow)
    right.download_button("Download mapping", text, f"{path.name}{MAPPING}", key=session.KEY_MAPPING_FILE)


def draw_table(path: Path, table: Table) -> None:
    """Draw the fields beside what they make of the first rows."""
    try:
        start = mapping_for(table, mapping_beside(path), path.name)
    except LanescopeError as error:
        render_panel(session.KEY_ERROR, error_notice(error), on_link=session.follow)
        start = mapping_for(table, None, path.name)
    fields, preview = st.columns([5, 7], gap="large")
    with fields:
        mapping = draw_mapping(table.columns, start, known.place(path))
        draw_save(path, mapping)
    with preview:
        render_panel(
            session.KEY_PREVIEW, el("h3", "First rows"), rows_node(table, mapping), on_link=session.follow
        )
        items = items_nodes(table, mapping, path.name)
        render_panel(session.KEY_FIRST_ITEMS, el("h3", "First items"), *items, on_link=session.follow)


tables = known.tables()
if not tables:
    empty = empty_state(
        "No table here.",
        "A table is any CSV, TSV, JSON, JSON Lines, Parquet or xlsx file of no other format. "
        "Drop one on the page Runs.",
        goto_page(frame.view, "runs"),
        "Go to Runs",
    )
    render_panel(session.KEY_EMPTY, empty, on_link=session.follow)
    st.stop()
chosen = st.selectbox("Table", tables, format_func=known.place, key=session.KEY_MAPPED)
opened = open_table(chosen)
if isinstance(opened, str):
    render_panel(
        session.KEY_ERROR, notice(f"Expected a table, got {opened}.", tone="error"), on_link=session.follow
    )
else:
    draw_table(chosen, opened)
