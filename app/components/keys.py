"""The keys of the Items page: one table, from which the help panel is made."""

from __future__ import annotations

from typing import Final

from app.components.elements import Node, el

PREVIOUS: Final = "k"
NEXT: Final = "j"
NEXT_CHANGE: Final = "d"
NEXT_FINDING: Final = "f"
OTHER_LANE: Final = "l"
BESIDE: Final = "b"
POLICIES: Final = "p"
REASONING: Final = "r"
SEARCH: Final = "/"
FIND: Final = "t"
GO_TO: Final = "g"
HELP: Final = "?"

_MEANINGS: Final = (
    (NEXT, "next item of the filter"),
    (PREVIOUS, "previous item"),
    (NEXT_CHANGE, "next disagreement: recorded and rescored credit differ"),
    (NEXT_FINDING, "next item with a finding"),
    (OTHER_LANE, "the same item in the other lane"),
    (BESIDE, "both lanes side by side, and back"),
    (REASONING, "fold or open the reasoning"),
    (POLICIES, "the item under every policy, and back"),
    (SEARCH, "search all items"),
    (FIND, "find in the shown text; Enter and Shift+Enter go from match to match"),
    (GO_TO, "go to an item by its id"),
    (HELP, "this list; Esc closes it"),
)


def key_help() -> Node:
    """Return the button that shows what the keys do, which its own key clicks, too."""
    rows = (el("tr", el("td", el("kbd", key.upper())), el("td", words)) for key, words in _MEANINGS)
    return el(
        "details",
        el("summary", el("kbd", HELP), " keys", hotkey=HELP, label="Keys of this page"),
        el(
            "div",
            el("h3", "Keys"),
            el("table", el("tbody", *rows)),
            el("p", "No key acts while you type in a field.", cls="hint"),
            cls="over",
        ),
        cls="pop help",
        keep="help",
    )
