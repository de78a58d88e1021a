"""What one can do with the list of items, and what is done when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from app import session
from app.components.elements import Node, el
from app.components.item_table import column_chooser
from app.components.jump import GO, go_field, jump
from app.components.keys import SEARCH
from app.components.saved_filters import FORGET, SAVE, save_field
from app.library import Opened
from app.saved import forget_filter, save_filter
from app.state import View

SEARCH_LABEL = "Search text, answer, id"
"""The accessible name of the search field, by which its key finds it."""


def tools(view: View) -> Sequence[Node]:
    """Return the tools beside the number of items."""
    search = el(
        "button", el("kbd", SEARCH), focus=SEARCH_LABEL, hotkey=SEARCH, label="Go to the search", cls="hidden"
    )
    found = (search, *go_field(), column_chooser(view), save_field(view))
    return [node for node in found if node is not None]


def answer(opened: Opened, view: View, what: str, text: str) -> None:
    """Do what a field of the page asks for."""
    if what == GO:
        session.show(jump(opened, view, text))
    elif what == SAVE:
        save_filter(text, view)
    elif what == FORGET:
        forget_filter(text)
