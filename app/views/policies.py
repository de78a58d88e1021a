"""Policies: what each would make of the lanes, and which items it decides otherwise."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from app import session
from app.asked import ids_of
from app.components.elements import el
from app.components.frame import current_frame, draw_empty
from app.components.lab_flips import flip_nodes
from app.components.lab_form import draw_form
from app.components.lab_table import LaneTrials, range_sentence, trial_table, tried_sentence, turning_notice
from app.components.notices import notice
from app.components.panel import render_panel
from app.components.words import plural
from app.lab import Lab, first, lab_of
from app.library import Opened
from app.state import Side
from scoring.policy import POLICIES, Policy
from scoring.records import TaskType
from scoring.rescore.trial import flips

_PROGRESS_FROM = 20_000
"""Items from which trying a policy takes long enough for a progress bar."""

frame = current_frame()
if frame.opened is None:
    draw_empty(frame.view, "A policy is tried on a run; no run is open.")
    st.stop()
lane: Opened = frame.opened
policy = frame.view.tried or lane.audit.info.policy
view = replace(frame.view, tried=policy)
side_of_lane = next(side for side, opened in frame.lanes.items() if opened is lane)
labs = {side: lab_of(opened) for side, opened in sorted(frame.lanes.items())}


def try_with_progress(lab: Lab, n_items: int) -> None:
    """Try the policy on a lane; a long run shows how far it is."""
    if lab.known(policy) is not None or n_items < _PROGRESS_FROM:
        lab.try_now(policy)
        return
    bar = st.progress(0.0, f"Trying {policy.name} on {plural(n_items, 'item')}")

    def tell(n: int) -> None:
        bar.progress(n / n_items, f"Tried on {n:,} of {plural(n_items, 'item')}")

    lab.try_now(policy, tell)
    bar.empty()


def known_trials() -> dict[Side, LaneTrials]:
    """Return what is known of every open lane by now."""
    wanted = (*POLICIES.values(), policy)
    return {
        side: LaneTrials(
            label=frame.lanes[side].label,
            recorded=recorded_of(frame.lanes[side]),
            shown=lab.shown,
            trials={one: trial for one in wanted if (trial := lab.known(one)) is not None},
        )
        for side, lab in labs.items()
    }


def recorded_of(opened: Opened) -> int | None:
    """Return how many items the run file says are correct; None where it says nothing."""
    recorded = opened.summary.recorded
    return recorded.correct if recorded.scored else None


def draw_part() -> None:
    """Draw the table, or the whole page once a link of it was followed.

    A part of the page of its own, also when nothing is tried any more: a click that is under way while the
    last policy is done still finds it.
    """
    if session.is_followed():
        st.rerun()
    if session.read("policies").view != frame.view:
        # The browser asked for the table with the address that it had before the last click.
        session.show(frame.view)
    with first():
        draw_table()


def draw_table() -> None:
    """Draw what is known of every policy; the page is drawn anew once the last one is done."""
    known = known_trials()
    listed: tuple[Policy, ...] = tuple(POLICIES.values())
    if policy not in listed:
        listed = (policy, *listed)
    ranges = [
        el("p", words, cls="soft") for side, one in known.items() if (words := range_sentence(side, one))
    ]
    told = turning_notice(known)
    render_panel(
        session.KEY_TRIALS,
        *((told,) if told else ()),
        trial_table(view, known, listed),
        *ranges,
        on_link=session.follow,
        name="overview",
    )
    if is_waiting and not any(lab.is_busy for lab in labs.values()):
        st.rerun()


def draw_flips(side: Side) -> None:
    """Draw the items of a lane whose verdict differs."""
    lab = labs[side]
    found = flips(lab.shown, lab.try_now(policy))
    nodes = flip_nodes(view, found, ids_of(lane), lambda ordinal: lab.decide(policy, ordinal))
    render_panel(session.KEY_FLIPS, *nodes, on_link=session.follow, name="overview flipped")


def draw_lead(side: Side) -> None:
    """Say what the policy gives the lane that is looked at, and whether it turns the comparison."""
    lead = el("h2", tried_sentence(side, known_trials()[side], labs[side].try_now(policy)), cls="lead")
    hint = el("p", "Change an option, or choose a policy of the table; the run file stays as it is.")
    render_panel(session.KEY_LEAD, lead, hint, on_link=session.follow, name="story")


left, right = st.columns([3, 9], gap="large")
with left:
    kinds = {value.value for value in lane.summary.counts["task_type"]}
    told = session.take_told()
    if told:
        render_panel(session.KEY_TOLD, notice(told, tone="warn"), on_link=session.follow)
    draw_form(view, policy, has_trace=TaskType.TRACE in kinds)
with right:
    # The lane that is looked at is told before the other one is tried.
    try_with_progress(labs[side_of_lane], lane.audit.info.n_items)
    draw_lead(side_of_lane)
    for side, lab in labs.items():
        try_with_progress(lab, frame.lanes[side].audit.info.n_items)
    if any(lab.is_big for lab in labs.values()) and not all(
        lab.known(one) for lab in labs.values() for one in POLICIES.values()
    ):
        if st.button("Try every shipped policy", key=session.KEY_TRY_ALL):
            for lab in labs.values():
                lab.begin()
    else:
        for lab in labs.values():
            lab.begin()
    is_waiting = any(lab.is_busy for lab in labs.values())
    st.fragment(draw_part, run_every="0.5s" if is_waiting else None)()
    draw_flips(side_of_lane)
