"""Items of an audit ready to be drawn: the few columns that a picture needs, and the picture itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from scoring.audit.filter import Filter
from scoring.audit.item_row import ItemRow, decoded
from scoring.audit.query import Audit
from scoring.draw.render import Drawn
from scoring.draw.scene import build_scene
from scoring.draw.subject import Subject
from scoring.images.embedded import kept_image
from scoring.images.picture import LONG_EDGE, Picture, load_picture
from scoring.records import TaskType

DRAWN_COLUMNS: Final = tuple(field.name for field in fields(Subject))
DRAWN_TYPES: Final = (TaskType.TRACE, TaskType.DETECTION)
"""Task types whose items have annotations."""

_ROOMY: Final = 1.25


def subject_of(row: ItemRow, folder: Path | None = None) -> Subject:
    """Return what is drawn of an item.

    Args:
        row: the item.
        folder: of its audit, which keeps the images that the run file embeds.
    """
    values = {name: getattr(row, name) for name in DRAWN_COLUMNS}
    return Subject(**values | {"images": _located(row.images, folder)})


def subjects_of(audit: Audit, ordinals: Sequence[int]) -> list[Subject]:
    """Return what is drawn of some items, in the order asked for; unknown ordinals are left out.

    The texts of the items are not read.
    """
    table = audit.table(Filter(ordinals=tuple(ordinals)), DRAWN_COLUMNS)
    found = {row["ordinal"]: _subject(row, audit.folder) for row in table.to_pylist()}
    return [found[ordinal] for ordinal in ordinals if ordinal in found]


def run_folder(audit: Audit) -> Path | None:
    """Return the folder that the audit says its run lies in; None where it stands for itself."""
    if audit.folder is None or audit.info.run_folder is None:
        return None
    return (audit.folder / audit.info.run_folder).resolve()


def picture_of(subject: Subject, root: Path | None, *, long_edge: int | None = LONG_EDGE) -> Picture:
    """Return the first picture of an item, or a blank canvas that its annotation fits on.

    Args:
        subject: the item.
        root: the folder that its images lie in.
        long_edge: pixels of the longer edge at most.
    """
    source = subject.images[0] if subject.images else None
    return load_picture(
        root, source, declared=subject.declared_size, assumed=_assumed(subject), long_edge=long_edge
    )


def drawn_item(subject: Subject, root: Path | None, *, long_edge: int | None = LONG_EDGE) -> Drawn:
    """Return an item with its picture and its scene."""
    return Drawn(subject, picture_of(subject, root, long_edge=long_edge), build_scene(subject))


def _located(images: Sequence[str], folder: Path | None) -> tuple[str | Path, ...]:
    return tuple(kept_image(folder, name) or name for name in images)


def _subject(row: dict[str, Any], folder: Path | None) -> Subject:
    values = decoded(row)
    values["error_kinds"] = values["error_kinds"] or ()
    values["images"] = _located(values["images"] or (), folder)
    values["metadata"] = values["metadata"] or {}
    return Subject(**values)


def _assumed(subject: Subject) -> tuple[int, int]:
    """Return a size that holds what the annotation names, where no size is known."""
    scene = build_scene(subject)
    reach = [max(values) for row in scene.rows if (values := list(_inside(row.target, row.pred)))]
    edge = max(100, min(10_000, round(_ROOMY * max(reach, default=800))))
    return edge, edge


def _inside(*witnesses: tuple[float, ...] | None) -> Iterator[float]:
    for witness in witnesses:
        yield from witness or ()
