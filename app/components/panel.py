"""The one way to put run data on the screen: a tree of elements, filled by `textContent`.

Python describes what is shown (`elements.el`), the browser makes elements from a fixed list of tags
and attributes. No string is ever read as HTML, Markdown or a style, so a response cannot do more
than be seen. Every click follows a link of our own app: the same text that stands in the address bar.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from app.components.elements import Node


def _joined(*names: str) -> str:
    return "\n".join(Path(__file__).with_name(name).read_text(encoding="utf-8") for name in names)


# Registered once, at import, and only from the files beside this one: no run data is ever part of it.
# A component brings its script and style along each time it is drawn. So one component brings those of
# all panels, once a page, and each panel only a few lines that find them.
_STYLE = _joined("panel.css", "items.css", "overview.css", "annotations.css", "lanes.css")
_SCRIPT = st.components.v2.component(
    "lanescope_script",
    js=f"const STYLE = {json.dumps(_STYLE)}\n{_joined('reading.js', 'pressing.js', 'charts.js', 'panel.js')}",
    isolate_styles=True,
)
_MOUNT = st.components.v2.component(
    "lanescope_panel",
    html="<div class='root'>\n</div>",
    js=_joined("stub.js"),
    isolate_styles=True,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """What a panel will show once a link is followed, sent before it is.

    Attributes:
        current: as in `render_panel`.
    """

    nodes: Sequence[Node]
    current: str


def render_script() -> None:
    """Bring script and style of all panels to the page; to be called once, in every run of the page."""
    _SCRIPT(key="script")


def render_panel(
    key: str,
    *nodes: Node,
    on_link: Callable[[str], None],
    on_ask: Callable[[str, str], None] | None = None,
    name: str = "",
    current: str | None = None,
    here: str = "",
    ahead: Mapping[str, Ahead] | None = None,
) -> None:
    """Draw the nodes as one component.

    Args:
        key: the element's key; the panel keeps focus and scroll positions by it.
        on_link: called with the `href` of a link that was followed, before the page is drawn.
        on_ask: called with the name of a field (`ask`) and the words that were entered there.
        name: class of the panel's root, which decides its layout, and what `via` of a link names.
        current: what the row of the item shown here is remembered by (`keep`). The browser marks that
            row in every panel, so that a table need not be sent again for each step.
        here: the link to what is shown. An answer to an older link is not drawn over what was sent ahead
            for a newer one.
        ahead: what links of the page lead to, by their `href`. The browser shows it at once when one is
            followed; the page drawn for that link then has to show the same. Drawn last, with the `here`
            of the panel it is for: keys pressed before are kept until then.
    """

    def follow() -> None:
        href = st.session_state[key].get("go")
        if isinstance(href, str):
            on_link(href)

    def answer() -> None:
        asked = st.session_state[key].get("ask")
        if on_ask is not None and isinstance(asked, dict):
            on_ask(str(asked.get("what", "")), str(asked.get("text", "")))

    data: dict[str, object] = {"name": name or key, **_content(nodes, current)}
    if here:
        data["here"] = here
    if ahead is not None:
        data["ahead"] = {href: _content(one.nodes, one.current) for href, one in ahead.items()}
    _MOUNT(key=key, data=data, on_go_change=follow, on_ask_change=answer)


def _content(nodes: Sequence[Node], current: str | None) -> dict[str, object]:
    return {"nodes": [node.to_json() for node in nodes], "current": current}
