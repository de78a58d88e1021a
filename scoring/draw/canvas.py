"""The Pillow drawer: an overlay laid on a picture."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from scoring.draw.labels import draw_labels
from scoring.draw.lines import clip, dashes, edges_of
from scoring.draw.palette import CHOSEN, GREY, HALO, STYLES, rgb, similarity_color
from scoring.draw.shapes import LAYERS, Extent, Layer, Overlay, Point, Ring, Spot, Stroke
from scoring.images.picture import Picture

PLAIN_LAYERS: Final[frozenset[Layer]] = frozenset(LAYERS) - {"other", "ghost"}
"""What is drawn of one reading in one lane."""

_FINER: Final = 2
"""Lines are drawn so many times larger, then shrunk, which smooths them."""
_GROUND: Final = (232, 235, 240)
_HEAD: Final = 9.0
_RADIUS: Final = 5.0
_ENDS: Final = 2.6


def draw_overlay(
    picture: Picture,
    overlay: Overlay,
    *,
    box: tuple[int, int],
    layers: Collection[Layer] = PLAIN_LAYERS,
    fill: float = 0.08,
    chosen: int | None = None,
    unit: float = 1.0,
) -> Image.Image:
    """Return the picture with the overlay drawn on it, mode RGB.

    Args:
        picture: its pixels are stretched over the frame.
        overlay: what is drawn; of the plane its extent is shown.
        box: (width, height) in pixels that the result fits in.
        layers: which layers are drawn.
        fill: opacity of the colour inside paired predicted boxes, 0..1.
        chosen: the row of the ledger that stands out, or None.
        unit: what lines, symbols and text are scaled by.
    """
    width, height = overlay.extent.size
    # Of a very long and thin frame, the shape is not kept below one pixel.
    scale = min(box[0] / width, box[1] / height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    canvas = _ground(picture, overlay, size)
    pen = _Pen(
        draw=ImageDraw.Draw(lines := Image.new("RGBA", (size[0] * _FINER, size[1] * _FINER), (0, 0, 0, 0))),
        extent=overlay.extent,
        scale=(size[0] * _FINER / width, size[1] * _FINER / height),
        unit=unit * _FINER,
    )
    _draw_all(pen, overlay, layers, fill=fill, chosen=chosen)
    canvas.paste(smooth := lines.resize(size, Image.Resampling.BOX), mask=smooth.getchannel("A"))
    if "labels" in layers:
        shown = [one for one in overlay.labels if one.side in layers]
        draw_labels(canvas, shown, overlay.extent, unit=unit, chosen=chosen)
    return canvas


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pen:
    """A canvas in its own pixels, and the way there from the frame."""

    draw: ImageDraw.ImageDraw
    extent: Extent
    scale: tuple[float, float]
    unit: float

    def place(self, point: Point) -> Point:
        """Return a point of the frame in pixels of the canvas."""
        return (point[0] - self.extent.left) * self.scale[0], (point[1] - self.extent.top) * self.scale[1]

    @property
    def limits(self) -> tuple[float, float, float, float]:
        """Return what is seen, with a margin for the width of lines."""
        width, height = self.extent.size
        margin = 8.0 * self.unit
        return -margin, -margin, width * self.scale[0] + margin, height * self.scale[1] + margin

    def line(self, start: Point, end: Point, color: str, width: float, dash: tuple[float, ...] = ()) -> None:
        """Draw a line between two places of the canvas."""
        seen = clip(start, end, self.limits)
        if seen is None:
            return
        thick = max(1, round(width * self.unit))
        for a, b in dashes(*seen, tuple(n * thick for n in dash)):
            self.draw.line((a, b), fill=rgb(color), width=thick)

    def disc(self, at: Point, radius: float, fill: str | None, outline: str | None = None) -> None:
        """Draw a circle; the radius in pixels of the screen."""
        (x, y), r = at, radius * self.unit
        color = None if fill is None else rgb(fill)
        edge = None if outline is None else rgb(outline)
        self.draw.ellipse(
            (x - r, y - r, x + r, y + r), fill=color, outline=edge, width=max(1, round(self.unit))
        )


def _ground(picture: Picture, overlay: Overlay, size: tuple[int, int]) -> Image.Image:
    """Return what lies under the lines: the picture, with its border where more than the frame is shown."""
    extent, (width, height) = overlay.extent, overlay.size
    across, down = size[0] / extent.size[0], size[1] / extent.size[1]
    left, top = round(-extent.left * across), round(-extent.top * down)
    inner = (max(1, round(width * across)), max(1, round(height * down)))
    image = picture.image if picture.image.size == inner else picture.image.resize(inner, reducing_gap=2.0)
    if inner == size:
        return image.copy()
    canvas = Image.new("RGB", size, _GROUND)
    canvas.paste(image, (left, top))
    border = (left - 1, top - 1, left + inner[0], top + inner[1])
    ImageDraw.Draw(canvas).rectangle(border, outline=rgb(GREY))
    return canvas


def _draw_all(
    pen: _Pen, overlay: Overlay, layers: Collection[Layer], *, fill: float, chosen: int | None
) -> None:
    strokes = [one for one in overlay.strokes if one.layer in layers]
    rings = overlay.rings if "rings" in layers else ()
    for stroke in strokes:
        if stroke.is_closed and stroke.side == "pred" and fill > 0.0 and stroke.similarity > 0.0:
            _fill(pen, stroke, fill)
    for ring in rings:
        _ring(pen, ring)
    for stroke in strokes:
        if chosen is not None and stroke.row == chosen:
            _stroke(pen, stroke, CHOSEN, more=6.0)
    for stroke in strokes:
        _stroke(pen, stroke, HALO, more=2.0)
    for stroke in sorted(strokes, key=lambda one: one.side != "pair"):
        _stroke(pen, stroke, STYLES[stroke.side].color)
    for spot in overlay.spots:
        if spot.layer in layers and spot.is_symbol:
            _symbol(pen, spot, is_chosen=chosen is not None and spot.row == chosen)


def _fill(pen: _Pen, stroke: Stroke, opacity: float) -> None:
    left, top, right, bottom = pen.limits
    placed = [pen.place(point) for point in stroke.points]
    xs = [min(right, max(left, x)) for x, _ in placed]
    ys = [min(bottom, max(top, y)) for _, y in placed]
    color = (*rgb(similarity_color(stroke.similarity)), round(255 * min(1.0, opacity)))
    pen.draw.rectangle((min(xs), min(ys), max(xs), max(ys)), fill=color)


def _stroke(pen: _Pen, stroke: Stroke, color: str, *, more: float = 0.0) -> None:
    style = STYLES[stroke.side]
    dash = style.dash if not more else ()
    width = style.width * (1.6 if stroke.is_decisive else 1.0) + more
    placed = [pen.place(point) for point in stroke.points]
    for start, end in edges_of(placed, is_closed=stroke.is_closed):
        pen.line(start, end, color, width, dash)
    if stroke.has_head:
        _head(pen, placed[0], placed[-1], color, more)
    elif not stroke.is_closed and stroke.side != "pair":
        for end in placed:
            if _is_seen(pen, end):
                pen.disc(end, _ENDS + more / 2, color)


def _head(pen: _Pen, start: Point, end: Point, color: str, more: float) -> None:
    """Draw an arrow's head just before its end, where the next witness stands."""
    length = math.dist(start, end)
    if length == 0.0 or not _is_seen(pen, end):
        return
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    size = (_HEAD + more) * pen.unit
    tip = (end[0] - ux * _RADIUS * pen.unit, end[1] - uy * _RADIUS * pen.unit)
    back = (tip[0] - ux * size, tip[1] - uy * size)
    half = size * 0.45
    sides = ((back[0] - uy * half, back[1] + ux * half), (back[0] + uy * half, back[1] - ux * half))
    pen.draw.polygon((tip, *sides), fill=rgb(color))


def _ring(pen: _Pen, ring: Ring) -> None:
    (x, y), (rx, ry) = pen.place(ring.at), (ring.radius * pen.scale[0], ring.radius * pen.scale[1])
    right, bottom = pen.limits[2:]
    if max(rx, ry) > 2.0 * math.hypot(right, bottom):
        return
    for color, width in ((HALO, 2.4), (STYLES["target"].color, 1.4 if ring.level >= 0.5 else 0.7)):  # noqa: PLR2004
        thick = max(1, round(width * pen.unit))
        pen.draw.ellipse((x - rx, y - ry, x + rx, y + ry), outline=rgb(color), width=thick)


def _symbol(pen: _Pen, spot: Spot, *, is_chosen: bool) -> None:
    at, style = pen.place(spot.at), STYLES[spot.side]
    if not _is_seen(pen, at):
        return
    if is_chosen:
        pen.disc(at, _RADIUS + 5.0, CHOSEN)
    if style.symbol == "disc":
        pen.disc(at, _RADIUS + 1.5, HALO)
        pen.disc(at, _RADIUS, style.color)
        return
    (x, y), r = at, _RADIUS * pen.unit
    if style.symbol == "cross":
        for color, width in ((HALO, 5.0), (style.color, 2.6)):
            for sign in (1, -1):
                pen.line((x - r, y - r * sign), (x + r, y + r * sign), color, width)
        return
    corners = [(x - r, y), (x, y - r), (x + r, y), (x, y + r)]
    if style.symbol == "square":
        corners = [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]
    pen.draw.polygon(corners, fill=rgb(style.color), outline=rgb(HALO), width=max(1, round(pen.unit)))


def _is_seen(pen: _Pen, at: Point) -> bool:
    left, top, right, bottom = pen.limits
    return left <= at[0] <= right and top <= at[1] <= bottom
