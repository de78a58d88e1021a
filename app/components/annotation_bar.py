"""The first line of the Annotations page, what can be switched on its picture, and what is told below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from app.components.annotated import Annotated, half_lives
from app.components.elements import Node, el
from app.components.filters import chip_nodes
from app.components.frame import Frame
from app.components.image_folder import folder_node
from app.components.item_card import step
from app.components.item_page import Place
from app.components.item_steps import Step
from app.components.unanswered import unanswered
from app.components.words import id_text
from app.library import Opened
from app.looks import FILLS, Lanes, Life, Look, Tab, toggled_layer
from app.state import View, link
from scoring.draw.shapes import Layer
from scoring.draw.words import number_text

_TABS: Final[tuple[tuple[Tab, str], ...]] = (("picture", "Picture"), ("gallery", "Gallery"))
_LAYERS: Final[tuple[tuple[Layer, str], ...]] = (
    ("target", "● target"),
    ("pred", "✕ predicted"),
    ("pairs", "— pairs"),
    ("rings", "○ half-life"),
    ("order", "→ order"),
    ("labels", "labels"),
    ("other", "◆ other lane"),
    ("ghost", "■ read otherwise"),
)
_LANES: Final[tuple[tuple[Lanes, str], ...]] = (
    ("one", "one lane"),
    ("over", "both on one picture"),
    ("beside", "side by side"),
)
_LIVES: Final[dict[Life, str]] = {
    "used": "as scored",
    "image": "from the image size",
    "fallback": "without a size",
}


def bar_nodes(view: View, opened: Opened, n_shown: int) -> list[Node]:
    """Return the tabs and the chips of the filter, with the number of items behind it."""
    tabs = (
        el("a", title, href=_with(view, tab=tab, row=None), current=tab == view.look.tab, keep=f"tab:{tab}")
        for tab, title in _TABS
    )
    return [
        el("div", el("nav", *tabs, cls="tabs", label="Tabs"), chip_nodes(view, n_shown, opened.summary.n, ()))
    ]


def title_node(frame: Frame, place: Place, one: Annotated, steps: list[Step]) -> Node:
    """Return the line above the picture: which item, where in the filter, its type and size, and steps."""
    near, size = place.neighbours, one.picture.size
    where = (
        f"{near.position:,} of {near.total:,}" if near.position else f"outside the filter ({near.total:,})"
    )
    life = one.explained.half_life_px if one.explained else None
    facts = [where, one.row.annotation_type or one.row.task_type, f"{size[0]:,} × {size[1]:,} px"]
    facts += [] if life is None else [f"half-life {number_text(life)} px"]
    links = [step(words, key, href) for words, key, href in steps]
    del frame
    return el(
        "div",
        el("span", id_text(one.row.item_id), cls="id"),
        el("span", " · ".join(facts), cls="soft"),
        el("span", *links, cls="steps"),
        cls="itemhead",
    )


def switch_nodes(view: View, one: Annotated) -> list[Node]:
    """Return the switches of the picture: layers, opacity, half-life, lanes."""
    parts = [_layers(view, one)]
    if one.scene.shape == "bbox":
        parts.append(
            _choices(
                "fill", [(f"{fill} %", _with(view, fill=fill), fill == view.look.fill) for fill in FILLS]
            )
        )
    lives = half_lives(one.row)
    if len(set(lives.values())) > 1:
        options = [
            (f"{number_text(pixels)} px {_LIVES[name]}", _with(view, life=name), name == view.look.life)
            for name, pixels in lives.items()
        ]
        parts.append(_choices("half-life", options))
    if view.look.zoom is not None:
        whole = el("a", "the whole picture", href=_with(view, zoom=None), keep="whole")
        parts.append(el("span", el("span", "zoom", cls="what"), whole, cls="group"))
    if one.twin is not None:
        options = [(words, _with(view, lanes=lanes), lanes == view.look.lanes) for lanes, words in _LANES]
        parts.append(_choices("lanes", options))
    if one.scene.confidence is not None:
        options = [(f"≥ {n} %", _with(view, least=n), n == view.look.least) for n in (0, 25, 50, 75, 90)]
        parts.append(_choices("confidence", options))
    return [el("div", *parts, cls="switches")]


def told_nodes(view: View, one: Annotated) -> Iterator[Node]:
    """Yield what one has to know of the picture: why there is none, what was done to it, what is left out."""
    if one.picture.fault:
        yield el(
            "p",
            el("span", "! ", cls="strong"),
            f"The image cannot be shown: {one.picture.fault}.",
            cls="told warn",
        )
    if (one.picture.fault and _names_a_file(one)) or view.images:
        yield folder_node(view, one)
    if one.row.content is None and not one.subject.annotation_pred:
        yield from unanswered(one.opened)
    for note in one.picture.notes:
        yield el("p", f"{note[:1].upper()}{note[1:]}.", cls="told")
    for note in one.overlay.notices:
        yield el("p", el("span", "! ", cls="strong"), note, cls="told warn wrap")


def _names_a_file(one: Annotated) -> bool:
    source = next(iter(one.subject.images), None)
    return isinstance(source, str) and not source.startswith("data:")


def _layers(view: View, one: Annotated) -> Node:
    present = _present(one)
    links = (
        el(
            "a",
            words,
            cls=f"layer {layer}",
            href=link(replace(view, look=toggled_layer(view.look, layer))),
            pressed=layer in view.look.layers,
            keep=f"layer:{layer}",
            zoom=True,
        )
        for layer, words in _LAYERS
        if layer in present
    )
    return el("span", el("span", "layers", cls="what"), *links, cls="group")


def _present(one: Annotated) -> set[Layer]:
    """Return the layers that there is something of."""
    overlay = one.overlay
    layers: set[Layer] = {spot.layer for spot in overlay.spots} | {stroke.layer for stroke in overlay.strokes}
    layers |= {"target", "pred"}
    layers |= {"ghost"} if one.row.frame_finding else set()
    layers |= {"rings"} if overlay.rings else set()
    return layers | ({"labels"} if overlay.labels else set())


def _choices(what: str, options: list[tuple[str, str, bool]]) -> Node:
    links = (
        el("a", words, href=href, pressed=on, keep=f"{what}:{words}", zoom=True)
        for words, href, on in options
    )
    return el("span", el("span", what, cls="what"), *links, cls="group")


def _with(view: View, **changes: object) -> str:
    look: Look = replace(view.look, **changes)  # type: ignore[arg-type]  # fields of a look
    return link(replace(view, look=look))
