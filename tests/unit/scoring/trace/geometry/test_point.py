import math

import pytest

from scoring.trace.geometry.point import (
    distance,
    distance_line,
    distance_matrix,
    pair,
    read_point,
    side_by_side,
)


def test_a_point_is_two_numbers() -> None:
    assert read_point([1, 2.5]) == (1.0, 2.5)
    assert read_point([1.0, math.nan]) is None
    assert read_point([1.0, 2.0, 3.0]) is None


def test_distances_are_the_same_by_any_way() -> None:
    a, b = [(0.0, 0.0), (3.0, 4.0)], [(3.0, 4.0), (6.0, 8.0)]
    assert distance_matrix(a, b).tolist() == [distance_line(one, b) for one in a]
    assert distance(a[0], b[1]) == 10.0
    assert distance((1e308, 0.0), (-1e308, 0.0)) == math.inf


def test_points_side_by_side_pair_with_their_counterparts() -> None:
    targets, preds = [(10.0, 0.0), (0.0, 0.0)], [(1.0, 1.0), (10.0, 1.0)]
    assert side_by_side(targets, preds) == [(1, 0, math.sqrt(2)), (0, 1, 1.0)]


def test_points_in_one_column_are_told_apart_by_their_distance() -> None:
    assert side_by_side([(0.0, 0.0), (0.5, 99.0)], [(0.0, 1.0), (0.5, 98.0)]) == [(0, 0, 1.0), (1, 1, 1.0)]


@pytest.mark.parametrize(
    ("targets", "preds"),
    [
        ([(0.0, 0.0)], [(0.0, 0.0), (1.0, 0.0)]),
        ([(0.0, 0.0), (10.0, 0.0)], [(20.0, 0.0), (30.0, 0.0)]),
        ([(0.0, 0.0), (1.0, 99.0)], [(0.5, 99.0), (0.6, 0.0)]),
    ],
)
def test_points_not_side_by_side_are_left_to_the_solver(targets: list, preds: list) -> None:
    assert side_by_side(targets, preds) is None


def test_the_pairs_of_a_set_are_those_of_least_total_distance() -> None:
    matches = pair([(30.0, 0.0), (61.0, 0.0)], [(0.0, 0.0), (30.0, 0.0)], 20.0)
    assert sum(match[2] for match in matches) / 2 == pytest.approx(0.1997, abs=1e-4)


def test_many_points_pair_as_few_do() -> None:
    targets = [(float(i % 7), float(i * i % 11)) for i in range(30)]
    few = pair(targets[:5], targets[:4], 1.0)
    many = pair(targets, targets[:29], 1.0)
    assert sum(match[2] for match in few) == pytest.approx(4.0)
    assert sum(match[2] for match in many) == pytest.approx(29.0)
