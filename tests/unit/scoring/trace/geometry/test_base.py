import numpy as np
import pytest

from scoring.trace.geometry.base import read_numbers
from scoring.trace.geometry.point import POINT


@pytest.mark.parametrize("value", [[1, 2.5], (1, 2.5), [np.float64(1), np.float64(2.5)]])
def test_coordinates_become_floats(value: object) -> None:
    numbers = read_numbers(value, 2)
    assert numbers == (1.0, 2.5)
    assert {type(number) for number in numbers} == {float}


@pytest.mark.parametrize(
    "value",
    [
        [1],
        [1, 2, 3],
        [1, True],
        [1, "2"],
        [1, None],
        [1, float("nan")],
        [1, float("inf")],
        [1, 10**400],
        [1, 2j],
        "12",
        {1: 1, 2: 2},
        {1, 2},
        None,
    ],
    ids=str,
)
def test_what_is_no_coordinate_is_not_read(value: object) -> None:
    assert read_numbers(value, 2) is None


def test_in_place_pairs_go_as_far_as_both_sides() -> None:
    assert POINT.pair_in_place([(0.0, 0.0), (1.0, 1.0)], [(0.0, 0.0)], 20.0) == [(0, 0, 1.0)]
