"""How lanes are compared: the margin that would not matter, clusters, and the seed; kept in the address."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import streamlit as st

from app import session
from app.compared import MAX_SEED, Compared
from app.state import View
from scoring.stats.clusters import ClusterBy

_CLUSTERS: Final[dict[ClusterBy, str]] = {
    "auto": "as the run says",
    "none": "none: every pair counts by itself",
    "cluster": "its cluster (a passage)",
    "images": "its images",
    "item": "its item (several attempts)",
}


def draw_settings(view: View) -> None:
    """Draw the button that opens the settings of the comparison."""
    with st.popover("Settings", key=session.KEY_SETTINGS, width="stretch"):
        compared = view.compared
        st.session_state[session.KEY_MARGIN] = compared.margin_pp
        st.session_state[session.KEY_CLUSTERS] = compared.clusters
        st.session_state[session.KEY_SEED] = compared.seed
        st.number_input(
            "A difference that would not matter (pp)",
            min_value=0.01,
            max_value=100.0,
            step=0.5,
            format="%g",
            placeholder="none",
            key=session.KEY_MARGIN,
            help="Asks whether the lanes are equivalent: whether the difference lies within this margin.",
            on_change=lambda: _choose(view),
        )
        st.selectbox(
            "Pairs are alike when they share",
            list(_CLUSTERS),
            format_func=lambda by: _CLUSTERS[by],
            key=session.KEY_CLUSTERS,
            help="Questions about one passage or image are no independent draws: clusters are counted, too.",
            on_change=lambda: _choose(view),
        )
        st.number_input(
            "Seed of everything drawn at random",
            min_value=0,
            max_value=MAX_SEED,
            step=1,
            key=session.KEY_SEED,
            on_change=lambda: _choose(view),
        )


def _choose(view: View) -> None:
    """Write the widgets' values into the address, checked again: a browser may send anything."""
    margin, clusters, seed = (
        st.session_state[key] for key in (session.KEY_MARGIN, session.KEY_CLUSTERS, session.KEY_SEED)
    )
    usual = Compared()
    compared = replace(
        view.compared,
        margin_pp=float(margin) if margin is not None and 0 < margin <= 100 else None,  # noqa: PLR2004 - points
        clusters=clusters if clusters in _CLUSTERS else usual.clusters,
        seed=int(seed) if seed is not None and 0 <= seed <= MAX_SEED else usual.seed,
    )
    session.show(replace(view, compared=compared))
