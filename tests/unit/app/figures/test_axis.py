from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.figures.axis import Axis, build_axis

VALUES = st.lists(st.none() | st.floats(-100, 100), max_size=8)


@given(VALUES)
def test_every_value_and_zero_stand_inside_in_their_order(values: list[float | None]) -> None:
    axis = build_axis(values)
    known = sorted([0.0, *(value for value in values if value is not None)])
    places = [axis.place(value) for value in known]
    assert places == sorted(places)
    assert places[0] > 0
    assert places[-1] < 1


@given(VALUES)
def test_ticks_are_few_evenly_spaced_and_inside(values: list[float | None]) -> None:
    axis = build_axis(values)
    ticks = axis.ticks()
    assert 2 <= len(ticks) <= 7
    assert axis.low <= ticks[0]
    assert ticks[-1] <= axis.high
    assert all(b - a == pytest.approx(ticks[1] - ticks[0]) for a, b in pairwise(ticks))


def test_ticks_are_round_numbers() -> None:
    assert Axis(low=-6.4, high=13.2).ticks() == (-5.0, 0.0, 5.0, 10.0)


def test_what_lies_beyond_stands_at_the_end() -> None:
    assert (Axis(low=0, high=1).place(-3), Axis(low=0, high=1).place(7)) == (0.0, 1.0)
