"""Opening an image: which formats, how many pixels, and which way up."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import Final

from PIL import Image, UnidentifiedImageError

from scoring.images.sources import ABSENT, UNREADABLE, Refused

MOST_PIXELS: Final = 80_000_000
"""Images of more are not decoded."""

FORMATS: Final = ("PNG", "JPEG", "MPO", "WEBP", "GIF", "TIFF", "BMP", "PPM", "AVIF", "JPEG2000", "ICO", "TGA")
"""Formats that are opened, so that no file starts another program, as some of Pillow's readers do."""

DAMAGED: Final = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    MemoryError,
    RuntimeError,
    struct.error,
    zlib.error,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
    UserWarning,  # where whoever runs us has made warnings errors
)
"""What Pillow raises on files that are damaged or hostile."""

ORIENTATION: Final = 0x0112
_TURNED: Final = (5, 6, 7, 8)
_ORIENTATIONS: Final = range(2, 9)


def open_image(found: Path | bytes) -> Image.Image | Refused:
    """Return the image with its header read and no pixel decoded, or why it cannot be opened.

    The caller closes it.
    """
    try:
        image = Image.open(io.BytesIO(found) if isinstance(found, bytes) else found, formats=_formats())
    except FileNotFoundError:
        return Refused(ABSENT)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return Refused("it declares more pixels than are decoded")
    except (UnidentifiedImageError, *DAMAGED):
        return Refused(UNREADABLE)
    width, height = image.size
    if not 0 < width * height <= MOST_PIXELS:
        image.close()
        return Refused(f"it declares {width:,} × {height:,} pixels, more than are decoded")
    return image


def orientation_of(image: Image.Image) -> int:
    """Return the EXIF orientation of an image, 2 to 8; 1 where it is upright or says nothing."""
    try:
        value = image.getexif().get(ORIENTATION, 1)
    except DAMAGED:
        return 1
    return int(value) if value in _ORIENTATIONS else 1


def upright_size(image: Image.Image) -> tuple[int, int]:
    """Return (width, height) of the image the way up that it is meant to be seen."""
    width, height = image.size
    return (height, width) if orientation_of(image) in _TURNED else (width, height)


def _formats() -> tuple[str, ...]:
    Image.init()
    return tuple(name for name in FORMATS if name in Image.OPEN)
