import pytest

from scoring.trace.geometry.segment import distance, distance_line, distance_matrix, pair, read_segment


def test_a_segment_is_two_points_and_may_have_no_length() -> None:
    assert read_segment([[1, 2], [3, 4]]) == (1.0, 2.0, 3.0, 4.0)
    assert read_segment([[1, 1], [1, 1]]) == (1.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize("value", [[1, 2, 3, 4], [[1, 2]], [[1, 2], [3]], [[1, 2], "34"], None])
def test_what_has_not_two_points_is_no_segment(value: object) -> None:
    assert read_segment(value) is None


def test_direction_does_not_count_and_the_farther_end_does() -> None:
    assert distance((0, 0, 10, 0), (10, 0, 0, 0)) == 0.0
    assert distance((0, 0, 10, 0), (0, 3, 10, 4)) == 4.0


def test_distances_are_the_same_by_any_way() -> None:
    a = [(0.0, 0.0, 3.0, 4.0), (1.0, 1.0, 9.0, 9.0)]
    b = [(9.0, 8.0, 1.0, 1.0), (3.0, 4.0, 0.0, 1.0)]
    assert distance_matrix(a, b).tolist() == [distance_line(one, b) for one in a]


def test_segments_pair_by_least_total_distance() -> None:
    matches = pair([(0, 0, 9, 0), (0, 50, 9, 50)], [(9, 50, 0, 50), (0, 0, 9, 0)], 20.0)
    assert sorted(matches) == [(0, 1, 1.0), (1, 0, 1.0)]
