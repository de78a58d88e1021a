"""The reports of the lanes as files, each made when it is asked for."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import streamlit as st

from app import session
from app.library import Opened
from app.sources import plain_name
from app.state import Side
from scoring.report.as_html import render_html
from scoring.report.as_markdown import render_markdown
from scoring.report.blocks import Document
from scoring.report.files import CORRECTED, LANE_COMPARISON, SCORER_AUDIT, plan_reports
from scoring.report.lane_comparison import build_lane_comparison
from scoring.stats.comparison import Comparison

_RENDER: Final[dict[str, Callable[[Document], str]]] = {"html": render_html, "md": render_markdown}
_KINDS: Final = {
    "html": ("HTML", "text/html"),
    "md": ("Markdown", "text/markdown"),
    "json": ("JSON", "application/json"),
}
_SIDES: Final[dict[str, Side]] = {"Lane A": "a", "Lane B": "b"}


def draw_reports(comparison: Comparison, a: Opened, b: Opened) -> None:
    """Draw the button that opens the reports; nothing is made until one is downloaded.

    Args:
        comparison: what the page shows, which the report of both lanes says in the same numbers.
    """
    box = st.popover("Report", key=session.KEY_REPORT, width="stretch", on_change="rerun")
    if box.open:
        with box:
            _draw_choices(comparison, a, b)


def _draw_choices(comparison: Comparison, a: Opened, b: Opened) -> None:
    st.markdown("**Lane comparison**")
    st.caption("The finding, its figures with intervals, where it comes from, and the items that changed.")

    def compared(kind: str) -> bytes:
        return _RENDER[kind](build_lane_comparison(a.audit, b.audit, comparison)).encode()

    _draw_buttons(
        f"{a.label}-{b.label}", LANE_COMPARISON, {kind: partial(compared, kind) for kind in _RENDER}
    )
    named = st.segmented_control(
        "Reports on", list(_SIDES), default="Lane B", required=True, key=session.KEY_REPORT_SIDE
    )
    opened = a if _SIDES.get(str(named)) == "a" else b
    st.markdown("**Scorer audit**")
    st.caption("What the recorded scorer got wrong, item by item, and whether a fault is confirmed.")
    made = {kind: partial(_planned, opened, f"{SCORER_AUDIT}.{kind}") for kind in _RENDER}
    _draw_buttons(opened.label, SCORER_AUDIT, made)
    st.markdown("**Corrected metrics**")
    st.caption("Recorded and corrected totals, and every item with both verdicts.")
    corrected = {"json": partial(_planned, opened, CORRECTED)}
    _draw_buttons(opened.label, CORRECTED.removesuffix(".json"), corrected)


def _planned(opened: Opened, name: str) -> bytes:
    out = io.BytesIO()
    plan_reports(opened.audit)[name](out)
    return out.getvalue()


def _draw_buttons(label: str, name: str, made: Mapping[str, Callable[[], bytes]]) -> None:
    for column, (kind, data) in zip(st.columns(len(made)), made.items(), strict=True):
        words, mime = _KINDS[kind]
        column.download_button(
            words,
            data,
            file_name=plain_name(f"{name}-{label}.{kind}"),
            mime=mime,
            key=f"{session.KEY_REPORT_FILE}_{name}_{kind}",
            on_click="ignore",
            width="stretch",
        )
