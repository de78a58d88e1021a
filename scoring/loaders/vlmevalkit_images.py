"""The images of a VLMEvalKit row: inside the table as base64, those of another row, or paths."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence

from scoring.images.embedded import EmbeddedImage, embedded_image
from scoring.loaders.cells import as_list
from scoring.loaders.fields import Fields
from scoring.loaders.vlmevalkit_row import cell_text
from scoring.records import JsonValue

INSIDE, PATHS = "image", "image_path"
"""Columns of images: base64 or the index of the row that holds it, and paths."""

_SHORTEST_IMAGE = 65
"""Characters from which on VLMEvalKit takes a cell of `image` as an image; shorter ones name a row."""


class Images:
    """Reads the images of the rows of one table in order; remembers by index where each one is kept."""

    def __init__(self) -> None:
        """Begin with no row read."""
        self._by_index: dict[str, tuple[str, ...]] = {}
        self._embedded: list[EmbeddedImage] = []

    def read(self, fields: Fields, index: str | None) -> tuple[tuple[str, ...], set[str]]:
        """Return the paths of a row's images, and the columns that they say everything about.

        What is no image is told and leaves its column in the metadata. Nothing is fetched or opened.
        """
        texts = _texts(fields.value, INSIDE)
        inside = [path for text in texts for path in self._inside(text, fields)]
        if len(inside) == len(texts) and inside:
            if index is not None:
                self._by_index.setdefault(index, tuple(inside))
            return tuple(inside), {INSIDE}
        outside = _texts(fields.value, PATHS)
        return (*inside, *outside), {PATHS} if outside else set()

    def take(self) -> Sequence[EmbeddedImage]:
        """Return the images that were read since they were last taken."""
        taken, self._embedded = self._embedded, []
        return taken

    def _inside(self, text: str, fields: Fields) -> tuple[str, ...]:
        if len(text) < _SHORTEST_IMAGE:
            return self._by_index.get(text, ())
        data = _decoded(text)
        if data is None:
            fields.tell("bad_field", f"expected an image in base64, got {text[:40]!r}…", f"$.{INSIDE}")
            return ()
        self._embedded.append(embedded_image(data))
        return (self._embedded[-1].path,)


def _texts(row: Mapping[str, JsonValue], column: str) -> list[str]:
    """Return the texts of a cell: itself, or those of the list that it holds, as such or as text."""
    value = row.get(column)
    parts: Sequence[JsonValue] = as_list(value) or [value]
    return [text for part in parts if not isinstance(part, dict | list) and (text := cell_text(part))]


def _decoded(text: str) -> bytes | None:
    head, comma, body = text.partition(",")
    encoded = body if comma and head.startswith("data:") else text
    try:
        return base64.b64decode("".join(encoded.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
