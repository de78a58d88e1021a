"""The items of the current filter as a file: format and groups of columns, made when it is asked for."""

from __future__ import annotations

import io
import re
from typing import Final

import streamlit as st

from app import session
from app.asked import Order
from app.components.words import plural, value_text
from app.library import Opened
from app.sources import plain_name
from app.state import chosen_values
from scoring.audit.export import DEFAULT_GROUPS, EXPORT_GROUPS, ExportFormat, columns_of, export_items
from scoring.audit.filter import Filter

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

_LONGEST_HINT: Final = 40


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


def file_name(label: str, where: Filter, n: int, kind: ExportFormat) -> str:
    """Return the name of the file: the lane, what is filtered in a few words, and how many items it holds."""
    words = [value_text(facet, value) for facet, value in chosen_values(where)]
    words += [where.text] if where.text else []
    hint = re.sub(r"[^\w]+", "-", " ".join(words))[:_LONGEST_HINT].strip("-_")
    return plain_name("-".join(filter(None, (label, hint, f"{n}-items"))) + f".{kind}")


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

    if n == 0:
        st.caption("No item passes the filter, so there is nothing to write. Remove a value of the filter.")

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
        file_name=file_name(opened.label, order.where, n, kind),
        mime=_MIME[kind],
        key=session.KEY_EXPORT_DOWNLOAD,
        disabled=not columns or n == 0,
        on_click="ignore",
        type="primary",
        width="stretch",
    )
