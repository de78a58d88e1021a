"""A number line: where values stand on it, and which round numbers name it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

_STEPS: Final = (1.0, 2.0, 2.5, 5.0, 10.0)
_MOST_TICKS: Final = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """From `low` to `high`, which differ."""

    low: float
    high: float

    def place(self, value: float) -> float:
        """Return where a value stands, 0 at the low end, 1 at the high end, never beyond."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    def ticks(self) -> tuple[float, ...]:
        """Return the round numbers on it, at most seven, ascending."""
        step = _round_step((self.high - self.low) / (_MOST_TICKS - 1))
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return tuple(step * at + 0.0 for at in range(first, last + 1))


def build_axis(values: Iterable[float | None], *, least: float = 1.0) -> Axis:
    """Return an axis that holds the values and 0, with a little room at both ends.

    Args:
        least: the span that it has at least.
    """
    known = [0.0, *(value for value in values if value is not None)]
    low, high = min(known), max(known)
    missing = max(0.0, least - (high - low)) / 2
    room = 0.04 * max(high - low, least)
    return Axis(low=low - missing - room, high=high + missing + room)


def _round_step(span: float) -> float:
    power = 10.0 ** math.floor(math.log10(span))
    return power * next(step for step in _STEPS if step * power >= span * (1 - 1e-9))
