"""Which item stands beside the table, and where one can go from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.asked import Order, ordinals_of, rows_of
from app.components.elements import Node
from app.components.frame import Frame
from app.components.item_card import item_head, item_nodes, step
from app.components.item_table import start_of
from app.components.notices import notice
from app.library import Opened
from app.state import Side, View, goto_item
from scoring.audit.filter import CREDIT_CHANGES, Filter
from scoring.audit.item_row import ItemRow
from scoring.audit.query import Audit, Neighbours


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The item that is shown.

    Attributes:
        view: the view with that item in it, and the page of the table that holds it.
        row: None where the filter leaves no item.
        neighbours: its place inside the filter.
        told: what was wrong with the link's item, in a sentence; empty if nothing.
    """

    view: View
    row: ItemRow | None
    neighbours: Neighbours
    told: str = ""


def place_of(opened: Opened, view: View) -> Place:
    """Return the item that the view names, else the first of the table's page."""
    order = Order(where=view.where, sort=view.sort, descending=view.descending)
    ordinals = ordinals_of(opened, order)
    ordinal, told = _named(opened.audit, view)
    if ordinal is None:
        if not ordinals:
            return Place(view=view, row=None, neighbours=Neighbours(None, None, None, 0), told=told)
        ordinal = ordinals[min(view.start, len(ordinals) - 1)]
    row = opened.audit.item(ordinal)
    shown = replace(view, item=row.item_id, ordinal=ordinal)
    return Place(view=shown, row=row, neighbours=_neighbours(opened, order, ordinals, ordinal), told=told)


def _neighbours(opened: Opened, order: Order, ordinals: Sequence[int], ordinal: int) -> Neighbours:
    """Return the place of an item in the order; the audit is asked only where it is outside the filter."""
    if ordinal not in ordinals:
        return opened.audit.neighbours(order.where, ordinal, sort=order.sort, descending=order.descending)
    at = ordinals.index(ordinal)
    before = ordinals[at - 1] if at > 0 else None
    after = ordinals[at + 1] if at + 1 < len(ordinals) else None
    return Neighbours(before, after, at + 1, len(ordinals))


def other_side(frame: Frame) -> tuple[Side, Opened] | None:
    """Return the lane that is not looked at, if it is open."""
    side: Side = "a" if frame.view.lane == "b" else "b"
    opened = frame.lanes.get(side)
    return (side, opened) if opened else None


def item_panel(frame: Frame, opened: Opened, place: Place) -> list[Node]:
    """Return the item with its steps, or nothing where the filter leaves no item."""
    told = [notice(place.told, tone="warn")] if place.told else []
    if place.row is None:
        return told
    head = item_head(place.row, place.neighbours, _steps(frame, opened, place, place.row))
    return [*told, *item_nodes(place.row, head=[head], run=opened.id)]


def _steps(frame: Frame, opened: Opened, place: Place, row: ItemRow) -> list[Node]:
    near = place.neighbours
    change, change_position = _next_change(opened, place)
    ids = _ids(opened, [near.previous, near.next, change])
    steps = [
        step("previous", "k", _to(place.view, ids, near.previous, near.position and near.position - 1)),
        step("next", "j", _to(place.view, ids, near.next, near.position and near.position + 1)),
        step("next change", "d", _to(place.view, ids, change, change_position)),
    ]
    other = other_side(frame)
    if other is not None:
        side, lane = other
        twin = _twin(lane, row)
        target = replace(place.view, lane=side)
        href = None if twin is None else goto_item(target, twin, row.item_id)
        steps.append(step(f"lane {side.upper()}", "l", href))
    return steps


def _to(view: View, ids: Mapping[int, str], ordinal: int | None, position: int | None) -> str | None:
    """Return the link to another item, with the page of the table that holds it."""
    if ordinal is None:
        return None
    start = start_of(position) if position else view.start
    return goto_item(replace(view, start=start), ordinal, ids[ordinal])


def _ids(opened: Opened, ordinals: Sequence[int | None]) -> dict[int, str]:
    wanted = tuple(sorted({o for o in ordinals if o is not None}))
    if not wanted:
        return {}
    order = Order(where=Filter(ordinals=wanted))
    rows = rows_of(opened, order, ("ordinal", "item_id"), start=0, limit=len(wanted))
    return {int(str(row["ordinal"])): str(row["item_id"]) for row in rows}


def _next_change(opened: Opened, place: Place) -> tuple[int | None, int | None]:
    """Return the next item whose credit differs between recorded and rescored, and its position."""
    view, position = place.view, place.neighbours.position
    changes = tuple(c for c in CREDIT_CHANGES if not view.where.change or c in view.where.change)
    if position is None or not changes:
        return None, None
    order = Order(where=view.where, sort=view.sort, descending=view.descending)
    ordinals = ordinals_of(opened, order)
    changed = frozenset(ordinals_of(opened, Order(where=replace(view.where, change=changes))))
    later = (at for at in range(position, len(ordinals)) if ordinals[at] in changed)
    at = next(later, None) if changed else None
    return (None, None) if at is None else (ordinals[at], at + 1)


def _twin(lane: Opened, row: ItemRow) -> int | None:
    """Return the ordinal of the same item in another lane: same task, id and attempt."""
    found = tuple(lane.audit.find(row.item_id))
    if not found:
        return None
    columns = ("ordinal", "task", "attempt")
    for other in rows_of(lane, Order(where=Filter(ordinals=found)), columns, start=0, limit=len(found)):
        task = other["task"] if isinstance(other["task"], str) else None
        if (task, int(str(other["attempt"]))) == (row.task, row.attempt):
            return int(str(other["ordinal"]))
    return None


def _named(audit: Audit, view: View) -> tuple[int | None, str]:
    """Return the ordinal that the link names, and what was wrong with it."""
    if view.item is None:
        return None, ""
    found = audit.find(view.item)
    if view.ordinal in found:
        return view.ordinal, ""
    if found:
        return found[0], ""
    return None, f"This run has no item “{view.item}”. The first item of the filter is shown instead."
