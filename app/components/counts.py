"""Counts that lead to their items, and the tone of a difference."""

from __future__ import annotations

from app.components.elements import Node, el
from app.components.words import plural
from app.state import DEFAULT_COLUMNS, Side, View, goto_items
from scoring.audit.filter import Filter
from scoring.audit.summary import Tally


def number(
    view: View, side: Side, n: int, where: Filter, *, columns: tuple[str, ...] = DEFAULT_COLUMNS
) -> Node:
    """Return a count as a link to its items; a zero leads nowhere.

    Args:
        columns: what the table shows of them.
    """
    if n == 0:
        return el("span", "0", cls="soft")
    href = goto_items(view, where, side=side, columns=columns)
    return el("a", f"{n:,}", href=href, title=f"Show {plural(n, 'item')}")


def tone(moved: float) -> str:
    """Return the class of a difference: better, worse or none."""
    return "up" if moved > 0 else "down" if moved < 0 else "soft"


def moved_credit(recorded: Tally, rescored: Tally) -> int | None:
    """Return how many more items are correct by our scorer; None where some have no recorded verdict."""
    return None if recorded.not_recorded else rescored.correct - recorded.correct
