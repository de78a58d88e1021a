"""Whole pictures: an item with its caption, a thumbnail, and many of them as one sheet."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from scoring.draw.canvas import PLAIN_LAYERS, draw_overlay
from scoring.draw.caption import caption_lines
from scoring.draw.font import fit, font_of, width_of
from scoring.draw.overlay import build_overlay
from scoring.draw.palette import GREY, INK, STYLES, Side, rgb
from scoring.draw.scene import Scene
from scoring.draw.shapes import Layer, Overlay
from scoring.draw.subject import Subject
from scoring.draw.words import number_text, one_line
from scoring.images.picture import Picture

PNG_BOX: Final = (1600, 1200)
"""Pixels that a picture fits in, without its caption."""

THUMBNAIL: Final = (320, 240)
SHEET_COLUMNS: Final = 4

_LEGEND: Final[tuple[tuple[Side, str], ...]] = (
    ("target", "target"),
    ("pred", "predicted"),
    ("pair", "pair"),
    ("other", "predicted in the other lane"),
    ("ghost", "predicted, read otherwise"),
)
_ALWAYS: Final[frozenset[Side]] = frozenset({"target", "pred", "pair"})

_PAGE: Final = (255, 255, 255)
_MARGIN: Final = 16
_TEXT: Final = 17
_LEADING: Final = 24
_NARROWEST: Final = 720


class Drawn(NamedTuple):
    """An item ready to be drawn."""

    subject: Subject
    picture: Picture
    scene: Scene

    def overlay(self) -> Overlay:
        """Return the overlay in the picture's frame."""
        return build_overlay(self.scene, self.picture.size)


def render_item(
    drawn: Drawn,
    *,
    layers: Collection[Layer] = PLAIN_LAYERS,
    fill: float = 0.08,
    chosen: int | None = None,
    box: tuple[int, int] = PNG_BOX,
) -> Image.Image:
    """Return the annotated picture of an item with its caption, mode RGB.

    Args:
        drawn: the item.
        layers: which layers are drawn.
        fill: opacity of the colour inside paired boxes, 0..1.
        chosen: the row of the ledger that stands out, or None.
        box: pixels that the picture fits in; small images are enlarged to it.
    """
    overlay = drawn.overlay()
    image = draw_overlay(
        drawn.picture, overlay, box=box, layers=layers, fill=fill, chosen=chosen, unit=max(box) / 1000
    )
    fault = (f"The image cannot be shown: {drawn.picture.fault}.",) if drawn.picture.fault else ()
    notes = tuple(f"{note[:1].upper()}{note[1:]}." for note in drawn.picture.notes)
    lines = (*caption_lines(drawn.subject), *fault, *notes, *overlay.notices)
    present = {one.side for one in overlay.strokes if one.layer in layers}
    present |= {one.side for one in overlay.spots if one.layer in layers}
    return _with_caption(image, lines, [entry for entry in _LEGEND if entry[0] in present | _ALWAYS])


def render_thumbnail(drawn: Drawn, box: tuple[int, int] = THUMBNAIL) -> Image.Image:
    """Return the annotated picture of an item, small and without words."""
    layers = PLAIN_LAYERS - {"labels"}
    return draw_overlay(drawn.picture, drawn.overlay(), box=box, layers=layers, unit=0.75)


def render_sheet(items: Sequence[Drawn], *, title: str, columns: int = SHEET_COLUMNS) -> Image.Image:
    """Return a gallery page as one picture: thumbnails in rows, each with its id, type and reward.

    Args:
        items: what is shown, in order; without any, a sheet that says so.
        title: one line above them.
        columns: thumbnails in a row.
    """
    columns = max(1, min(columns, len(items) or 1))
    n_rows = -(-len(items) // columns)
    wide, high = THUMBNAIL
    cell = (wide + _MARGIN, high + 2 * 18 + _MARGIN)
    top = _MARGIN + _LEADING + 8
    width = max(_NARROWEST, _MARGIN + columns * cell[0])
    sheet = Image.new("RGB", (width, top + max(1, n_rows) * cell[1]), _PAGE)
    draw = ImageDraw.Draw(sheet)
    words = fit(one_line(title, 200) if items else "No item to show.", _TEXT, width - 2 * _MARGIN)
    draw.text((_MARGIN, _MARGIN), words, font=font_of(_TEXT), fill=rgb(INK))
    for at, one in enumerate(items):
        left, upper = _MARGIN + at % columns * cell[0], top + at // columns * cell[1]
        small = render_thumbnail(one)
        sheet.paste(small, (left + (wide - small.width) // 2, upper + (high - small.height) // 2))
        draw.rectangle((left, upper, left + wide - 1, upper + high - 1), outline=(221, 226, 234))
        for line, (text, color) in enumerate(_tile_lines(one.subject)):
            place = (left, upper + high + 3 + line * 18)
            draw.text(place, fit(text, 13, wide), font=font_of(13), fill=rgb(color))
    return sheet


def _tile_lines(subject: Subject) -> tuple[tuple[str, str], ...]:
    rewards = (("annotation", subject.annotation_reward), ("score", subject.score))
    told = [f"{name} {number_text(value)}" for name, value in rewards if value is not None]
    parts = (subject.annotation_type or subject.task_type, *told)
    return (one_line(subject.item_id, 120), INK), (" · ".join(parts), GREY)


def _with_caption(
    image: Image.Image, lines: Sequence[str], legend: Sequence[tuple[Side, str]]
) -> Image.Image:
    """Return the image with a legend and lines of text below it."""
    width = max(_NARROWEST, image.width + 2 * _MARGIN)
    height = image.height + 2 * _MARGIN + _LEADING * (len(lines) + 1) + 8
    page = Image.new("RGB", (width, height), _PAGE)
    page.paste(image, ((width - image.width) // 2, _MARGIN))
    draw = ImageDraw.Draw(page)
    y = image.height + _MARGIN + 10
    _legend(draw, y, legend)
    for line, text in enumerate(lines, 1):
        shown = fit(text, _TEXT, width - 2 * _MARGIN)
        color = INK if line == 1 else GREY
        draw.text((_MARGIN, y + line * _LEADING), shown, font=font_of(_TEXT), fill=rgb(color))
    return page


def _legend(draw: ImageDraw.ImageDraw, y: int, legend: Sequence[tuple[Side, str]]) -> None:
    x = float(_MARGIN)
    for side, words in legend:
        style = STYLES[side]
        middle, color = y + _TEXT // 2 + 2, rgb(style.color)
        for part in (0.0, 14.0) if style.dash else (0.0, 11.0):
            draw.line(
                ((x + part, middle), (x + part + (10 if style.dash else 13), middle)), fill=color, width=3
            )
        draw.text((x + 32, y), words, font=font_of(_TEXT), fill=color)
        x += 32 + width_of(words, _TEXT) + 28
