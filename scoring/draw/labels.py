"""Labels on a canvas, each where it hides no other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from scoring.draw.font import font_of, width_of
from scoring.draw.palette import CHOSEN, HALO, STYLES, rgb
from scoring.draw.shapes import Extent, Label

Box: TypeAlias = "tuple[float, float, float, float]"

_SIZE: Final = 12.0


def draw_labels(
    canvas: Image.Image,
    labels: Sequence[Label],
    extent: Extent,
    *,
    unit: float,
    chosen: int | None = None,
) -> None:
    """Draw labels on an image; one that finds no room is drawn where it would stand alone.

    Args:
        canvas: drawn on.
        labels: what is drawn, in frame coordinates.
        extent: what the canvas shows.
        unit: what the text is scaled by.
        chosen: the row of the ledger whose label stands out, or None.
    """
    draw = ImageDraw.Draw(canvas)
    size = max(9, round(_SIZE * unit))
    font, halo = font_of(size), max(1, round(2 * unit))
    for label, (left, top, right, bottom) in place_labels(canvas.size, labels, extent, size=size):
        if chosen is not None and label.row == chosen:
            draw.rectangle((left - 2, top - 1, right + 2, bottom + 1), fill=rgb(CHOSEN))
        draw.text(
            (left, top),
            label.text,
            font=font,
            fill=rgb(STYLES[label.side].color),
            stroke_width=halo,
            stroke_fill=rgb(HALO),
        )


def place_labels(
    canvas: tuple[int, int], labels: Sequence[Label], extent: Extent, *, size: int
) -> Iterator[tuple[Label, Box]]:
    """Yield each label with its place on the canvas, in pixels: the first that is free and inside.

    Args:
        canvas: (width, height) in pixels.
        labels: in the order in which they choose.
        extent: what the canvas shows.
        size: of the text, in pixels.
    """
    taken: list[Box] = []
    width, height = extent.size
    for label in labels:
        x = (label.at[0] - extent.left) * canvas[0] / width
        y = (label.at[1] - extent.top) * canvas[1] / height
        places = [_inside(box, canvas) for box in _places(label, x, y, size)]
        box = next((one for one in places if not any(_meet(one, other) for other in taken)), places[0])
        taken.append(box)
        yield label, box


def _places(label: Label, x: float, y: float, size: int) -> Iterator[Box]:
    """Yield the places that a label may have, the best one first."""
    wide, high = width_of(label.text, size), size * 1.2
    above, below = y - high - 3.0, y + 3.0
    corners = {
        "above": ((x + 3.0, above), (x + 3.0, below), (x - wide - 3.0, above), (x + 3.0, above - high)),
        "below": ((x + 3.0, below), (x + 3.0, above), (x - wide - 3.0, below), (x + 3.0, below + high)),
    }
    for left, top in corners[label.anchor]:
        yield left, top, left + wide, top + high


def _inside(box: Box, canvas: tuple[int, int]) -> Box:
    """Return a box moved into the canvas, as far as it fits."""
    left = max(2.0, min(box[0], canvas[0] - (box[2] - box[0]) - 2.0))
    top = max(1.0, min(box[1], canvas[1] - (box[3] - box[1]) - 2.0))
    return left, top, left + box[2] - box[0], top + box[3] - box[1]


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
