"""Texts that are too long for the browser, as files."""

from __future__ import annotations

import streamlit as st

from app import session
from app.components.text_view import is_cut
from scoring.audit.item_row import ItemRow


def draw_downloads(row: ItemRow | None) -> None:
    """Draw a download for every text of an item that is shown only in part; nothing otherwise."""
    if row is None:
        return
    texts = (("content", row.content), ("reasoning", row.reasoning), ("prompt", row.prompt))
    for name, text in texts:
        if text is not None and is_cut(text):
            st.download_button(
                f"Download the whole {name} ({len(text):,} characters)",
                text.encode("utf-8", "replace"),
                file_name=f"{name}-{row.ordinal}.txt",
                mime="text/plain",
                key=f"{session.KEY_DOWNLOAD}_{name}",
                on_click="ignore",
            )
