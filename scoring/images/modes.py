"""Any kind of pixels as plain red, green and blue, and what was done to get there."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image

_RANGES: Final = (255, 1023, 4095, 16383, 65535)
"""Greatest values of 8, 10, 12, 14 and 16 bits."""

_OPAQUE: Final = 255
_BACKGROUND: Final = (255, 255, 255, _OPAQUE)


class Converted(NamedTuple):
    """An image of mode RGB, and what was done, in sentences without a stop."""

    image: Image.Image
    notes: tuple[str, ...]


def to_rgb(image: Image.Image) -> Converted:
    """Return the image in red, green and blue of 8 bits each.

    Wide greys are scaled, not clipped; transparent parts are laid on white; CMYK and palettes are
    converted. Colour profiles are not applied.
    """
    notes: list[str] = []
    if image.mode in ("I", "F") or image.mode.startswith("I;"):
        image, told = _narrow(image)
        notes += told
    if image.has_transparency_data:
        clear = image.convert("RGBA")
        if np.asarray(clear.getchannel("A")).min() < _OPAQUE:
            notes.append("transparent parts are shown on white")
        image = Image.alpha_composite(Image.new("RGBA", clear.size, _BACKGROUND), clear)
    elif image.mode == "CMYK":
        notes.append("converted from CMYK")
    return Converted(image if image.mode == "RGB" else image.convert("RGB"), tuple(notes))


def _narrow(image: Image.Image) -> Converted:
    """Return wide grey values in 8 bits: the least usual range that holds them becomes black to white."""
    values: npt.NDArray[np.float64] = np.nan_to_num(np.asarray(image, dtype=np.float64))
    low, high = float(values.min()), float(values.max())
    if low < 0.0 or image.mode == "F":
        note = f"values from {low:.4g} to {high:.4g} are scaled to 8 bits"
    else:
        low, high = 0.0, float(next((top for top in _RANGES if high <= top), high))
        note = f"values of up to {high:,.0f} are scaled to 8 bits"
    spread = (values - low) * (255.0 / max(high - low, 1e-9))
    return Converted(Image.fromarray(np.rint(spread).clip(0, 255).astype(np.uint8)), (note,))
