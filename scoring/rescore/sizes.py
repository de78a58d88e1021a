"""Declared image sizes against those of the image files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from scoring.diagnose.case import DECODED_SIZE
from scoring.images.size import read_size
from scoring.records import Item, Problem
from scoring.rescore.run_findings import SIZE_DIFFERS

_SIZES_KEPT = 4096


def check_sizes(entries: Iterable[Item | Problem], root: Path) -> Iterator[Item | Problem]:
    """Return the entries; an item whose image file has another size than declared says so, with a problem.

    Only items with an annotation are looked at, and only the first image. A file that cannot be read tells
    nothing here. A size that is only turned by 90 degrees is no difference: cameras store it so.

    Args:
        entries: items and problems of a run.
        root: the run's folder.
    """

    @lru_cache(maxsize=_SIZES_KEPT)
    def size_of(image: str) -> tuple[int, int] | str:
        return read_size(root, image)

    for entry in entries:
        if isinstance(entry, Item) and entry.annotation_gt is not None:
            yield from _checked(entry, size_of)
        else:
            yield entry


def _checked(item: Item, size_of: Callable[[str], tuple[int, int] | str]) -> Iterator[Item | Problem]:
    declared = item.image_size
    is_known = declared is None or not item.images or "image_size_from" in item.metadata
    size = "" if is_known else size_of(item.images[0])
    if declared is None or isinstance(size, str) or sorted(size) == sorted(declared):
        yield item
        return
    yield replace(item, metadata={**item.metadata, DECODED_SIZE: list(size)})
    yield Problem(
        kind=SIZE_DIFFERS,
        message=f"expected an image of {declared[0]} by {declared[1]} pixels, as declared, "
        f"got {size[0]} by {size[1]}",
        cure="Check which of the two the coordinates are meant for; they were scored as declared.",
        file=item.images[0],
        item_id=item.item_id,
    )
