"""Where an image's bytes come from: a file inside the run's folder, bytes, or a data URI."""

from __future__ import annotations

import base64
import binascii
import re
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import unquote_to_bytes

ImageSource: TypeAlias = "str | bytes | Path"
"""A path inside the run's folder as text, a data URI, the bytes themselves, or a file that an audit keeps."""

MOST_BYTES: Final = 256_000_000
"""Larger files and data URIs are not opened."""

OUTSIDE: Final = "its path leads out of the run's folder"
ABSENT: Final = "there is no such file"
NO_FOLDER: Final = "its folder is not known here; start Lanescope with the folder of the run, too"
UNREADABLE: Final = "it is no image that can be read"

_DATA_URI = re.compile(r"data:([\w.+/-]*)((?:;[\w.=+-]+)*),", re.ASCII)
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_SHOWN = 80


class Refused(NamedTuple):
    """Why there is no image: the end of a sentence that begins with "The image cannot be shown"."""

    why: str


def find_source(root: Path | None, source: ImageSource) -> Path | bytes | Refused:
    """Return the file or the bytes of an image, or why neither can be had.

    Args:
        root: the run's folder, links resolved before anything is opened; None where none is known.
        source: a path is looked up in the folder and must not leave it. Addresses are never followed.
    """
    if isinstance(source, Path):
        return source
    if isinstance(source, bytes):
        return source if len(source) <= MOST_BYTES else Refused("it is too large")
    if source.startswith("data:"):
        return _from_data_uri(source)
    if not source.strip():
        return Refused("the record names none")
    if _ADDRESS.match(source):
        return Refused(f"{source[:_SHOWN]!r} is an address; nothing is fetched")
    if root is None:
        return Refused(NO_FOLDER)
    return _from_folder(root, source)


def _from_folder(root: Path, relative: str) -> Path | Refused:
    try:
        path = (root / relative).resolve()
        if not path.is_relative_to(root.resolve()):
            return Refused(OUTSIDE)
        if not path.exists():
            return Refused(ABSENT)
        # A pipe or a device would be waited for, or read without end.
        if not path.is_file():
            return Refused("it is no file")
        return path if path.stat().st_size <= MOST_BYTES else Refused("it is too large")
    except (OSError, ValueError):
        return Refused(UNREADABLE)


def _from_data_uri(text: str) -> bytes | Refused:
    head = _DATA_URI.match(text[: _SHOWN * 4])
    if head is None:
        return Refused("its data URI is malformed")
    kind, parameters = head.groups()
    if kind and not kind.startswith("image/"):
        return Refused(f"its data URI holds {kind[:_SHOWN]}, no image")
    body = text[head.end() :]
    if len(body) > MOST_BYTES:
        return Refused("it is too large")
    if ";base64" not in parameters.lower():
        return unquote_to_bytes(body)
    try:
        return base64.b64decode("".join(unquote_to_bytes(body).decode("ascii").split()), validate=True)
    except (binascii.Error, ValueError):
        return Refused("its data URI is not base64")
