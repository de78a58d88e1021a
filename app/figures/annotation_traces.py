"""The parts of an annotated image as Plotly traces, many marks in one trace wherever possible."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final, TypeAlias

from app.figures.plain import plain_text
from scoring.draw.labels import Beside, labels_beside
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
_SIZES: Final = {"disc": 13, "cross": 11, "diamond": 19, "square": 17}
"""Of symbols; what lies below the two sides of a lane looks out from under them."""
_SIDES: Final[tuple[Side, ...]] = ("ghost", "other", "target", "pred")
_OUTLINES: Final[tuple[Side, ...]] = ("target", "pred", "other", "ghost")
"""The order of lines: another lane or reading that lies on the target is a thin broken line above it."""
_ROUND: Final = 48
"""Corners of what is drawn as a circle."""
_GLOW: Final = ", ".join(["0 0 3px #fff"] * 4)
_LONGEST_LABEL: Final = 80
_LONGEST_HOVER: Final = 200
_GAP: Final = (None, None)
_TEXT: Final = 12
"""Size of labels, in pixels."""


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


def chosen_traces(strokes: Sequence[Stroke], spots: Sequence[Spot], chosen: int | None) -> Iterator[Trace]:
    """Yield what stands out under the chosen row of the ledger."""
    if chosen is None:
        return
    lines = [one for one in strokes if one.row == chosen]
    if lines:
        yield _line(_joined(lines), name="chosen", line={"color": CHOSEN, "width": 10})
    points = [one for one in spots if one.row == chosen]
    yield {
        "type": "scatter",
        "mode": "markers",
        "name": "chosen spots",
        "hoverinfo": "skip",
        "x": [one.at[0] for one in points],
        "y": [one.at[1] for one in points],
        "marker": {"color": CHOSEN, "size": 24, "opacity": 0.95},
    }


def halo_traces(strokes: Sequence[Stroke], rings: Sequence[Ring]) -> Iterator[Trace]:
    """Yield what lies white under every line, so that it is seen on any picture."""
    if rings:
        yield _line(_circles(rings), name="ring halo", line={"color": "rgba(255,255,255,0.7)", "width": 3})
    if strokes:
        yield _line(_joined(strokes), name="halo", line={"color": HALO, "width": 4.5})


def ring_traces(rings: Sequence[Ring]) -> Iterator[Trace]:
    """Yield the rings of the targets, a trace for each similarity."""
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


def line_traces(overlay: Overlay, strokes: Sequence[Stroke], fill: float) -> Iterator[Trace]:
    """Yield pairs, orders and outlines; each outline by itself as long as there are not too many."""
    pairs = [one for one in strokes if one.layer == "pairs"]
    for is_decisive in (False, True):
        ones = [one for one in pairs if one.is_decisive == is_decisive]
        if ones:
            width = 2.2 if is_decisive else 1.3
            name = "pairs that count" if is_decisive else "pairs"
            yield _line(_joined(ones), name=name, line={"color": GREY, "width": width})
    steps = [one for one in strokes if one.has_head]
    words = {(one.side, one.row): one.words for one in overlay.spots}
    for side in _OUTLINES:
        style = {"color": STYLES[side].color, "dash": _DASHES[side]}
        ones = [one for one in steps if one.side == side]
        if ones:
            yield _line(_joined(ones), name=f"{side} order", line={**style, "width": 1.5})
        outlines = [one for one in strokes if one.side == side and one.layer == side]
        if overlay.is_reduced or side in ("other", "ghost"):
            if outlines:
                yield _line(_joined(outlines), name=side, line={**style, "width": STYLES[side].width})
            continue
        for one in outlines:
            yield _line(
                _path(one),
                name=f"{side}:{one.row}",
                line={**style, "width": 2.2},
                **_inside(one, fill, words.get((side, one.row), "")),
            )


def _inside(stroke: Stroke, fill: float, words: str) -> Trace:
    """Return the inside of a box, which can be pointed at; of pairs its colour tells the similarity."""
    if not stroke.is_closed:
        return {}
    is_told = stroke.side == "pred" and stroke.similarity > 0.0
    red, green, blue = rgb(similarity_color(stroke.similarity) if is_told else STYLES[stroke.side].color)
    opacity = fill if is_told else 0.0
    return {
        "fill": "toself",
        "fillcolor": f"rgba({red},{green},{blue},{opacity:.3f})",
        "hoveron": "fills",
        "hoverinfo": "text",
        "text": plain_text(words, _LONGEST_HOVER),
    }


def arrow_traces(strokes: Sequence[Stroke]) -> Iterator[Trace]:
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


def spot_traces(spots: Sequence[Spot]) -> Iterator[Trace]:
    """Yield the places of witnesses: what is pointed at and chosen."""
    for side in _SIDES:
        ones = [one for one in spots if one.side == side]
        if not ones:
            continue
        style, is_symbol = STYLES[side], ones[0].is_symbol
        marker: Trace = {"color": style.color, "opacity": 1, "line": {"color": HALO, "width": 1.5}}
        marker |= (
            {"symbol": _SYMBOLS[style.symbol], "size": _SIZES[style.symbol]}
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
        }


def label_traces(overlay: Overlay, layers: Collection[Layer], canvas: tuple[int, int]) -> Iterator[Trace]:
    """Yield the labels, each on a side where it lies inside and on no other.

    Args:
        overlay: the geometry.
        layers: the layers drawn.
        canvas: (width, height) of the figure in pixels of the screen, about.
    """
    if "labels" not in layers:
        return
    labels = [one for one in overlay.labels if one.side in layers]
    across, down = overlay.extent.size
    scale = min(canvas[0] / across, canvas[1] / down)
    # Clear of the symbol of a point.
    pad = "\u00a0" * (3 if any(spot.is_symbol for spot in overlay.spots) else 1)
    placed = list(labels_beside((across * scale, down * scale), labels, overlay.extent, size=_TEXT))
    for side in _SIDES:
        ones = [one for one in placed if one.label.side == side]
        if ones:
            yield {
                "type": "scatter",
                "mode": "text",
                "name": f"{side} labels",
                "hoverinfo": "skip",
                "x": [one.label.at[0] for one in ones],
                "y": [one.label.at[1] for one in ones],
                "text": [_written(one, pad) for one in ones],
                "textposition": [f"{one.upright} {one.across}" for one in ones],
                "textfont": {"color": STYLES[side].color, "size": _TEXT, "weight": 600, "shadow": _GLOW},
            }


def _written(one: Beside, pad: str) -> str:
    text = f"{pad}{plain_text(one.label.text, _LONGEST_LABEL)}{pad}"
    # Lines of their own; an empty one is left out by browsers.
    empty = ["\u00a0"] * one.lines
    return "<br>".join([*empty, text] if one.upright == "bottom" else [text, *empty])
