"""What a geometry has to offer, and the one way to read a coordinate."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeGuard

from scoring.trace.pairing import Match

Witness: TypeAlias = tuple[float, ...]
"""A box, a point or a segment as plain numbers, in pixels of the image."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Geometry:
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

    def pair_in_place(
        self, targets: Sequence[Witness], preds: Sequence[Witness], half_life: float
    ) -> list[Match]:
        """Return the pairs of two sequences by their place, as far as both go."""
        similarity = self.similarity
        return [
            (at, at, similarity(target, pred, half_life))
            for at, (target, pred) in enumerate(zip(targets, preds, strict=False))
        ]


SEQUENCES = (list, tuple)
_PLAIN = frozenset({int, float})


def read_numbers(value: object, count: int) -> Witness | None:
    """Return exactly so many finite coordinates, or None.

    No boolean, no text, and no number beyond 64-bit floats is a coordinate.
    """
    if not isinstance(value, SEQUENCES) or len(value) != count:
        return None
    try:
        numbers = tuple([float(item) for item in value if type(item) in _PLAIN])
        if len(numbers) < count:
            # Subclasses of numbers, as NumPy has them, or no numbers at all.
            numbers = tuple([float(item) for item in value if _is_number(item)])
    except OverflowError:
        return None
    return numbers if len(numbers) == count and all(map(math.isfinite, numbers)) else None


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
