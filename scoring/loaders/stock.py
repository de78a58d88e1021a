"""What is only seen when a whole run has been read: replies that are all empty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from scoring.images.embedded import EmbeddedImage
from scoring.records import Item, Problem, TaskType

LEAST_ITEMS = 3
"""Items from which on it is told that all replies are empty."""

_WITHOUT_TEXT = frozenset({TaskType.LOGLIKELIHOOD, TaskType.DETECTION})


Read: TypeAlias = Item | Problem | EmbeddedImage


def take_stock(entries: Iterable[Read]) -> Iterator[Read]:
    """Return the entries as they come, and at their end a problem if no reply holds any text."""
    n_asked = 0
    rest = iter(entries)
    for entry in rest:
        yield entry
        if isinstance(entry, Item) and entry.task_type not in _WITHOUT_TEXT:
            n_asked += 1
            response = entry.response
            if (response.content or response.reasoning or "").strip():
                yield from rest
                return
    if n_asked >= LEAST_ITEMS:
        yield Problem(
            kind="all_replies_empty",
            message=f"expected replies, got no text in any of the {n_asked:,} items",
            cure="Look at the limit of new tokens: reasoning may have used it up. The accuracy says nothing.",
        )
