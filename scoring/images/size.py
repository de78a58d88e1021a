"""The size of an image file, for whatever depends on it, without decoding a pixel."""

from __future__ import annotations

from pathlib import Path

from scoring.images.opening import open_image, upright_size
from scoring.images.sources import ImageSource, Refused, find_source


def read_size(root: Path, source: ImageSource) -> tuple[int, int] | str:
    """Return (width, height) of an image in pixels, upright, or why there is none.

    Args:
        root: the run's folder; a path that leads out of it is refused.
        source: the image as the run has it.
    """
    found = find_source(root, source)
    image = found if isinstance(found, Refused) else open_image(found)
    if isinstance(image, Refused):
        return image.why
    with image:
        return upright_size(image)
