"""What a geometry has to offer, and the one way to read a coordinate."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

Witness = TypeVar("Witness")

Match: TypeAlias = tuple[int, int, float]
"""(index of the target, index of the prediction, similarity)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Geometry(Generic[Witness]):
    """One kind of witness: how it is read, how alike two are, and how two sets pair.

    Attributes:
        name: `bbox`, `point` or `segment`.
        reward: how the reward is called in the contract's id.
        mean_key: name of the mean similarity in the result.
        reads: what one witness looks like, for people.
        wrapper: key under which a set may be wrapped in a mapping, or None.
        takes_bare_item: a set or sequence may be given as one bare witness.
        has_half_life: similarity falls with distance, by a half-life in pixels.
        read: one witness from a parsed value, or None where it is none.
        similarity: of two witnesses, 0..1, given the half-life.
        distance: of two witnesses, in pixels; None where there is no such thing.
        pair: the pairs of two sets that have any similarity.
    """

    name: str
    reward: str
    mean_key: str
    reads: str
    wrapper: str | None = None
    takes_bare_item: bool = True
    has_half_life: bool
    read: Callable[[object], Witness | None]
    similarity: Callable[[Witness, Witness, float], float]
    distance: Callable[[Witness, Witness], float] | None = None
    pair: Callable[[Sequence[Witness], Sequence[Witness], float], list[Match]]


def read_number(value: object) -> float | None:
    """Return a finite coordinate, or None: no boolean, no text, no number beyond 64-bit floats."""
    if type(value) is float:
        return value if math.isfinite(value) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def read_numbers(value: object, count: int) -> tuple[float, ...] | None:
    """Return exactly so many finite coordinates, or None."""
    if not isinstance(value, list | tuple) or len(value) != count:
        return None
    numbers = []
    for item in value:
        # The common case first: this is where large sets spend their time.
        number = item if type(item) is float and -math.inf < item < math.inf else read_number(item)
        if number is None:
            return None
        numbers.append(number)
    return tuple(numbers)
