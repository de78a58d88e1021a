"""The saved filters below the facets, and the field that saves the one on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from app.asked import count_of
from app.components.elements import Node, el
from app.library import Opened
from app.saved import MAX_NAME, Saved, view_of
from app.state import View, link
from scoring.audit.filter import Filter

SAVE = "save"
FORGET = "forget"
_RULES = f"At most {MAX_NAME} characters. A filter of the same name is replaced."


def saved_nodes(view: View, opened: Opened, saved: Sequence[Saved]) -> list[Node]:
    """Return the saved filters with their counts in this lane; nothing where none is saved."""
    if not saved:
        return []
    lines = (_line(view, opened, one) for one in saved)
    return [el("section", el("h3", "Saved"), *lines, cls="facet saved")]


def save_field(view: View, saved: Sequence[Saved]) -> Node | None:
    """Return the field that saves the filter under a name; None where nothing is filtered.

    Args:
        saved: the saved filters: where one is the filter on the screen, its name is said.
    """
    if view.where == Filter():
        return None
    name = next((one.name for one in saved if view_of(one, view).where == view.where), "")
    words = f"saved as “{name}”" if name else "save"
    field = el(
        "input", ask=SAVE, most=MAX_NAME, label="Name of the filter", hint="name, then Enter", keep="save"
    )
    return el(
        "details",
        el("summary", words, cls="quiet named", label="Save this filter", title=words if name else None),
        el("div", field, el("p", _RULES, cls="hint"), cls="over"),
        cls="pop",
        keep="saving",
    )


def _line(view: View, opened: Opened, one: Saved) -> Node:
    target = view_of(one, view)
    # A search reads every text; it is counted when it is asked for.
    count = "" if target.where.text and target.where != view.where else f"{count_of(opened, target.where):,}"
    return el(
        "div",
        el(
            "a",
            el("span", one.name, cls="value"),
            el("span", count, cls="count"),
            href=link(target),
            pressed=target.where == view.where,
            keep=f"saved:{one.name}",
        ),
        el("button", "✕", ask=FORGET, value=one.name, label=f"Forget the filter {one.name}", cls="forget"),
        cls="line",
    )
