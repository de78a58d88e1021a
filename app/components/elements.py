"""Elements of a panel: a description of what is shown, without Streamlit and without markup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = "str | int | float | bool"
Child: TypeAlias = "Node | str"


@dataclass(frozen=True, slots=True)
class Node:
    """One element: a tag and attributes that `panel.js` knows, and what stands inside."""

    tag: str
    attributes: tuple[tuple[str, Value], ...]
    children: tuple[Child, ...]

    def to_json(self) -> list[object]:
        """Return `[tag, attributes, child, ...]`, texts as they are."""
        children = [child if isinstance(child, str) else child.to_json() for child in self.children]
        return [self.tag, dict(self.attributes), *children]

    def text(self) -> str:
        """Return all text inside, in order, with what is folded away."""
        hidden = dict(self.attributes).get("fold", "")
        inner = "".join(c if isinstance(c, str) else c.text() for c in self.children)
        return str(hidden) or inner


def el(tag: str, *children: Child | None, cls: str = "", **attributes: Value | None) -> Node:
    """Return an element; children and attributes that are None are left out.

    Attributes: `href` a link inside the app, `title`, `label` the accessible name, `role`, `hotkey` a
    key that clicks it, `keep` what focus and scroll position are remembered by, `bar` a share 0..1 and
    `tick` a mark on it, `band` up to four places in pixels of a drawing, `mark` the id of a mark and `to`
    the id of the one that a click scrolls to,
    `fold` text hidden behind a button, `box` the id of a text and `copy` the id of the one that a click
    copies (`link` for the address, `value` for the element's own `value`), `why` what a click on a mark
    says below its text, `via` the panel that a link is followed by,
    `focus` the field that a click leads to, `find` a field that finds in the texts and `move` the step
    to another match, `row` the witness of a chart that leads here, `zoom` a link that keeps a chart's zoom,
    `src` a picture as a data URI and `alt` what it shows, `ask` the name under which a field's words are
    sent, `value`, `hint` and `most` a field's text, placeholder and length, `times` a step of which several
    are taken at once, `arrive` what is scrolled to when it first appears, `skip` what the Tab key passes
    over, `open`, `current`, `pressed`, `sort`.
    """
    given = {"class": cls or None, **attributes}
    kept = tuple((k, v) for k, v in given.items() if v is not None)
    return Node(tag, kept, tuple(child for child in children if child is not None))
