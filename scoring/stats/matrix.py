"""Several lanes against each other: every pair of lanes, with one family of adjusted p-values."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.stats.estimates import Estimate, PValue


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixLane:
    """One lane of a matrix.

    Attributes:
        name: lane, model or name of the run, else its place.
        n_items: rows of its audit.
        accuracy: by our verdicts over all its scored items, 0..1.
        recorded: recorded accuracy over all its recorded items, 0..1.
    """

    name: str
    n_items: int
    accuracy: Estimate
    recorded: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixCell:
    """Lane `b` minus lane `a` (places in the matrix) over the pairs scorable in both, by our verdicts.

    Attributes:
        diff_pp: difference in percentage points with its paired interval; value None without pairs.
        mcnemar: exact test, adjusted over all cells above the diagonal.
        a_only: right in `a` only; `b_only` in `b` only.
        recorded_pp: the same difference as recorded, in percentage points; None without.
        different_questions: pairs whose question differs.
    """

    a: int
    b: int
    diff_pp: Estimate
    mcnemar: PValue
    a_only: int
    b_only: int
    recorded_pp: float | None
    different_questions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneMatrix:
    """N lanes: `cells` hold every pair a < b once; the other half is the same with the sign turned."""

    lanes: tuple[MatrixLane, ...]
    cells: tuple[MatrixCell, ...]
