"""Which item stands beside the table, and where one can go from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

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


def place_of(audit: Audit, view: View) -> Place:
    """Return the item that the view names, else the first of the filter."""
    ordinal, told = _named(audit, view)
    if ordinal is None:
        first = audit.rows(
            view.where, ("ordinal",), sort=view.sort, descending=view.descending, limit=1, offset=view.start
        )["ordinal"].tolist()
        if not first:
            return Place(view=view, row=None, neighbours=Neighbours(None, None, None, 0), told=told)
        ordinal = int(first[0])
    neighbours = audit.neighbours(view.where, ordinal, sort=view.sort, descending=view.descending)
    row = audit.item(ordinal)
    shown = replace(view, item=row.item_id, ordinal=ordinal)
    return Place(view=shown, row=row, neighbours=neighbours, told=told)


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
    head = item_head(place.row, place.neighbours, list(_steps(frame, opened, place, place.row)))
    return [*told, *item_nodes(place.row, head=[head], run=opened.id)]


def twin(audit: Audit, row: ItemRow) -> ItemRow | None:
    """Return the same item in another lane: same task, id and attempt."""
    for ordinal in audit.find(row.item_id):
        other = audit.item(ordinal)
        if (other.task, other.attempt) == (row.task, row.attempt):
            return other
    return None


def _steps(frame: Frame, opened: Opened, place: Place, row: ItemRow) -> Iterator[Node]:
    before, after, position = place.neighbours.previous, place.neighbours.next, place.neighbours.position
    yield step("previous", "k", _to(opened.audit, place.view, before, position and position - 1))
    yield step("next", "j", _to(opened.audit, place.view, after, position and position + 1))
    yield step("next change", "d", _next_change(opened.audit, place))
    other = other_side(frame)
    if other is not None:
        side, lane = other
        same = twin(lane.audit, row)
        target = replace(place.view, lane=side)
        yield step(f"lane {side.upper()}", "l", goto_item(target, same.ordinal, same.item_id) if same else None)


def _to(audit: Audit, view: View, ordinal: int | None, position: int | None) -> str | None:
    """Return the link to a neighbour, with the page of the table that holds it."""
    if ordinal is None:
        return None
    item_id = str(audit.rows(Filter(ordinals=(ordinal,)), ("item_id",))["item_id"].iloc[0])
    start = start_of(position) if position else view.start
    return goto_item(replace(view, start=start), ordinal, item_id)


def _next_change(audit: Audit, place: Place) -> str | None:
    """Return the link to the next item whose credit differs between recorded and rescored."""
    view, ordinal = place.view, place.view.ordinal
    if ordinal is None:
        return None
    changes = tuple(c for c in CREDIT_CHANGES if not view.where.change or c in view.where.change)
    if not changes:
        return None
    order = {"sort": view.sort, "descending": view.descending}
    changed = audit.neighbours(replace(view.where, change=changes), ordinal, **order).next
    if changed is None:
        return None
    return _to(audit, view, changed, audit.neighbours(view.where, changed, **order).position)


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
