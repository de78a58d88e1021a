from app.figures.lane_matrix import build_lane_matrix
from scoring.stats.matrix import LaneMatrix


def test_a_square_is_the_column_minus_the_row(matrix: LaneMatrix) -> None:
    rows = build_lane_matrix(matrix)
    square = rows[0][1]
    assert square is not None
    assert square.diff_pp == matrix.cells[0].diff_pp.value
    assert (square.row, square.column, square.n) == (0, 1, 210)


def test_the_other_half_is_the_same_with_the_sign_turned(matrix: LaneMatrix) -> None:
    rows = build_lane_matrix(matrix)
    assert [rows[at][at] for at in range(3)] == [None, None, None]
    for i in range(3):
        for j in range(i):
            one, other = rows[i][j], rows[j][i]
            assert one is not None
            assert other is not None
            assert (one.diff_pp, one.low_pp, one.shade) == (-other.diff_pp, -other.high_pp, -other.shade)
            assert one.p == other.p


def test_the_greatest_difference_has_the_full_shade(matrix: LaneMatrix) -> None:
    shades = [square.shade for row in build_lane_matrix(matrix) for square in row if square is not None]
    assert (min(shades), max(shades)) == (-1.0, 1.0)


def test_what_is_clear_is_told_by_the_adjusted_p(matrix: LaneMatrix) -> None:
    for row in build_lane_matrix(matrix):
        for square in row:
            assert square is None or square.is_clear == (square.p < 0.05)


def test_equal_lanes_have_no_negative_zero(matrix: LaneMatrix) -> None:
    square = build_lane_matrix(matrix)[2][0]
    assert square is not None
    assert str(square.diff_pp) == "0.0"
