"""An annotated image: target, prediction, pairs, rings and labels over the picture.

Coordinates of the figure are those of the scoring frame, exactly as the annotation has them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from app.figures.annotation_traces import (
    arrow_traces,
    chosen_traces,
    halo_traces,
    label_traces,
    line_traces,
    ring_traces,
    spot_traces,
)
from scoring.draw.palette import GREY
from scoring.draw.shapes import Layer, Overlay


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What of an overlay is shown, and how.

    Attributes:
        layers: the layers drawn.
        fill: opacity of the colour inside paired predicted boxes, 0..1.
        chosen: the row of the ledger that stands out, or None.
        revision: zoom and pan survive as long as this stays the same.
        width: of the figure, in pixels of the screen, about: windows differ.
        height: of the figure, in pixels of the screen.
        zoom: (left, right, bottom, top) of the part that is shown; None for everything.
        ground: the colour around the image.
    """

    layers: Collection[Layer]
    fill: float = 0.08
    chosen: int | None = None
    revision: str = ""
    width: int = 790
    height: int = 520
    zoom: tuple[float, ...] | None = None
    ground: str = "#E8EBF0"


def build_annotation(overlay: Overlay, *, image: str, shown: Shown) -> go.Figure:
    """Return the figure of an annotated image.

    A witness can be pointed at and chosen by its marker, whose `customdata` is its row of the ledger.

    Args:
        overlay: the geometry.
        image: the picture as a data URI; it is stretched over the frame, whatever its number of pixels.
        shown: what is drawn.
    """
    strokes = [one for one in overlay.strokes if one.layer in shown.layers]
    spots = [one for one in overlay.spots if one.layer in shown.layers]
    rings = overlay.rings if "rings" in shown.layers else ()
    data = [
        *chosen_traces(strokes, spots, shown.chosen),
        *halo_traces(strokes, rings),
        *ring_traces(rings),
        *line_traces(overlay, strokes, shown.fill),
        *arrow_traces(strokes),
        *spot_traces(spots),
        *label_traces(overlay, shown.layers, (shown.width, shown.height)),
    ]
    return go.Figure({"data": data, "layout": _layout(overlay, image, shown)}, skip_invalid=False)


def _layout(overlay: Overlay, image: str, shown: Shown) -> dict[str, Any]:
    (width, height), extent = overlay.size, overlay.extent
    home = (extent.left, extent.right, extent.bottom, extent.top)
    left, right, bottom, top = shown.zoom or home
    axis = {"visible": False, "constrain": "domain", "fixedrange": False}
    return {
        "images": [
            {
                "source": image,
                "xref": "x",
                "yref": "y",
                "x": 0,
                "y": 0,
                "sizex": width,
                "sizey": height,
                "sizing": "stretch",
                "layer": "below",
            }
        ],
        # The border of the image: what lies beyond is outside.
        "shapes": [
            {"type": "rect", "x0": 0, "y0": 0, "x1": width, "y1": height, "line": {"color": GREY, "width": 1}}
        ],
        "xaxis": {**axis, "range": [left, right]},
        "yaxis": {**axis, "range": [bottom, top], "scaleanchor": "x"},
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
        "height": shown.height,
        "showlegend": False,
        "uirevision": shown.revision,
        # What the browser compares with to tell whether somebody has zoomed (panel.js).
        "meta": {"home": list(home)},
        "dragmode": "pan",
        "hovermode": "closest",
        "plot_bgcolor": shown.ground,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "hoverlabel": {"bgcolor": "#FFFFFF", "bordercolor": GREY, "font": {"color": "#1A2130", "size": 13}},
        "modebar": {"bgcolor": "rgba(255,255,255,0.7)", "color": GREY, "activecolor": "#1B4FB5"},
    }


def height_for(overlay: Overlay, *, width: int, least: int, most: int) -> int:
    """Return the height of a figure of that width in which what is shown fills it, within limits."""
    across, down = overlay.extent.size
    return round(min(most, max(least, width * down / across)))
