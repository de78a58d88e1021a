"""The only code that opens image files: contained in the run's folder, and no more than is needed."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import IO, NamedTuple

from PIL import Image, UnidentifiedImageError

MOST_PIXELS = 1 << 29
"""Images that declare more are not believed."""

EMBEDDED_FOLDER = "images"
"""Folder of an audit that holds the images that its run file embeds."""

_UNKNOWN = "bin"


class EmbeddedImage(NamedTuple):
    """An image that a run file holds inside itself.

    Attributes:
        path: `images/<sha256>.<ext>`: where the audit keeps it, relative to the audit. The same bytes
            have the same path.
        data: the encoded file.
        size: (width, height) in pixels, or why there is none.
    """

    path: str
    data: bytes
    size: tuple[int, int] | str


def embedded_image(data: bytes) -> EmbeddedImage:
    """Return an image of encoded bytes, named by its digest and its format; no pixel is decoded.

    Bytes that are no image that can be read keep the extension `bin`.
    """
    size, format_name = _measure(io.BytesIO(data))
    extension = format_name.lower() if format_name else _UNKNOWN
    return EmbeddedImage(f"{EMBEDDED_FOLDER}/{hashlib.sha256(data).hexdigest()}.{extension}", data, size)


def read_size(root: Path, relative: str) -> tuple[int, int] | str:
    """Return (width, height) of an image file in pixels, or why there is none; no pixel is decoded.

    Args:
        root: the run's folder; a path that leads out of it is refused.
        relative: the image's path as the run has it.
    """
    try:
        path = (root / relative).resolve()
        if not path.is_relative_to(root.resolve()):
            return "its path leads out of the run's folder"
        with path.open("rb") as file:
            return _measure(file)[0]
    except FileNotFoundError:
        return "there is no such file"
    except (OSError, ValueError):
        return _UNREADABLE


_UNREADABLE = "it is no image that can be read"


def _measure(file: IO[bytes]) -> tuple[tuple[int, int] | str, str | None]:
    """Return the size, or why there is none, and the name of the format."""
    try:
        with Image.open(file) as image:
            (width, height), format_name = image.size, image.format
    except (OSError, ValueError, UnidentifiedImageError, Image.DecompressionBombError):
        return _UNREADABLE, None
    if not 0 < width * height <= MOST_PIXELS:
        return f"it declares {width} by {height} pixels", format_name
    return (width, height), format_name
