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
from app.saved import MAX_SAVED, Saved, forget_filter, save_filter
from app.state import View

SEARCH_LABEL = "Search text, answer, id"
"""The accessible name of the search field, by which its key finds it."""


def tools(view: View, saved: Sequence[Saved]) -> Sequence[Node]:
    """Return the tools beside the number of items."""
    search = el(
        "button", el("kbd", SEARCH), focus=SEARCH_LABEL, hotkey=SEARCH, label="Go to the search", cls="hidden"
    )
    found = (search, *go_field(), column_chooser(view), save_field(view, saved))
    return [node for node in found if node is not None]


def answer(opened: Opened, view: View, what: str, text: str) -> None:
    """Do what a field of the page asks for; what could not be done is told beside the item."""
    if what == GO:
        target = jump(opened, view, text)
        if target is None:
            session.tell(f"This run has no item whose id contains “{text}”.")
        else:
            session.show(target)
    elif what == SAVE:
        if not save_filter(text, view):
            session.tell(
                f"The filter was not saved: at most {MAX_SAVED} are kept, in a folder that can be written."
            )
    elif what == FORGET:
        forget_filter(text)
