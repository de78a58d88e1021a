"""Opening a lane: progress that can be stopped, and what is told when a lane is not what it was."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from app import session
from app.components.elements import Node
from app.components.notices import error_notice, notice
from app.components.panel import render_panel
from app.components.words import plural, size
from app.library import Library, Opened
from app.recent import Recent, remember
from app.state import Lane, Side, View
from app.uploads import is_upload
from scoring.errors import LanescopeError
from scoring.rescore.pipeline import OnProgress

_PATIENCE_SECONDS: Final = 0.5
"""Work shorter than this shows no progress bar, so that nothing flickers."""
_BIG_BYTES: Final = 8_000_000
"""A file of this size takes longer for sure: its bar is there at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Something to say above the page, and the button that does something about it, if there is one."""

    node: Node
    button: str = ""
    act: Callable[[], None] | None = None


def open_lane(known: Library, lane: Lane, side: Side) -> Opened | Told:
    """Return the lane, rescored under a progress bar if need be; else why it is not open."""
    opened = known.opened(lane)
    if opened is not None:
        return opened
    if lane in session.stopped():
        return Told(
            node=notice(f"Rescoring lane {side.upper()} was stopped; nothing of it was kept.", tone="warn"),
            button=f"Rescore lane {side.upper()}",
            act=partial(session.resume, lane),
        )
    report, done = _progress(lane, side)
    source = known.find(lane.run)
    if source is not None and source.n_bytes >= _BIG_BYTES:
        report(0, source.n_bytes, 0)
    try:
        opened = known.open(lane, report)
    except LanescopeError as error:
        return Told(node=error_notice(error))
    finally:
        done()
    source = opened.source
    if not is_upload(source):
        remember(
            Recent(
                id=opened.id,
                name=opened.audit.info.name or source.name,
                path=str(source.path),
                format=source.format,
            )
        )
    return opened


def changed(known: Library, view: View, side: Side, opened: Opened) -> Told | None:
    """Return what is told when the files of a lane are no longer those that were rescored."""
    # An upload lies under its own digest: written again, it is the same.
    if not opened.is_changed or is_upload(opened.source):
        return None
    label = f"lane {side.upper()} ({opened.label})"
    try:
        run = known.run_id(known.recognise(opened.source.path))
    except LanescopeError:
        return Told(
            node=notice(
                f"The source of {label} has changed or gone since it was rescored, and is no run any more.",
                "What is shown comes from its audit. Choose another run on the page Runs.",
                tone="warn",
            )
        )
    lane = replace(opened.lane, run=run)
    target = replace(view, a=lane) if side == "a" else replace(view, b=lane)
    return Told(
        node=notice(
            f"The source of {label} has changed or gone since it was rescored.",
            "What is shown comes from its audit, made from the file as it was.",
            tone="warn",
        ),
        button=f"Open the changed file as lane {side.upper()}",
        act=partial(session.show, target),
    )


def draw_told(told: Sequence[Told]) -> None:
    """Draw the notices above the page, and their buttons below them."""
    if not told:
        return
    render_panel(session.KEY_NOTICE, *(one.node for one in told), on_link=session.follow)
    actions = [one for one in told if one.act is not None]
    if actions:
        with st.container(horizontal=True, key=session.KEY_ACTIONS):
            for one in actions:
                st.button(one.button, key=f"{session.KEY_ACTION}_{one.button}", on_click=one.act)


def _progress(lane: Lane, side: Side) -> tuple[OnProgress, Callable[[], None]]:
    """Return a progress callback that draws a bar after a moment, and what takes the bar away.

    A click on the button beside the bar begins a new run of the page. Streamlit ends the one that is
    rescoring at its next report, and the pipeline removes what it had written.
    """
    slot = st.empty()
    begun = time.monotonic()
    bars: list[DeltaGenerator] = []

    def report(n_read: int, n_total: int, n_items: int) -> None:
        if n_total < _BIG_BYTES and time.monotonic() - begun < _PATIENCE_SECONDS:
            return
        if not bars:
            with slot.container(key=session.KEY_PROGRESS[side]):
                bars.append(st.empty())
                st.button(
                    f"Stop rescoring lane {side.upper()}",
                    key=session.KEY_STOP[side],
                    on_click=partial(session.stop, lane),
                )
        share = min(1.0, n_read / n_total) if n_total else 1.0
        figures = f"{plural(n_items, 'item')}, {size(n_read)} of {size(n_total)}"
        # Our own words only: Streamlit reads a label as Markdown.
        bars[0].progress(share, text=f"Rescoring lane {side.upper()}: {figures}")

    def done() -> None:
        slot.empty()

    return report, done
