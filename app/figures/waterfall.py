"""From A as recorded to B as recorded: the part of the model, then the part of the recorded scorer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from scoring.stats.attribution import Attribution

BarKind: TypeAlias = Literal["total", "model", "scorer"]

_ROOM = 0.35
"""Share of the picture that is left below the lowest edge of a part where totals do not start at 0 items."""
_SEEN = 0.25
"""Share of the highest level from which on the parts are seen well enough with totals from 0 on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar; places from 0 (top) to 1 (bottom).

    Attributes:
        n: items: of a total, or moved by a part, with its sign.
        level: items after it.
        top: where it begins; `bottom` where it ends. Equal for a part of 0.
        is_cut: it is drawn shorter than its number: its bottom is no 0.
    """

    kind: BarKind
    name: str
    n: int
    level: int
    top: float
    bottom: float
    is_cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Waterfall:
    """The four bars from left to right; each part begins where the one before it ended."""

    bars: tuple[Bar, ...]


def build_waterfall(attribution: Attribution) -> Waterfall:
    """Return A as recorded, the part of the model, the part of the scorer, and B as recorded."""
    start, middle = attribution.a.recorded, attribution.a.recorded + attribution.model
    end = middle + attribution.scorer
    low, high = min(start, middle, end), max(start, middle, end)
    # Below 0 only where a part goes there on its way from one total to the other.
    base = min(float(low), max(0.0, low - _ROOM / (1 - _ROOM) * max(high - low, 1)))
    if high - low >= _SEEN * high:
        base = min(low, 0.0)
    span = max(high - base, 1.0)

    def place(level: float) -> float:
        return 1 - (level - base) / span

    def total(name: str, level: int) -> Bar:
        return Bar(
            kind="total", name=name, n=level, level=level, top=place(level), bottom=1.0, is_cut=base > 0
        )

    def part(kind: BarKind, before: int, after: int) -> Bar:
        edges = sorted((place(before), place(after)))
        return Bar(kind=kind, name=kind, n=after - before, level=after, top=edges[0], bottom=edges[1])

    return Waterfall(
        bars=(
            total("A recorded", start),
            part("model", start, middle),
            part("scorer", middle, end),
            total("B recorded", end),
        )
    )
