"""The bundled font, so that pictures look the same everywhere."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

_FILE: Final = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"


@lru_cache(maxsize=32)
def font_of(size: int) -> ImageFont.FreeTypeFont:
    """Return DejaVu Sans in that size, in pixels."""
    # The basic layout does not depend on what else is installed.
    return ImageFont.truetype(_FILE, max(4, size), layout_engine=ImageFont.Layout.BASIC)


def width_of(text: str, size: int) -> float:
    """Return how wide a line of text is, in pixels."""
    return font_of(size).getlength(text)


def fit(text: str, size: int, width: float) -> str:
    """Return the text, cut with an ellipsis where it is wider than that many pixels."""
    if width_of(text, size) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if width_of(f"{text[:middle]}…", size) <= width else (low, middle - 1)
    return f"{text[:low]}…"
