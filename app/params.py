"""Single values of a query: read with a default, and a notice for what cannot be used."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

MAX_LENGTH: Final = 400
"""Characters of a text in the address at most."""

_T = TypeVar("_T")


def read_text(one: Mapping[str, str], name: str, notices: list[str]) -> str:
    """Return a text; empty where there is none or it is too long."""
    value = one.get(name, "")
    if len(value) > MAX_LENGTH:
        notices.append(f"“{name}” of the link is longer than {MAX_LENGTH} characters; it was left out.")
        return ""
    return value


def read_number(one: Mapping[str, str], name: str, notices: list[str]) -> int | None:
    """Return a number of at least 0; None where there is none."""
    value = one.get(name)
    if value is None:
        return None
    if not re.fullmatch(r"[0-9]{1,12}", value):
        notices.append(f"“{name}” of the link is not a number; it was left out.")
        return None
    return int(value)


def read_choice(
    one: Mapping[str, str],
    name: str,
    allowed: Sequence[_T],
    default: _T,
    notices: list[str],
    *,
    instead: str = "",
) -> _T:
    """Return one of the values allowed; the default where there is none or it is unknown.

    Args:
        instead: what the default comes to, where its value does not say it.
    """
    value = one.get(name)
    if value is None:
        return default
    for choice in allowed:
        if choice == value:
            return choice
    notices.append(f"“{name}” of the link is unknown; {instead or default} is used instead.")
    return default
