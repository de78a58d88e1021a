"""The items of the current filter as a file: format and groups of columns, made when it is asked for."""

from __future__ import annotations

import io
from typing import Final

import streamlit as st

from app import session
from app.asked import Order
from app.components.words import plural
from app.library import Opened
from app.sources import plain_name
from scoring.audit.export import DEFAULT_GROUPS, EXPORT_GROUPS, ExportFormat, columns_of, export_items

_FORMATS: Final[dict[str, ExportFormat]] = {
    "CSV": ExportFormat.CSV,
    "JSON Lines": ExportFormat.JSONL,
    "Parquet": ExportFormat.PARQUET,
}
_HINTS: Final[dict[ExportFormat, str]] = {
    ExportFormat.CSV: "For spreadsheets. A cell that could start a formula has an apostrophe in front.",
    ExportFormat.JSONL: "One JSON object a line, nested values as values.",
    ExportFormat.PARQUET: "The types and values of the audit, exactly.",
}
_MIME: Final[dict[ExportFormat, str]] = {
    ExportFormat.CSV: "text/csv",
    ExportFormat.JSONL: "application/x-ndjson",
    ExportFormat.PARQUET: "application/vnd.apache.parquet",
}


def draw_export(opened: Opened, order: Order, n: int) -> None:
    """Draw the button that opens the export; what is inside costs nothing until then.

    Args:
        order: the filter and the order of the table, which the file keeps.
        n: how many items that is.
    """
    box = st.popover("Export", key=session.KEY_EXPORT, width="stretch", on_change="rerun")
    if box.open:
        with box:
            _draw_choices(opened, order, n)


def _draw_choices(opened: Opened, order: Order, n: int) -> None:
    named = st.segmented_control(
        "Write as", list(_FORMATS), default="CSV", required=True, key=session.KEY_EXPORT_FORMAT
    )
    kind = _FORMATS.get(str(named), ExportFormat.CSV)
    st.caption(_HINTS[kind])
    groups = st.pills(
        "Columns",
        list(EXPORT_GROUPS),
        default=list(DEFAULT_GROUPS),
        selection_mode="multi",
        key=session.KEY_EXPORT_GROUPS,
        help="Texts of the model and of the question are left out unless chosen.",
    )
    offered = columns_of([name for name in groups if name in EXPORT_GROUPS])
    without = st.multiselect(
        "Leave out", offered, key=session.KEY_EXPORT_WITHOUT, placeholder="every column is kept"
    )
    columns = tuple(name for name in offered if name not in without)
    st.caption(", ".join(f"`{name}`" for name in columns) or "Choose at least one group of columns.")

    def data() -> bytes:
        out = io.BytesIO()
        export_items(
            opened.audit,
            out,
            kind=kind,
            columns=columns,
            where=order.where,
            sort=order.sort,
            descending=order.descending,
        )
        return out.getvalue()

    st.download_button(
        f"Download {plural(n, 'item')}",
        data,
        file_name=plain_name(f"{opened.label}-items.{kind}"),
        mime=_MIME[kind],
        key=session.KEY_EXPORT_DOWNLOAD,
        disabled=not columns,
        on_click="ignore",
        type="primary",
        width="stretch",
    )
