"""The first line of every page: where one can go, and the two lanes with their headline numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from app.components.elements import Node, el
from app.components.words import percent, signed
from app.library import Opened
from app.state import Page, Side, View, goto_page, link

_TITLES: Final[tuple[tuple[Page, str], ...]] = (
    ("runs", "Runs"),
    ("overview", "Overview"),
    ("items", "Items"),
    ("annotations", "Annotations"),
    ("lanes", "Lanes"),
    ("policies", "Policies"),
)


def header_nodes(view: View, lanes: dict[Side, Opened]) -> list[Node]:
    """Return brand, pages and lanes; a click on a lane makes it the one that is looked at."""
    pages = (
        el("a", title, href=goto_page(view, page), current=page == view.page, keep=f"page:{page}")
        for page, title in _TITLES
    )
    shown = [_lane(view, side, opened) for side, opened in sorted(lanes.items())]
    return [
        el("a", "Lanescope", cls="brand", href=goto_page(view, "overview")),
        el("nav", *pages, label="Pages"),
        el("div", *shown, cls="lanes-now"),
    ]


def headline(opened: Opened) -> Iterator[Node | str]:
    """Yield a lane's numbers: `188 → 197/210 · 93.81 % +9`, or `184/210 · 87.62 %` where nothing moved."""
    recorded, rescored = opened.summary.recorded, opened.summary.rescored
    if recorded.scored and recorded.correct != rescored.correct:
        yield f"{recorded.correct:,} → "
    yield el("span", f"{rescored.correct:,}", cls="strong")
    yield f"/{rescored.scored:,} · {percent(rescored.accuracy)}"
    if recorded.scored and recorded.correct != rescored.correct:
        moved = rescored.correct - recorded.correct
        yield el("span", f" {signed(moved)}", cls="up" if moved > 0 else "down")


def _lane(view: View, side: Side, opened: Opened) -> Node:
    # On Lanes both are shown, on Overview until one is chosen; on Items and Policies always one.
    target = replace(view, lane=side, item=None, ordinal=None, start=0, alone=view.page == "overview")
    is_alone = view.page in ("items", "annotations", "policies") or (view.page == "overview" and view.alone)
    is_chosen = side == view.lane and is_alone
    policy = "" if opened.is_default_policy else f" · {opened.audit.info.policy.name}"
    return el(
        "a",
        el("span", f"{side.upper()} · {opened.label}{policy}", cls="name"),
        el("span", *headline(opened), cls="figures"),
        cls="lane",
        href=link(target),
        current=is_chosen,
        keep=f"lane:{side}",
        title=f"Lane {side.upper()}: {opened.label}, rescored with {opened.audit.info.policy.name}",
    )
