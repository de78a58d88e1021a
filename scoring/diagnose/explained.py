"""Whether the text of a reply can explain the answer that was recorded for it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scoring.records import Item, TaskType

_CHOICE = frozenset({TaskType.CHOICE, TaskType.MULTI_CHOICE})


def explains_recorded(item: Item) -> bool | None:
    """Return whether the recorded answer occurs in the reply; None if no answer was recorded.

    A choice occurs as its letter standing alone or as the text of its option, anything else as it
    is, without case; content and reasoning count. That an answer occurs does not make it the answer;
    one that does not occur was guessed, or read from another text.
    """
    recorded = item.recorded[0].answer if item.recorded else None
    if recorded is None or not recorded.strip():
        return None
    response = item.response
    text = f"{response.content or ''}\n{response.reasoning or ''}".casefold()
    if item.task_type not in _CHOICE:
        return recorded.strip().casefold() in text
    parts = [part.strip() for part in recorded.split(",")]
    return all(_names(part, item.options, text) for part in parts if part)


def _names(label: str, options: Mapping[str, str | None], text: str) -> bool:
    option = (options.get(label) or "").strip().casefold()
    lone = re.compile(rf"(?<!\w){re.escape(label.casefold())}(?!\w)")
    return lone.search(text) is not None or (bool(option) and option in text)
