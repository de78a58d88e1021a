"""An annotated image: target, prediction, pairs, rings and labels over the picture.

Coordinates of the figure are those of the scoring frame, exactly as the annotation has them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import plotly.graph_objects as go

from app.figures.plain import plain_text
from scoring.draw.palette import CHOSEN, GREY, HALO, STYLES, Side, rgb, similarity_color
from scoring.draw.shapes import Layer, Overlay, Ring, Spot, Stroke

Trace: TypeAlias = dict[str, Any]

_DASHES: Final = {
    "target": "solid",
    "pred": "6px,4px",
    "other": "2px,3px",
    "ghost": "9px,3px,2px,3px",
    "pair": "solid",
}
_SYMBOLS: Final = {"disc": "circle", "cross": "x", "diamond": "diamond", "square": "square"}
_SIDES: Final[tuple[Side, ...]] = ("ghost", "other", "target", "pred")
_ROUND: Final = 48
"""Corners of what is drawn as a circle."""
_GLOW: Final = ", ".join(["0 0 3px #fff"] * 4)
_LONGEST_LABEL: Final = 80
_LONGEST_HOVER: Final = 200
_GAP: Final = (None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What of an overlay is shown, and how.

    Attributes:
        layers: the layers drawn.
        fill: opacity of the colour inside paired predicted boxes, 0..1.
        chosen: the row of the ledger that stands out, or None.
        revision: zoom and pan survive as long as this stays the same.
        height: of the figure, in pixels of the screen.
        ground: the colour around the image.
    """

    layers: Collection[Layer]
    fill: float = 0.08
    chosen: int | None = None
    revision: str = ""
    height: int = 520
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
        *_chosen(strokes, spots, shown),
        *_halos(strokes, rings),
        *_rings(rings),
        *_lines(overlay, strokes, shown),
        *_arrows(strokes),
        *_spots(spots, shown),
        *_labels(overlay, shown),
    ]
    return go.Figure({"data": data, "layout": _layout(overlay, image, shown)}, skip_invalid=False)


def _layout(overlay: Overlay, image: str, shown: Shown) -> dict[str, Any]:
    (width, height), extent = overlay.size, overlay.extent
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
        "xaxis": {**axis, "range": [extent.left, extent.right]},
        "yaxis": {**axis, "range": [extent.bottom, extent.top], "scaleanchor": "x"},
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
        "height": shown.height,
        "showlegend": False,
        "uirevision": shown.revision,
        "selectionrevision": shown.revision,
        "dragmode": "pan",
        "clickmode": "event+select",
        "hovermode": "closest",
        "plot_bgcolor": shown.ground,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "hoverlabel": {"bgcolor": "#FFFFFF", "bordercolor": GREY, "font": {"color": "#1A2130", "size": 13}},
        "modebar": {"bgcolor": "rgba(255,255,255,0.7)", "color": GREY, "activecolor": "#1B4FB5"},
    }


def _line(points: Sequence[tuple[float | None, float | None]], **more: object) -> Trace:
    line = more.pop("line")
    base: Trace = {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "line": line}
    return {**base, "x": [x for x, _ in points], "y": [y for _, y in points], **more}


def _path(stroke: Stroke) -> list[tuple[float | None, float | None]]:
    closing = (stroke.points[0],) if stroke.is_closed else ()
    return [*stroke.points, *closing]


def _joined(
    parts: Sequence[Stroke], path: Callable[[Stroke], list[tuple[float | None, float | None]]] = _path
) -> list[tuple[float | None, float | None]]:
    """Return many lines as one, with gaps between them."""
    return [point for one in parts for point in (*path(one), _GAP)]


def _chosen(strokes: Sequence[Stroke], spots: Sequence[Spot], shown: Shown) -> Iterator[Trace]:
    if shown.chosen is None:
        return
    lines = [one for one in strokes if one.row == shown.chosen]
    if lines:
        yield _line(_joined(lines), name="chosen", line={"color": CHOSEN, "width": 10})
    points = [one for one in spots if one.row == shown.chosen]
    yield {
        "type": "scatter",
        "mode": "markers",
        "name": "chosen spots",
        "hoverinfo": "skip",
        "x": [one.at[0] for one in points],
        "y": [one.at[1] for one in points],
        "marker": {"color": CHOSEN, "size": 24, "opacity": 0.95},
    }


def _halos(strokes: Sequence[Stroke], rings: Sequence[Ring]) -> Iterator[Trace]:
    """Yield what lies white under every line, so that it is seen on any picture."""
    if rings:
        yield _line(_circles(rings), name="ring halo", line={"color": "rgba(255,255,255,0.7)", "width": 3})
    if strokes:
        yield _line(_joined(strokes), name="halo", line={"color": HALO, "width": 4.5})


def _rings(rings: Sequence[Ring]) -> Iterator[Trace]:
    for level in dict.fromkeys(ring.level for ring in rings):
        ones = [ring for ring in rings if ring.level == level]
        line = {"color": STYLES["target"].color, "width": 1.5 if level >= 0.5 else 0.8}  # noqa: PLR2004
        yield _line(_circles(ones), name=f"ring {level}", line=line)


def _circles(rings: Sequence[Ring]) -> list[tuple[float | None, float | None]]:
    turns = [2.0 * math.pi * i / _ROUND for i in range(_ROUND + 1)]
    return [
        point
        for ring in rings
        for point in (
            *(
                (ring.at[0] + ring.radius * math.cos(t), ring.at[1] + ring.radius * math.sin(t))
                for t in turns
            ),
            _GAP,
        )
    ]


def _lines(overlay: Overlay, strokes: Sequence[Stroke], shown: Shown) -> Iterator[Trace]:
    pairs = [one for one in strokes if one.layer == "pairs"]
    for is_decisive in (False, True):
        ones = [one for one in pairs if one.is_decisive == is_decisive]
        if ones:
            width = 2.2 if is_decisive else 1.3
            name = "pairs that count" if is_decisive else "pairs"
            yield _line(_joined(ones), name=name, line={"color": GREY, "width": width})
    steps = [one for one in strokes if one.has_head]
    words = {(one.side, one.row): one.words for one in overlay.spots}
    for side in _SIDES:
        style = {"color": STYLES[side].color, "dash": _DASHES[side]}
        ones = [one for one in steps if one.side == side]
        if ones:
            yield _line(_joined(ones), name=f"{side} order", line={**style, "width": 1.5})
        outlines = [one for one in strokes if one.side == side and one.layer == side]
        if overlay.is_reduced or side in ("other", "ghost"):
            if outlines:
                yield _line(_joined(outlines), name=side, line={**style, "width": 2})
            continue
        for one in outlines:
            yield _line(
                _path(one),
                name=f"{side}:{one.row}",
                line={**style, "width": 2.2},
                **_inside(one, shown, words.get((side, one.row), "")),
            )


def _inside(stroke: Stroke, shown: Shown, words: str) -> Trace:
    """Return the inside of a box, which can be pointed at; of pairs its colour tells the similarity."""
    if not stroke.is_closed:
        return {}
    is_told = stroke.side == "pred" and stroke.similarity > 0.0
    red, green, blue = rgb(similarity_color(stroke.similarity) if is_told else STYLES[stroke.side].color)
    opacity = shown.fill if is_told else 0.0
    return {
        "fill": "toself",
        "fillcolor": f"rgba({red},{green},{blue},{opacity:.3f})",
        "hoveron": "fills",
        "hoverinfo": "text",
        "text": plain_text(words, _LONGEST_HOVER),
    }


def _arrows(strokes: Sequence[Stroke]) -> Iterator[Trace]:
    """Yield the heads of the arrows, just before the next witness."""
    for side in _SIDES:
        steps = [one for one in strokes if one.has_head and one.side == side]
        if steps:
            points = _joined(steps)
            yield {
                **_line(points, name=f"{side} heads", line={"width": 0}),
                "mode": "markers",
                "marker": {
                    "symbol": "arrow",
                    "angleref": "previous",
                    "standoff": 6,
                    "color": STYLES[side].color,
                    "size": [0, 13, 0] * len(steps),
                    "line": {"color": HALO, "width": 1},
                },
            }


def _spots(spots: Sequence[Spot], shown: Shown) -> Iterator[Trace]:
    """Yield the places of witnesses: what is pointed at and chosen."""
    del shown
    for side in _SIDES:
        ones = [one for one in spots if one.side == side]
        if not ones:
            continue
        style, is_symbol = STYLES[side], ones[0].is_symbol
        marker: Trace = {"color": style.color, "opacity": 1, "line": {"color": HALO, "width": 1.5}}
        marker |= (
            {"symbol": _SYMBOLS[style.symbol], "size": 13 if style.symbol == "disc" else 11}
            if is_symbol
            else {"symbol": "circle", "size": 8}
        )
        yield {
            "type": "scatter",
            "mode": "markers",
            "name": f"{side} spots",
            "x": [one.at[0] for one in ones],
            "y": [one.at[1] for one in ones],
            "customdata": [-1 if one.row is None else one.row for one in ones],
            "text": [plain_text(one.words, _LONGEST_HOVER) for one in ones],
            "hoverinfo": "text",
            "marker": marker,
            # A choice is shown by us, in every layer; nothing else fades.
            "selected": {"marker": {"opacity": 1}},
            "unselected": {"marker": {"opacity": 1}},
        }


def _labels(overlay: Overlay, shown: Shown) -> Iterator[Trace]:
    if "labels" not in shown.layers:
        return
    corners = {"above": "top right", "below": "bottom right", "right": "top right"}
    for side in _SIDES:
        ones = [one for one in overlay.labels if one.side == side and side in shown.layers]
        if ones:
            yield {
                "type": "scatter",
                "mode": "text",
                "name": f"{side} labels",
                "hoverinfo": "skip",
                "x": [one.at[0] for one in ones],
                "y": [one.at[1] for one in ones],
                "text": [
                    ("  " if one.anchor == "right" else "") + plain_text(one.text, _LONGEST_LABEL)
                    for one in ones
                ],
                "textposition": [corners[one.anchor] for one in ones],
                "textfont": {"color": STYLES[side].color, "size": 12, "weight": 600, "shadow": _GLOW},
            }


def height_for(overlay: Overlay, *, width: int, least: int, most: int) -> int:
    """Return the height of a figure of that width in which what is shown fills it, within limits."""
    across, down = overlay.extent.size
    return round(min(most, max(least, width * down / across)))
