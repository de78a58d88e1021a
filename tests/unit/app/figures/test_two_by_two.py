import pytest

from app.figures.two_by_two import build_two_by_two
from scoring.stats.comparison import Comparison


def test_rows_are_lane_a_and_columns_lane_b(comparison: Comparison) -> None:
    cells = build_two_by_two(comparison.rescored)
    assert [[(cell.name, cell.n) for cell in row] for row in cells] == [
        [("both_correct", 178), ("only_a_correct", 6)],
        [("only_b_correct", 19), ("neither_correct", 7)],
    ]


def test_shares_sum_to_1_and_churn_stands_with_neither(comparison: Comparison) -> None:
    cells = [cell for row in build_two_by_two(comparison.recorded) for cell in row]
    assert sum(cell.share for cell in cells) == pytest.approx(1)
    assert [cell.churn for cell in cells] == [0, 0, 0, comparison.recorded.churn]
