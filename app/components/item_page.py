"""Which item stands beside the table: the one that the address names, and its place in the filter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.asked import Order, item_of, ordinals_of, places_of
from app.library import Opened
from app.state import View
from scoring.audit.item_row import ItemRow
from scoring.audit.query import Neighbours


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


def order_of(view: View) -> Order:
    """Return the items of a view in the order of its table."""
    return Order(where=view.where, sort=view.sort, descending=view.descending)


def place_of(opened: Opened, view: View) -> Place:
    """Return the item that the view names, else the first of the table's page."""
    order = order_of(view)
    ordinals = ordinals_of(opened, order)
    ordinal, told = _named(opened, view)
    if ordinal is None:
        if not ordinals:
            return Place(view=view, row=None, neighbours=Neighbours(None, None, None, 0), told=told)
        ordinal = ordinals[min(view.start, len(ordinals) - 1)]
    row = item_of(opened, ordinal)
    shown = replace(view, item=row.item_id, ordinal=ordinal)
    return Place(view=shown, row=row, neighbours=_neighbours(opened, order, ordinals, ordinal), told=told)


def _neighbours(opened: Opened, order: Order, ordinals: Sequence[int], ordinal: int) -> Neighbours:
    """Return the place of an item in the order; the audit is asked only where it is outside the filter."""
    at = places_of(opened, order).get(ordinal)
    if at is None:
        return opened.audit.neighbours(order.where, ordinal, sort=order.sort, descending=order.descending)
    before = ordinals[at - 1] if at > 0 else None
    after = ordinals[at + 1] if at + 1 < len(ordinals) else None
    return Neighbours(before, after, at + 1, len(ordinals))


def _named(opened: Opened, view: View) -> tuple[int | None, str]:
    """Return the ordinal that the link names, and what was wrong with it."""
    at = view.ordinal
    if at is not None and at < opened.audit.info.n_items and view.item in (None, item_of(opened, at).item_id):
        return at, ""
    if view.item is None:
        return None, ""
    found = opened.audit.find(view.item)
    if found:
        return found[0], ""
    return None, f"This run has no item “{view.item}”. The first item of the filter is shown instead."
