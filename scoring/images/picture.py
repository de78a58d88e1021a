"""The picture of an item: pixels to draw on, in the frame that coordinates are counted in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageOps

from scoring.images.modes import to_rgb
from scoring.images.opening import DAMAGED, open_image, orientation_of, upright_size
from scoring.images.sources import ImageSource, Refused, find_source

Size: TypeAlias = "tuple[int, int]"
"""(width, height) in pixels."""

CANVAS: Final = (246, 247, 249)
"""The colour of a canvas without a picture."""

LONG_EDGE: Final = 1600
"""Pixels that the screen needs at most; coordinates are never scaled with them."""

ASSUMED: Final = (1000, 1000)
"""The size of a canvas that nothing is known about."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Picture:
    """What is drawn on.

    Attributes:
        image: mode RGB; it may have fewer pixels than the frame, for a small screen.
        size: (width, height) of the frame that annotations are counted in: the size that the run
            declares, else that of the upright image.
        decoded: (width, height) of the image file, upright unless `notes` says otherwise; None for a canvas.
        notes: what was done to the pixels, in sentences without a stop.
        fault: why there is no image and a blank canvas stands in its place; empty where there is one.
    """

    image: Image.Image
    size: Size
    decoded: Size | None
    notes: tuple[str, ...] = ()
    fault: str = ""

    @property
    def is_blank(self) -> bool:
        """Return whether a canvas stands in place of an image."""
        return bool(self.fault)


def load_picture(
    root: Path | None,
    source: ImageSource | None,
    *,
    declared: Size | None = None,
    assumed: Size = ASSUMED,
    long_edge: int | None = LONG_EDGE,
) -> Picture:
    """Return the picture of an item; a blank canvas with the reason where there is no image.

    The frame is decided here, once, for screen, thumbnail and PNG. An image is turned upright by its
    EXIF orientation, unless the run declares the size of the stored pixels.

    Args:
        root: the run's folder; nothing outside is opened.
        source: the image as the run has it; None where it names none.
        declared: (width, height) that the run declares.
        assumed: the size of the canvas where neither image nor declared size is known.
        long_edge: pixels of the longer edge at most; None keeps all.
    """
    frame = declared if declared is not None and min(declared) > 0 else None
    found = Refused("the record names none") if source is None else find_source(root, source)
    image = found if isinstance(found, Refused) else open_image(found)
    if isinstance(image, Refused):
        return _blank(image.why, frame, assumed, long_edge)
    with image:
        decoded = _decode(image, frame, long_edge)
        if isinstance(decoded, Picture):
            return decoded
        return _blank(decoded.why, frame or upright_size(image), assumed, long_edge)


class _Way(NamedTuple):
    """Which way up an image is shown."""

    orientation: int
    size: Size
    notes: tuple[str, ...]


def _decode(image: Image.Image, declared: Size | None, long_edge: int | None) -> Picture | Refused:
    try:
        way = _way(image, declared)
        frames = int(getattr(image, "n_frames", 1))
        if long_edge is not None:
            image.draft(None, (long_edge, long_edge))
        image.load()
        pixels, notes = to_rgb(image)
        pixels = _shrink(pixels, long_edge)
        if way.orientation != 1:
            pixels = _turn(pixels, way.orientation)
    except DAMAGED as error:
        return Refused(f"it is cut short or damaged ({_plain(error)})")
    told = (*way.notes, *notes, *([f"the first of {frames:,} frames is shown"] if frames > 1 else []))
    return Picture(
        image=pixels,
        size=declared or way.size,
        decoded=way.size,
        notes=(*told, *_stretched(way.size, declared)),
    )


def _way(image: Image.Image, declared: Size | None) -> _Way:
    orientation, stored, upright = orientation_of(image), image.size, upright_size(image)
    if orientation == 1:
        return _Way(1, stored, ())
    if declared == stored != upright:
        words = f"not turned by its EXIF orientation {orientation}: the declared size is the stored one"
        return _Way(1, stored, (words,))
    return _Way(orientation, upright, (f"turned upright by its EXIF orientation {orientation}",))


def _turn(image: Image.Image, orientation: int) -> Image.Image:
    exif = image.getexif()
    exif.clear()
    exif[0x0112] = orientation
    return ImageOps.exif_transpose(image)


def _shrink(image: Image.Image, long_edge: int | None) -> Image.Image:
    if long_edge is None or max(image.size) <= long_edge:
        return image
    scale = long_edge / max(image.size)
    width, height = (max(1, round(n * scale)) for n in image.size)
    return image.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=2.0)


def _stretched(decoded: Size, declared: Size | None) -> tuple[str, ...]:
    """Return what is to be said where file and run differ on the size."""
    if declared is None or declared == decoded:
        return ()
    (width, height), (w, h) = declared, decoded
    words = f"the run declares {width:,} × {height:,} pixels, the file has {w:,} × {h:,}: it is stretched"
    alike = abs(width * h - height * w) <= max(width * h, height * w) * 0.01
    return (words if alike else f"{words}, which changes its shape",)


def _blank(why: str, known: Size | None, assumed: Size, long_edge: int | None) -> Picture:
    size = known or assumed
    scale = min(1.0, (long_edge or LONG_EDGE) / max(size))
    pixels = Image.new("RGB", (max(1, round(size[0] * scale)), max(1, round(size[1] * scale))), CANVAS)
    told = "" if known else ", an assumed size,"
    return Picture(
        image=pixels,
        size=size,
        decoded=None,
        notes=(f"a blank canvas of {size[0]:,} × {size[1]:,} pixels{told} stands in its place",),
        fault=why,
    )


def _plain(error: BaseException) -> str:
    """Return what Pillow said, short and without a path."""
    words = str(error).splitlines()
    return (words[0][:80] if words else type(error).__name__).rstrip(".")
