"""B minus A by category with intervals: where every mark of a forest plot stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.figures.axis import Axis, build_axis
from scoring.stats.comparison import CategoryContrast, PairedContrast


@dataclass(frozen=True, slots=True, kw_only=True)
class ForestRow:
    """One line of the plot; places from 0 (left) to 1 (right), None where there is nothing to draw.

    Attributes:
        value: the category as a filter takes it; None for all pairs together.
        n: pairs compared.
        diff_pp: the rescored difference, `low_pp` and `high_pp` its interval.
        dot: where the rescored difference stands; `start` and `end` its interval.
        ring: where the recorded difference stands; `recorded_pp` its value.
        p: p adjusted for the number of categories, of all pairs as it is.
        caution: why the interval deserves less trust; None if nothing speaks against it.
    """

    value: str | None
    n: int
    diff_pp: float | None
    low_pp: float | None
    high_pp: float | None
    recorded_pp: float | None
    dot: float | None
    start: float | None
    end: float | None
    ring: float | None
    p: float | None
    caution: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forest:
    """The whole plot.

    Attributes:
        zero: where "no difference" stands.
        ticks: (value in percentage points, place) of the round numbers of the axis.
    """

    rows: tuple[ForestRow, ...]
    zero: float
    ticks: tuple[tuple[float, float], ...]


def build_forest(
    categories: Sequence[CategoryContrast], *, recorded: PairedContrast, rescored: PairedContrast
) -> Forest:
    """Return one line for all pairs and one a category, in the order given, on one axis."""
    pairs = [(None, recorded, rescored), *((one.value, one.recorded, one.rescored) for one in categories)]
    ends = [end for _, _, ours in pairs for end in (ours.diff_pp.low, ours.diff_pp.high)]
    axis = build_axis([*ends, *(theirs.difference_pp for _, theirs, _ in pairs)], least=2.0)
    return Forest(
        rows=tuple(_row(axis, value, theirs, ours) for value, theirs, ours in pairs),
        zero=axis.place(0.0),
        ticks=tuple((tick, axis.place(tick)) for tick in axis.ticks()),
    )


def _row(axis: Axis, value: str | None, recorded: PairedContrast, rescored: PairedContrast) -> ForestRow:
    figure, test = rescored.diff_pp, rescored.mcnemar
    return ForestRow(
        value=value,
        n=rescored.n,
        diff_pp=figure.value,
        low_pp=figure.low,
        high_pp=figure.high,
        recorded_pp=recorded.difference_pp,
        dot=_place(axis, figure.value),
        start=_place(axis, figure.low),
        end=_place(axis, figure.high),
        ring=_place(axis, recorded.difference_pp),
        p=test.p if value is None else test.adjusted,
        caution=figure.caution,
    )


def _place(axis: Axis, value: float | None) -> float | None:
    return None if value is None else axis.place(value)
