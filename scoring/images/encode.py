"""A picture as bytes for a browser: re-encoded, so that nobody turns it again by an orientation."""

from __future__ import annotations

import base64
import io
from typing import Final, Literal, TypeAlias

from PIL import Image

Kind: TypeAlias = Literal["PNG", "JPEG", "WEBP"]

_SAMPLE: Final = 128
_DRAWN: Final = 0.25
"""A drawing has fewer different colours than this share of its pixels."""


def is_drawing(image: Image.Image) -> bool:
    """Return whether an image is drawn, with flat colours, and no photo."""
    sample = image.resize((_SAMPLE, _SAMPLE), Image.Resampling.NEAREST)
    colors = sample.getcolors(maxcolors=_SAMPLE * _SAMPLE)
    return colors is not None and len(colors) <= _SAMPLE * _SAMPLE * _DRAWN


def encode(image: Image.Image, kind: Kind, *, quality: int = 85) -> bytes:
    """Return the bytes of an image, without any metadata.

    Args:
        kind: PNG keeps every pixel.
        quality: of JPEG and WebP, 1 to 100.
    """
    out = io.BytesIO()
    options = {
        "PNG": {"compress_level": 6},
        "JPEG": {"quality": quality},
        "WEBP": {"quality": quality, "method": 2},
    }
    image.save(out, kind, **options[kind])
    return out.getvalue()


def data_uri(image: Image.Image, kind: Kind | None = None, *, quality: int = 85) -> str:
    """Return an image as a data URI: PNG for drawings and WebP for photos, unless a kind is asked for."""
    chosen: Kind = kind or ("PNG" if is_drawing(image) else "WEBP")
    body = base64.b64encode(encode(image, chosen, quality=quality)).decode("ascii")
    return f"data:image/{chosen.lower()};base64,{body}"
