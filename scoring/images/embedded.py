"""Images that a run file holds inside itself, named by their bytes."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final, NamedTuple

from scoring.images.opening import open_image, upright_size
from scoring.images.sources import Refused

EMBEDDED_FOLDER: Final = "images"
"""Folder of an audit that holds the images that its run file embeds."""

_UNKNOWN: Final = "bin"
_OURS = re.compile(rf"{EMBEDDED_FOLDER}/[0-9a-f]{{64}}\.[a-z0-9]{{1,8}}")


class EmbeddedImage(NamedTuple):
    """An image that a run file holds inside itself.

    Attributes:
        path: `images/<sha256>.<ext>`: where the audit keeps it, relative to the audit. The same bytes
            have the same path.
        data: the encoded file.
        size: (width, height) in pixels, upright, or why there is none.
    """

    path: str
    data: bytes
    size: tuple[int, int] | str


def embedded_image(data: bytes) -> EmbeddedImage:
    """Return an image of encoded bytes, named by its digest and its format; no pixel is decoded.

    Bytes that are no image that can be read keep the extension `bin`.
    """
    size, format_name = _measure(data)
    extension = format_name.lower() if format_name else _UNKNOWN
    return EmbeddedImage(f"{EMBEDDED_FOLDER}/{hashlib.sha256(data).hexdigest()}.{extension}", data, size)


def kept_image(folder: Path | None, name: str) -> Path | None:
    """Return the file in an audit's folder that holds an embedded image; None where `name` is no such path.

    Args:
        folder: of the audit; None for one that lives in memory.
        name: as the audit has it. A file that leads out of the folder is none of the audit's.
    """
    if folder is None or not _OURS.fullmatch(name):
        return None
    path = (folder / name).resolve()
    return path if path.is_file() and path.is_relative_to(folder.resolve()) else None


def _measure(data: bytes) -> tuple[tuple[int, int] | str, str | None]:
    """Return the size, or why there is none, and the name of the format."""
    image = open_image(data)
    if isinstance(image, Refused):
        return image.why, None
    with image:
        return upright_size(image), image.format
