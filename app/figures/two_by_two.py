"""Who got the pairs right: the 2x2 of one scorer, with the share of every cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from scoring.stats.comparison import PairedContrast

CellName: TypeAlias = Literal["both_correct", "only_a_correct", "only_b_correct", "neither_correct"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareCell:
    """One cell.

    Attributes:
        share: of all pairs compared, 0..1; 0 without pairs.
        churn: of the pairs that neither lane gets right, those with different answers; else 0.
    """

    name: CellName
    n: int
    share: float
    churn: int = 0


def build_two_by_two(contrast: PairedContrast) -> tuple[tuple[SquareCell, SquareCell], ...]:
    """Return the cells by row (A right, A wrong) and column (B right, B wrong)."""

    def cell(name: CellName, n: int, churn: int = 0) -> SquareCell:
        return SquareCell(name=name, n=n, share=n / contrast.n if contrast.n else 0.0, churn=churn)

    return (
        (cell("both_correct", contrast.both), cell("only_a_correct", contrast.a_only)),
        (cell("only_b_correct", contrast.b_only), cell("neither_correct", contrast.neither, contrast.churn)),
    )
