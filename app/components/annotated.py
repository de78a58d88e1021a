"""The annotated item that the address names: its place among the items with annotations, and its scene."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from app.asked import explanation_at, explanation_of, facets_of, item_of, other_reading_of, twin_of
from app.components.frame import Frame
from app.components.item_page import Place, place_of
from app.components.words import plural
from app.library import Opened, library
from app.looks import Life
from app.pictures import image_root, shot_of
from app.state import View
from scoring.audit.drawing import DRAWN_TYPES, subject_of
from scoring.audit.filter import Filter
from scoring.audit.item_row import ItemRow
from scoring.draw.overlay import build_overlay
from scoring.draw.scene import Scene, build_scene, named_predictions
from scoring.draw.shapes import Overlay
from scoring.draw.subject import Subject
from scoring.images.picture import Picture
from scoring.trace.explain import TraceExplanation
from scoring.trace.half_life import FALLBACK, half_life
from scoring.trace.ledger import LedgerRow

_PERCENT: Final = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotated:
    """One lane's item, ready for the screen.

    Attributes:
        explained: the rewards shown, under the half-life that the view asks for; None where there are none.
        scene: what is drawn.
        twin: the item in the other lane, where that lane is open and has it.
    """

    opened: Opened
    row: ItemRow
    subject: Subject
    explained: TraceExplanation | None
    scene: Scene
    overlay: Overlay
    picture: Picture
    uri: str
    root: Path | None
    twin: ItemRow | None


def annotated_view(opened: Opened, view: View) -> View:
    """Return the view whose filter lets only items with annotations through."""
    types = {one.value for one in facets_of(opened, Filter(), ("task_type",))["task_type"]}
    if types <= set(DRAWN_TYPES) or view.where.task_type:
        return view
    return replace(view, where=replace(view.where, task_type=tuple(t for t in DRAWN_TYPES if t in types)))


def has_annotations(opened: Opened) -> bool:
    """Return whether any item of a lane has an annotation."""
    types = facets_of(opened, Filter(), ("task_type",))["task_type"]
    return any(one.value in DRAWN_TYPES and one.count for one in types)


def annotated_place(opened: Opened, view: View) -> Place:
    """Return the item that the view names, else the first one of the filter."""
    place = place_of(opened, annotated_view(opened, view))
    return replace(place, view=replace(place.view, where=view.where))


def annotated_item(frame: Frame, opened: Opened, row: ItemRow, view: View) -> Annotated:
    """Return an item with everything that is drawn of it."""
    subject, root = subject_of(row, opened.audit.folder), image_root(library(), opened, view.images)
    shot = shot_of(subject, root)
    twin = _twin(frame, opened, row)
    explained = _explained(opened, row, view.look.life)
    scene = build_scene(
        subject,
        rows=explained.ledger if explained and explained.ledger else None,
        half_life_px=explained.half_life_px if explained else None,
    )
    other = _comparable(row, twin) if view.look.lanes == "over" else None
    if other is not None:
        scene = replace(scene, other=named_predictions(build_scene(subject_of(other)).rows))
    if "ghost" in view.look.layers:
        scene = replace(scene, ghost=other_reading_of(opened, row))
    confident, n_hidden = _confident(scene, view.look.least)
    overlay = build_overlay(confident, shot.picture.size)
    if n_hidden:
        overlay = replace(overlay, notices=(*overlay.notices, _hidden(n_hidden, view.look.least)))
    return Annotated(
        opened=opened,
        row=row,
        subject=subject,
        explained=explained,
        scene=scene,
        overlay=overlay,
        picture=shot.picture,
        uri=shot.uri,
        root=root,
        twin=twin,
    )


def half_lives(row: ItemRow) -> dict[Life, float]:
    """Return the half-lives that can be tried, by their source, in pixels; none for boxes."""
    if row.half_life_px is None:
        return {}
    lives: dict[Life, float] = {"used": row.half_life_px, "fallback": FALLBACK}
    if row.image_size is not None:
        lives["image"] = half_life(None, [list(row.image_size)]).pixels
    used = lives["used"]
    return {name: pixels for name, pixels in lives.items() if name == "used" or pixels != used}


def same_witness(scene: Scene, other: Scene, row: int | None) -> int | None:
    """Return the row of another lane's ledger that has the same target; None where there is none."""
    if row is None or row >= len(scene.rows):
        return None
    wanted = scene.rows[row]
    if wanted.target_index is None:
        return None
    return next((at for at, one in enumerate(other.rows) if _target(one) == _target(wanted)), None)


def _target(row: LedgerRow) -> tuple[str | None, int | None]:
    return row.key, row.target_index


def _explained(opened: Opened, row: ItemRow, life: Life) -> TraceExplanation | None:
    used = explanation_of(opened, row)
    tried = half_lives(row).get(life)
    if used is None or life == "used" or tried is None:
        return used
    return explanation_at(opened, row, tried)


def _twin(frame: Frame, opened: Opened, row: ItemRow) -> ItemRow | None:
    lanes = [one for one in frame.lanes.values() if one is not opened]
    other = lanes[0] if lanes else None
    ordinal = None if other is None else twin_of(other, row)
    return None if other is None or ordinal is None else item_of(other, ordinal)


def _comparable(row: ItemRow, twin: ItemRow | None) -> ItemRow | None:
    """Return the twin where both annotations are of one type."""
    return twin if twin is not None and twin.annotation_type == row.annotation_type else None


def _confident(scene: Scene, least: int) -> tuple[Scene, int]:
    """Return the scene without predictions of less confidence, in percent, and how many are left out.

    Only the picture leaves them out: states and shares in the ledger are those of the score.
    """
    if scene.confidence is None or not least:
        return scene, 0
    kept = tuple(_without_doubt(scene, row, least / _PERCENT) for row in scene.rows)
    n_hidden = sum(new.pred is not old.pred for new, old in zip(kept, scene.rows, strict=True))
    return replace(scene, rows=kept), n_hidden


def _hidden(n: int, least: int) -> str:
    words = plural(n, "prediction") + (" is" if n == 1 else " are")
    return f"{words} below {least} % and not drawn; the reward and the ledger count all of them."


def _without_doubt(scene: Scene, row: LedgerRow, least: float) -> LedgerRow:
    confidence = scene.confidence or {}
    if row.pred_index is None or confidence.get((row.key, row.pred_index), 1.0) >= least:
        return row
    return replace(row, pred=None)
