"""The one way to put run data on the screen: a tree of elements, filled by `textContent`.

Python describes what is shown (`elements.el`), the browser makes elements from a fixed list of tags
and attributes. No string is ever read as HTML, Markdown or a style, so a response cannot do more
than be seen. Every click follows a link of our own app: the same text that stands in the address bar.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from app.components.elements import Node

_FOLDER = Path(__file__).parent
# Registered once, at import, and only from the files beside this one: no run data is ever part of it.
_MOUNT = st.components.v2.component(
    "lanescope_panel",
    html="<div class='root'>\n</div>",
    css=(_FOLDER / "panel.css").read_text(encoding="utf-8"),
    js=(_FOLDER / "panel.js").read_text(encoding="utf-8"),
    isolate_styles=True,
)


def render_panel(
    key: str, *nodes: Node, on_link: Callable[[str], None], name: str = "", current: str | None = None
) -> None:
    """Draw the nodes as one component.

    Args:
        key: the element's key; the panel keeps focus and scroll positions by it.
        on_link: called with the `href` of a link that was followed, before the page is drawn.
        name: class of the panel's root, which decides its layout.
        current: what the row of the item shown here is remembered by (`keep`). The browser marks that
            row in every panel, so that a table need not be sent again for each step.
    """

    def follow() -> None:
        href = st.session_state[key].get("go")
        if isinstance(href, str):
            on_link(href)

    _MOUNT(
        key=key,
        data={"name": name or key, "nodes": [node.to_json() for node in nodes], "current": current},
        on_go_change=follow,
    )
