"""Where one can go from an item: neighbours, the next one worth a look, the twin in the other lane."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from app.asked import Order, ids_of, ordinals_of, places_of, twin_of
from app.components import keys
from app.components.elements import Node
from app.components.frame import Frame
from app.components.item_card import step
from app.components.item_page import Place, order_of, place_of
from app.components.item_table import start_of
from app.library import Opened
from app.state import Side, View, goto_item, link
from scoring.audit.filter import CREDIT_CHANGES, NULL, Filter
from scoring.audit.item_row import ItemRow
from scoring.diagnose.findings import FINDINGS


class Step(NamedTuple):
    """A step inside the filter: its words, its key, and the link; None where there is nowhere to go."""

    words: str
    key: str
    href: str | None


def other_side(frame: Frame) -> tuple[Side, Opened] | None:
    """Return the lane that is not looked at, if it is open."""
    side: Side = "a" if frame.view.lane == "b" else "b"
    opened = frame.lanes.get(side)
    return (side, opened) if opened else None


def steps_of(opened: Opened, place: Place) -> list[Step]:
    """Return the steps inside the filter, in the order of the screen."""
    near = place.neighbours
    at = near.position
    return [
        Step("previous", keys.PREVIOUS, _to(opened, place.view, near.previous, at and at - 1)),
        Step("next", keys.NEXT, _to(opened, place.view, near.next, at and at + 1)),
        Step("change", keys.NEXT_CHANGE, _later(opened, place, keys.NEXT_CHANGE)),
        Step("finding", keys.NEXT_FINDING, _later(opened, place, keys.NEXT_FINDING)),
    ]


def stepped(opened: Opened, view: View, key: str, n: int) -> View | None:
    """Return the view that pressing a step's key `n` times leads to; at the end it stays at the last item.

    None where the key is none of a step, or there is nowhere to go.
    """
    place = place_of(opened, view)
    position = place.neighbours.position
    if position is None or n < 1:
        return None
    if key in (keys.NEXT, keys.PREVIOUS):
        ordinals = ordinals_of(opened, order_of(view))
        at = position - 1 + (n if key == keys.NEXT else -n)
        ordinal = ordinals[max(0, min(at, len(ordinals) - 1))]
    else:
        later = _all_later(opened, place, key)
        if not later:
            return None
        ordinal = later[min(n, len(later)) - 1]
    start = start_of(places_of(opened, order_of(view))[ordinal] + 1)
    return replace(place.view, start=start, item=ids_of(opened)[ordinal], ordinal=ordinal)


def step_nodes(frame: Frame, steps: list[Step], place: Place, row: ItemRow) -> Iterator[Node]:
    """Yield the steps as links, and those to the other lane, which change more than the item."""
    for words, key, href in steps:
        yield step(words, key, href, is_repeatable=True)
    other = other_side(frame)
    if other is not None:
        side, lane = other
        twin = twin_of(lane, row)
        href = None if twin is None else goto_item(replace(place.view, lane=side), twin, row.item_id)
        yield step(f"lane {side.upper()}", keys.OTHER_LANE, href, via="table")
        words = "one lane" if place.view.beside else "both lanes"
        yield step(words, keys.BESIDE, link(replace(place.view, beside=not place.view.beside)), via="table")


def _to(opened: Opened, view: View, ordinal: int | None, position: int | None) -> str | None:
    """Return the link to another item, with the page of the table that holds it."""
    if ordinal is None:
        return None
    start = start_of(position) if position else view.start
    return goto_item(replace(view, start=start), ordinal, ids_of(opened)[ordinal])


def _later(opened: Opened, place: Place, key: str) -> str | None:
    """Return the link to the next item of those that a key goes to."""
    later = _all_later(opened, place, key)
    if not later:
        return None
    return _to(opened, place.view, later[0], places_of(opened, order_of(place.view))[later[0]] + 1)


def _all_later(opened: Opened, place: Place, key: str) -> Sequence[int]:
    """Return the items after this one that the narrower filter of a key lets through, in order."""
    narrower = _NARROWER.get(key)
    where = narrower(place.view.where) if narrower else None
    if place.neighbours.position is None or where is None:
        return ()
    order = order_of(place.view)
    places = places_of(opened, order)
    wanted = ordinals_of(opened, Order(where=where, sort=order.sort, descending=order.descending))
    return wanted[bisect_right(wanted, place.neighbours.position - 1, key=places.__getitem__) :]


def _with_change(where: Filter) -> Filter | None:
    """Return the filter for items whose credit differs between recorded and rescored; None if none can."""
    changes = tuple(c for c in CREDIT_CHANGES if not where.change or c in where.change)
    return replace(where, change=changes) if changes else None


def _with_finding(where: Filter) -> Filter | None:
    findings = tuple(f for f in where.findings or FINDINGS if f != NULL)
    return replace(where, findings=findings) if findings else None


_NARROWER: Final[Mapping[str, Callable[[Filter], Filter | None]]] = {
    keys.NEXT_CHANGE: _with_change,
    keys.NEXT_FINDING: _with_finding,
}
"""Key -> the filter for what it goes to, inside the filter on the screen."""
