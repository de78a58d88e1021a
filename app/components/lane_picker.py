"""The two lanes on the page Runs: policy, reasoning fallback, and swapping them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import streamlit as st

from app import session
from app.components.frame import Frame
from app.components.panel import render_panel
from app.components.runs import lane_nodes
from app.state import Lane, Side, View
from scoring.policy import POLICIES

_FALLBACKS: Final[dict[str, bool | None]] = {"as the policy says": None, "on": True, "off": False}


def draw_lane(frame: Frame, side: Side) -> None:
    """Draw one lane: what it is, and how it is rescored."""
    opened, lane = frame.lanes.get(side), frame.view.side(side)
    with st.container(border=True):
        render_panel(session.KEY_LANE[side], *lane_nodes(frame.view, side, opened), on_link=session.follow)
        if lane is None or opened is None:
            return
        is_audit = opened.source.is_audit
        policy_key, fallback_key = session.KEY_POLICY[side], session.KEY_FALLBACK[side]
        st.session_state[policy_key] = lane.policy
        st.session_state[fallback_key] = next(k for k, v in _FALLBACKS.items() if v is lane.fallback)
        st.selectbox(
            "Policy",
            list(POLICIES),
            key=policy_key,
            disabled=is_audit,
            help="An audit keeps the policy that it was made with." if is_audit else None,
            on_change=lambda: _choose(frame.view, side, replace(lane, policy=_policy(policy_key))),
        )
        st.caption(opened.audit.info.policy.description)
        st.segmented_control(
            "Read the reasoning where there is no visible text",
            list(_FALLBACKS),
            key=fallback_key,
            required=True,
            disabled=is_audit,
            on_change=lambda: _choose(frame.view, side, replace(lane, fallback=_fallback(fallback_key))),
        )


def draw_swap(frame: Frame) -> None:
    """Draw the button that makes A of B and B of A."""
    view = frame.view
    st.button(
        "Swap A and B",
        icon=":material/swap_vert:",
        key=session.KEY_SWAP,
        disabled=view.a is None and view.b is None,
        on_click=lambda: session.show(replace(view, a=view.b, b=view.a)),
    )


def _choose(view: View, side: Side, lane: Lane) -> None:
    session.show(replace(view, a=lane) if side == "a" else replace(view, b=lane))


def _policy(key: str) -> str:
    """Return the policy of a widget, checked again: a browser may send anything."""
    chosen = st.session_state[key]
    return next((name for name in POLICIES if name == chosen), next(iter(POLICIES)))


def _fallback(key: str) -> bool | None:
    return _FALLBACKS.get(str(st.session_state[key]))
