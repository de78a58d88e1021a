"""How the Annotations page shows an item, as a value of the address: layers, marks, the gallery's page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

from app.params import read_choice, read_number, read_text
from scoring.draw.canvas import PLAIN_LAYERS
from scoring.draw.shapes import LAYERS, Layer

Tab: TypeAlias = Literal["picture", "gallery"]
Life: TypeAlias = Literal["used", "image", "fallback"]
Lanes: TypeAlias = Literal["one", "over", "beside"]

FILLS: Final = (0, 8, 20, 40)
"""Opacities of the colour inside paired boxes, in percent."""

_FARTHEST: Final = 1e12
_NO_LAYER: Final = "none"
"""Stands in an address for a picture without any layer."""

PAGE_SIZES: Final = (24, 48)
"""Thumbnails a page of the gallery."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What is shown and how.

    Attributes:
        changed: layers that are not as they are to begin with: hidden ones shown, shown ones hidden.
        fill: opacity of the colour inside paired boxes, in percent.
        row: the row of the ledger that stands out.
        life: which half-life similarity and rings are drawn by.
        lanes: one lane; the other's predictions over it; or both beside each other.
        at: the first thumbnail of the gallery's page, 0-based.
        per: thumbnails a page.
        least: predictions of less confidence are left out, in percent.
        zoom: (left, right, bottom, top) of what is shown, in pixels of the frame; None for the whole.
    """

    tab: Tab = "picture"
    changed: tuple[Layer, ...] = ()
    fill: int = 8
    row: int | None = None
    life: Life = "used"
    lanes: Lanes = "one"
    at: int = 0
    per: int = PAGE_SIZES[0]
    least: int = 0
    zoom: tuple[float, ...] | None = None

    @property
    def layers(self) -> frozenset[Layer]:
        """Return the layers that are drawn."""
        return _usual(self.lanes) ^ frozenset(self.changed)


PLAIN: Final = Look()


def parse_look(one: Mapping[str, str], notices: list[str]) -> Look:
    """Return the look that a query names; anything unusable becomes a default and a notice."""
    lanes = read_choice(one, "lanes", get_args(Lanes), "one", notices)
    fill = read_number(one, "fill", notices)
    per = read_number(one, "per", notices)
    per = per if per in PAGE_SIZES else PAGE_SIZES[0]
    return Look(
        tab=read_choice(one, "tab", get_args(Tab), "picture", notices),
        changed=_changed(read_text(one, "layers", notices), lanes, notices),
        fill=PLAIN.fill if fill is None else min(100, fill),
        row=read_number(one, "row", notices),
        life=read_choice(one, "life", get_args(Life), "used", notices),
        lanes=lanes,
        at=(read_number(one, "at", notices) or 0) // per * per,
        per=per,
        least=min(100, read_number(one, "least", notices) or 0),
        zoom=_zoom(read_text(one, "zoom", notices), notices),
    )


def look_query(look: Look) -> dict[str, list[str]]:
    """Return every name of a look with its value; a default has none, so that links stay short."""
    told = {
        "tab": (look.tab, PLAIN.tab),
        "layers": (_shown(look), ""),
        "fill": (look.fill, PLAIN.fill),
        "row": (look.row, None),
        "life": (look.life, PLAIN.life),
        "lanes": (look.lanes, PLAIN.lanes),
        "at": (look.at, PLAIN.at),
        "per": (look.per, PLAIN.per),
        "least": (look.least, PLAIN.least),
        "zoom": (",".join(f"{n:g}" for n in look.zoom or ()), ""),
    }
    return {name: [str(value)] if value != default else [] for name, (value, default) in told.items()}


def _usual(lanes: Lanes) -> frozenset[Layer]:
    """Return the layers that are drawn to begin with."""
    other: frozenset[Layer] = frozenset({"other"} if lanes == "over" else ())
    return PLAIN_LAYERS | other


def _shown(look: Look) -> str:
    """Return the layers drawn, as the address has them; nothing where they are the usual ones."""
    return (" ".join(layer for layer in LAYERS if layer in look.layers) or _NO_LAYER) if look.changed else ""


def _changed(text: str, lanes: Lanes, notices: list[str]) -> tuple[Layer, ...]:
    """Return the layers by which those of an address differ from the usual ones."""
    wanted = set(text.split())
    if wanted - {*LAYERS, _NO_LAYER}:
        notices.append("Some layers of the link are unknown and were left out.")
    if not wanted & {*LAYERS, _NO_LAYER}:
        return ()
    return tuple(layer for layer in LAYERS if (layer in wanted) != (layer in _usual(lanes)))


def _zoom(text: str, notices: list[str]) -> tuple[float, ...] | None:
    if not text:
        return None
    try:
        edges = tuple(float(part) for part in text.split(","))
    except ValueError:
        edges = ()
    is_range = len(edges) == 4 and all(abs(n) < _FARTHEST for n in edges)  # noqa: PLR2004 - two axes
    if is_range and edges[0] < edges[1] and edges[3] < edges[2]:
        return edges
    notices.append("“zoom” of the link is no part of a picture; the whole is shown.")
    return None


def toggled_layer(look: Look, layer: Layer) -> Look:
    """Return the look with one layer switched on or off."""
    chosen = set(look.changed) ^ {layer}
    return replace(look, changed=tuple(one for one in LAYERS if one in chosen))
