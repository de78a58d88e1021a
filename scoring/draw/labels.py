"""Labels on a canvas, each where it hides no other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from scoring.draw.font import font_of, width_of
from scoring.draw.palette import CHOSEN, HALO, STYLES, rgb
from scoring.draw.shapes import Extent, Label

Box: TypeAlias = "tuple[float, float, float, float]"

_SIZE: Final = 12.0
_LINE: Final = 1.2
"""The height of a line, in sizes of the text."""


class Beside(NamedTuple):
    """Where a label stands beside its place, without a distance in the frame: it stays there at every zoom.

    Attributes:
        lines: so many lines stand empty between place and text.
    """

    label: Label
    upright: Literal["top", "bottom"]
    across: Literal["left", "right"]
    lines: int


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


def labels_beside(
    canvas: tuple[float, float], labels: Sequence[Label], extent: Extent, *, size: int
) -> Iterator[Beside]:
    """Yield each label with the side of its place where it lies inside and on no other, if there is one.

    Args:
        canvas: (width, height) in pixels, as far as they are known.
        labels: in the order in which they choose.
        extent: what the canvas shows.
        size: of the text, in pixels.
    """
    taken: list[Box] = []
    width, height = extent.size
    for label in labels:
        x = (label.at[0] - extent.left) * canvas[0] / width
        y = (label.at[1] - extent.top) * canvas[1] / height
        places = [(one, _beside_box(one, x, y, size)) for one in _sides(label)]
        inside = [place for place in places if _is_inside(place[1], canvas)] or places
        free = (place for place in inside if not any(_meet(place[1], other) for other in taken))
        found, box = next(free, inside[0])
        taken.append(box)
        yield found


def _sides(label: Label) -> Iterator[Beside]:
    """Yield the sides where a label may stand, the best one first."""
    first: Literal["top", "bottom"] = "top" if label.anchor == "above" else "bottom"
    second: Literal["top", "bottom"] = "bottom" if first == "top" else "top"
    for lines in (0, 1, 2):
        yield Beside(label, first, "right", lines)
        yield Beside(label, second, "right", lines)
        yield Beside(label, first, "left", lines)
        yield Beside(label, second, "left", lines)


def _beside_box(one: Beside, x: float, y: float, size: int) -> Box:
    wide, high = width_of(one.label.text, size) + 6.0, size * _LINE
    left = x if one.across == "right" else x - wide
    top = y + one.lines * high if one.upright == "bottom" else y - (one.lines + 1) * high
    return left, top, left + wide, top + high


def _is_inside(box: Box, canvas: tuple[float, float]) -> bool:
    return box[0] >= 0.0 and box[1] >= 0.0 and box[2] <= canvas[0] and box[3] <= canvas[1]


def _places(label: Label, x: float, y: float, size: int) -> Iterator[Box]:
    """Yield the places that a label may have, the best one first."""
    wide, high = width_of(label.text, size), size * _LINE
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
