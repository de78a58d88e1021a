"""Going to an item by its id, or by a part of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.asked import ids_of, ordinals_of
from app.components.elements import Node, el
from app.components.item_page import order_of
from app.components.item_table import start_of
from app.components.keys import GO_TO
from app.library import Opened
from app.params import MAX_LENGTH
from app.state import View

GO = "go"
_FIELD = "goto"


def go_field() -> list[Node]:
    """Return the field for an id and the key that leads to it."""
    return [
        el("input", ask=GO, most=MAX_LENGTH, label="Go to item", hint="go to item", keep=_FIELD, cls="goto"),
        el("button", el("kbd", GO_TO.upper()), focus=_FIELD, hotkey=GO_TO, label="Go to item"),
    ]


def jump(opened: Opened, view: View, text: str) -> View | None:
    """Return the view on the item of that id; else of one that begins with, or contains, the text.

    Items of the filter come first. None where no item fits.
    """
    ids = ids_of(opened)
    inside = ordinals_of(opened, order_of(view))
    found = _best(ids, inside, text)
    if found is None:
        found = _best(ids, range(len(ids)), text)
    if found is None:
        return None
    start = start_of(inside.index(found) + 1) if found in inside else view.start
    return replace(view, item=ids[found], ordinal=found, start=start)


def _best(ids: Sequence[str], ordinals: Iterable[int], text: str) -> int | None:
    wanted = text.casefold()
    begins, contains = None, None
    for ordinal in ordinals:
        item_id = ids[ordinal]
        if item_id == text:
            return ordinal
        name = item_id.casefold()
        if begins is None and name.startswith(wanted):
            begins = ordinal
        if contains is None and wanted in name:
            contains = ordinal
    return begins if begins is not None else contains
