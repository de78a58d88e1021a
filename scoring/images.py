"""The only code that opens image files: contained in the run's folder, and no more than is needed."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, UnidentifiedImageError

MOST_PIXELS = 1 << 29
"""Images that declare more are not believed."""


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
        with Image.open(path) as image:
            width, height = image.size
    except FileNotFoundError:
        return "there is no such file"
    except (OSError, ValueError, UnidentifiedImageError, Image.DecompressionBombError):
        return "it is no image that can be read"
    if not 0 < width * height <= MOST_PIXELS:
        return f"it declares {width} by {height} pixels"
    return width, height
