"""Every lane against every other: the table of differences, and the choice of the lanes in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from app import session
from app.asked import matrix_of
from app.compared import MAX_MORE
from app.components.counts import tone
from app.components.elements import Node, el
from app.components.figures import p_text
from app.components.frame import Frame
from app.components.notices import error_notice
from app.components.panel import render_panel
from app.components.words import percent, plural, points, signed
from app.figures.lane_matrix import MatrixSquare, build_lane_matrix
from app.library import Library, Opened, library
from app.state import Lane, View, link
from scoring.errors import LanescopeError
from scoring.stats.matrix import LaneMatrix

_TWO = 2
_PP = 100


def other_runs(view: View) -> dict[str, str]:
    """Return id -> name of every run that can be opened but those of the lanes."""
    known = library()
    taken = {lane.run for lane in (view.a, view.b) if lane}
    found = {known.run_id(source): source.place for source in known.sources()}
    return {run: place for run, place in found.items() if run and not any(run.startswith(t) for t in taken)}


def draw_more(view: View, names: Mapping[str, str]) -> None:
    """Draw the button that opens the choice of further runs; nothing where there are none.

    Args:
        names: id -> name of the runs that can be chosen.
    """
    if not names:
        return
    with st.popover("More lanes", key=session.KEY_MORE_LANES, width="stretch"):
        st.session_state[session.KEY_MORE] = [run for run in view.compared.more if run in names]
        st.multiselect(
            "More lanes, for a table of all",
            list(names),
            format_func=lambda run: names.get(run, run),
            max_selections=MAX_MORE,
            key=session.KEY_MORE,
            placeholder="Add runs of the folder",
            help="Each is rescored as lane A is. Nothing is opened before it is chosen.",
            on_change=lambda: _choose(view, st.session_state[session.KEY_MORE]),
        )


def draw_lane_table(frame: Frame, view: View) -> None:
    """Draw the table of all lanes once further runs are chosen."""
    if not view.compared.more:
        return
    try:
        with st.spinner("Rescoring the chosen lanes"):
            lanes = [*frame.lanes.values(), *_opened(library(), view)]
    except LanescopeError as error:
        render_panel(session.KEY_MATRIX, error_notice(error), on_link=session.follow)
        return
    if len(lanes) > _TWO:
        nodes = matrix_node(view, matrix_of(lanes), [opened.lane for opened in lanes])
        render_panel(session.KEY_MATRIX, nodes, on_link=session.follow, name="lanes")


def matrix_node(view: View, matrix: LaneMatrix, lanes: Sequence[Lane]) -> Node:
    """Return the table: the lane of the column minus the lane of the row, each leading to its comparison."""
    names = [f"{'ABCDEFGH'[at]} · {lane.name}" for at, lane in enumerate(matrix.lanes)]
    head = el(
        "thead",
        el("tr", el("th", "column − row"), *(el("th", name, cls="num cut", title=name) for name in names)),
    )
    rows = (
        el(
            "tr",
            el(
                "td",
                el("span", names[at], cls="strong"),
                el("span", _accuracy(matrix, at), cls="interval"),
                cls="wrap",
            ),
            *(_square(view, lanes, names, square) for square in squares),
        )
        for at, squares in enumerate(build_lane_matrix(matrix))
    )
    note = (
        "Rescored, in percentage points, each two lanes over the items that both have. ◆ p below 0.05, "
        "adjusted over all pairs of lanes. ⇄ as recorded the other lane leads."
    )
    table = el("div", el("table", head, el("tbody", *rows), cls="matrix"), cls="scroll", keep="matrix")
    return el("section", el("h3", "All lanes"), table, el("p", note, cls="hint"), cls="card full")


def _square(view: View, lanes: Sequence[Lane], names: Sequence[str], square: MatrixSquare | None) -> Node:
    if square is None:
        return el("td", "", cls="num none")
    if square.diff_pp is None:
        return el("td", "no common item", cls="num soft")
    words = points(square.diff_pp / _PP).removesuffix(" pp")
    signs = ("◆ " if square.is_clear else "") + ("⇄ " if square.is_turned else "")
    has_interval = square.low_pp is not None and square.high_pp is not None
    interval = f"{signed(square.low_pp or 0, 1)} … {signed(square.high_pp or 0, 1)}" if has_interval else ""
    recorded = "" if square.recorded_pp is None else f", recorded {signed(square.recorded_pp, 2)} pp"
    title = (
        f"{names[square.column]} minus {names[square.row]}: {words} pp{recorded}, "
        f"p {p_text(square.p)} adjusted, {plural(square.n, 'pair')}"
    )
    target = View(page="lanes", a=lanes[square.row], b=lanes[square.column], lane="b", compared=view.compared)
    href = link(replace(target, compared=replace(view.compared, more=_rest(lanes, square))))
    keep = f"cell:{square.row}:{square.column}"
    return el(
        "td",
        el("a", f"{signs}{words}", href=href, title=title, label=title, keep=keep, cls=tone(square.diff_pp)),
        el("span", interval, cls="interval"),
        cls=f"num tinted {'gain' if square.shade > 0 else 'loss'}",
        bar=abs(square.shade),
    )


def _rest(lanes: Sequence[Lane], square: MatrixSquare) -> tuple[str, ...]:
    """Return the runs of all lanes but the two of a cell."""
    taken = (square.row, square.column)
    return tuple(lane.run for at, lane in enumerate(lanes) if at not in taken)


def _accuracy(matrix: LaneMatrix, at: int) -> str:
    lane = matrix.lanes[at]
    recorded = "" if lane.recorded.value is None else f"{percent(lane.recorded.value)} → "
    return f"{recorded}{percent(lane.accuracy.value)} of {lane.accuracy.n:,}"


def _opened(known: Library, view: View) -> list[Opened]:
    like = view.a
    policy = {"policy": like.policy, "fallback": like.fallback} if like else {}
    return [known.open(Lane(run=run, **policy)) for run in view.compared.more]  # type: ignore[arg-type]  # of a lane


def _choose(view: View, runs: Sequence[str]) -> None:
    session.show(replace(view, compared=replace(view.compared, more=tuple(runs)[:MAX_MORE])))
