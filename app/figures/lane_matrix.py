"""N lanes against each other: a square table of differences, the column minus the row."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.stats.matrix import LaneMatrix, MatrixCell


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixSquare:
    """The lane of the column minus the lane of the row.

    Attributes:
        row: place of the lane that is subtracted; `column` of the other.
        diff_pp: the rescored difference, `low_pp` and `high_pp` its interval, `recorded_pp` as recorded.
        p: p adjusted over all pairs of lanes.
        n: pairs compared.
        shade: -1..1: share of the greatest difference of the table, with its sign.
        is_clear: the adjusted p is below 0.05.
        is_turned: recorded and rescored difference have opposite signs.
    """

    row: int
    column: int
    diff_pp: float | None
    low_pp: float | None
    high_pp: float | None
    recorded_pp: float | None
    p: float | None
    n: int
    shade: float
    is_clear: bool
    is_turned: bool


_CLEAR = 0.05


def build_lane_matrix(matrix: LaneMatrix) -> tuple[tuple[MatrixSquare | None, ...], ...]:
    """Return the rows of the table; None on the diagonal."""
    greatest = max((abs(cell.diff_pp.value or 0.0) for cell in matrix.cells), default=0.0) or 1.0
    squares = {(cell.a, cell.b): _square(cell, greatest) for cell in matrix.cells}
    squares |= {(column, row): _turned(square) for (row, column), square in squares.items()}
    places = range(len(matrix.lanes))
    return tuple(tuple(squares.get((row, column)) for column in places) for row in places)


def _square(cell: MatrixCell, greatest: float) -> MatrixSquare:
    value = cell.diff_pp.value
    return MatrixSquare(
        row=cell.a,
        column=cell.b,
        diff_pp=value,
        low_pp=cell.diff_pp.low,
        high_pp=cell.diff_pp.high,
        recorded_pp=cell.recorded_pp,
        p=cell.mcnemar.adjusted,
        n=cell.diff_pp.n,
        shade=(value or 0.0) / greatest,
        is_clear=cell.mcnemar.adjusted is not None and cell.mcnemar.adjusted < _CLEAR,
        is_turned=(value or 0.0) * (cell.recorded_pp or 0.0) < 0,
    )


def _turned(square: MatrixSquare) -> MatrixSquare:
    """Return the same two lanes the other way around."""
    return replace(
        square,
        row=square.column,
        column=square.row,
        diff_pp=_minus(square.diff_pp),
        low_pp=_minus(square.high_pp),
        high_pp=_minus(square.low_pp),
        recorded_pp=_minus(square.recorded_pp),
        shade=-square.shade,
    )


def _minus(value: float | None) -> float | None:
    # No negative zero on the screen.
    return None if value is None else 0.0 - value
