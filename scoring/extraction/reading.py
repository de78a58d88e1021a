"""What reading a value gives: an answer, a conflict, a placeholder or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Kind(Enum):
    """What a value turned out to be."""

    VALID = "valid"
    CONFLICT = "conflict"
    PLACEHOLDER = "placeholder"
    INVALID = "invalid"


@dataclass(slots=True)
class Reading:
    """A value as read.

    Made for every item and read often: not frozen, since that takes twice the time.

    Attributes:
        kind: valid, conflicting, a placeholder or no answer.
        answer: the answer; for a conflict the labels it names, joined by a comma; else the text.
        end: offset in the value at which the answer ends.
        mismatch: the label's own option text was contradicted by the text beside it.
    """

    kind: Kind
    answer: str
    end: int
    mismatch: bool = False


Reader: TypeAlias = Callable[[str], Reading]
"""Reads one value; any text is allowed, an empty one is invalid."""
TRIM = " \t*_`\"'“”‘’«».,:;!?()[]{}<>$|。，：！？、\\"
SENTENCE_END = re.compile(r"[.!?](?=[\s\"'”’)\]*]|$)|\n")
LONGEST_VALUE = 2_000
"""Labels stand at the start of a value; beyond this many characters only whole texts are compared."""

# Bound once: looking up a member of an enum costs as much as a search through a short text.
VALID, CONFLICT, INVALID = Kind.VALID, Kind.CONFLICT, Kind.INVALID

_CLOSERS = ")]}>*_`\"'”’»$"


def behind_closers(text: str, end: int) -> int:
    """Return the offset behind the brackets, quotes and markup that close at `end`: `(B)`, not `(B`."""
    while end < len(text) and text[end] in _CLOSERS:
        end += 1
    return end
