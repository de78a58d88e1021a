"""Reward in A against reward in B: a scatter of thousands of items, drawn as a grid of cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

N_CELLS: Final = 25
"""Cells on a side: at most 625 marks, however many items there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCell:
    """The items of one cell; `column` counts from the left (A), `row` from the bottom (B).

    Attributes:
        n: number of items.
        weight: 0..1, growing with the logarithm of n, 1 for the fullest cell.
        ahead: 1 where B scores higher in the whole cell, -1 where A does, 0 on the diagonal.
        places: the first items of the cell, by their place in what was given; at most 100.
    """

    column: int
    row: int
    n: int
    weight: float
    ahead: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardGrid:
    """The whole picture.

    Attributes:
        low: value at the left and at the bottom; `high` at the right and at the top.
        cells: only those that hold an item, row by row.
        n: number of items drawn; those without a value in either lane are left out.
    """

    low: float
    high: float
    cells: tuple[GridCell, ...]
    n: int


_MOST_PLACES: Final = 100


def build_reward_grid(a: Floats, b: Floats) -> RewardGrid:
    """Return the grid of two scores of the same items; NaN is no value. The scale is 0 to 1, or wider."""
    places = np.flatnonzero(~(np.isnan(a) | np.isnan(b)))
    low, high = _scale(a, b)
    columns, rows = (_cells(some[places], low, high) for some in (a, b))
    codes = rows * N_CELLS + columns
    order = np.argsort(codes, kind="stable")
    found, starts = np.unique(codes[order], return_index=True)
    ends = np.append(starts, len(order))[1:]
    most = int((ends - starts).max(initial=1))
    cells = tuple(
        _cell(int(code), places[order[start:end]], most)
        for code, start, end in zip(found, starts, ends, strict=True)
    )
    return RewardGrid(low=low, high=high, cells=cells, n=len(places))


def is_in_cell(a: Floats, b: Floats, column: int, row: int) -> npt.NDArray[np.bool_]:
    """Return which of the items lie in a cell of the grid of these two scores."""
    known = ~(np.isnan(a) | np.isnan(b))
    low, high = _scale(a, b)
    left, right = (_cells(np.where(known, some, low), low, high) for some in (a, b))
    found: npt.NDArray[np.bool_] = known & (left == column) & (right == row)
    return found


def _scale(a: Floats, b: Floats) -> tuple[float, float]:
    known = ~(np.isnan(a) | np.isnan(b))
    both = np.concatenate((a[known], b[known]))
    return min(0.0, float(both.min(initial=0.0))), max(1.0, float(both.max(initial=1.0)))


def _cells(values: Floats, low: float, high: float) -> npt.NDArray[np.int64]:
    places = ((values - low) / (high - low) * N_CELLS).astype(np.int64)
    return np.minimum(places, N_CELLS - 1)


def _cell(code: int, places: npt.NDArray[np.int64], most: int) -> GridCell:
    row, column = divmod(code, N_CELLS)
    n = len(places)
    return GridCell(
        column=column,
        row=row,
        n=n,
        weight=float(np.log1p(n) / np.log1p(most)),
        ahead=int(np.sign(row - column)),
        places=tuple(int(place) for place in places[:_MOST_PLACES]),
    )
