"""What a link to the page Lanes names, checked against the lanes: unknown values fall back and are told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from app.components.lane_lists import first_cell, members
from app.components.pair_list import Members, place_in
from app.components.words import plural
from app.library import Opened
from app.state import View
from scoring.stats.comparison import Comparison

_MAX_SHOWN: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """The list that is shown.

    Attributes:
        view: with the list that it names, and without what the lanes do not have.
        found: its items.
        at: position of the item that is shown; None in an empty list.
        told: what could not be used, in sentences.
    """

    view: View
    found: Members
    at: int | None
    told: tuple[str, ...]


def listed(view: View, comparison: Comparison, a: Opened, b: Opened) -> Listed:
    """Return the list and the item of a view; an item without a list is looked for among all pairs."""
    told: list[str] = []
    group = view.compared.group
    if group is not None and group not in {one.value for one in comparison.by_category}:
        told.append(f"No pair is of the category “{_short(group)}”; every category is listed instead.")
        view = replace(view, compared=replace(view.compared, group=None))
    shown = replace(view, cell=view.cell or first_cell(comparison))
    found = members(comparison, shown, a, b)
    at = place_in(found, shown)
    if at is None and view.cell is None and place_in(comparison.pairs, shown) is not None:
        shown = replace(shown, cell="pairs")
        found = members(comparison, shown, a, b)
        at = place_in(found, shown)
    if shown.start and shown.start >= len(found):
        told.append(f"The list has {plural(len(found), 'item')}; it is shown from the first one on.")
        shown = replace(shown, start=0)
    if at is None and (view.item, view.ordinal) != (None, None):
        instead = "; the first one is shown instead." if found else "."
        told.append(f"The list does not hold {_named(view)}{instead}")
    if at is None and found:
        at = shown.start
    return Listed(view=shown, found=found, at=at, told=tuple(told))


def _named(view: View) -> str:
    if view.item is not None:
        return f"the item “{_short(view.item)}”"
    return f"an item at place {(view.ordinal or 0) + 1:,} of the file"


def _short(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN else f"{text[: _MAX_SHOWN - 1]}…"
