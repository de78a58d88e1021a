import math

import pytest

from scoring.trace.half_life import HalfLife, find_size, half_life

SIZES = [
    [1200, 900],
    (1200, 900.0),
    {"width": 1200, "height": 900},
    {"w": 1200, "image_height": 900},
    {"image_size": [0, 0], "canvas_size": [1200, 900]},
    {"image_sizes": [[1200, 900], [1, 1]]},
    [{"width": 0, "height": 1}, [1200, 900]],
    "[1200, 900]",
    "(1200, 900)",
    '{"width": 1200, "height": 900}',
    "1200,900",
]


@pytest.mark.parametrize("holder", SIZES, ids=repr)
def test_a_size_is_found_in_any_of_its_spellings(holder: object) -> None:
    assert find_size(holder) == (1200.0, 900.0)


@pytest.mark.parametrize(
    "holder",
    [
        None,
        7,
        "1200x900",
        ["1200", "900"],
        [1200, 900, 3],
        [0, 900],
        [True, 900],
        [math.nan, 900],
        [math.inf, 900],
        {"Width": 1200, "Height": 900},
        {"width": None, "w": 1200, "height": 900},
        {"width": 1200},
    ],
    ids=repr,
)
def test_what_is_no_size_gives_none(holder: object) -> None:
    assert find_size(holder) is None


def test_a_size_nested_without_end_is_none() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert find_size(deep) is None


def test_the_explicit_half_life_wins_over_sizes_and_these_over_the_fallback() -> None:
    assert half_life(7.0, ([1200, 900],)) == HalfLife(7.0, "explicit")
    assert half_life(None, (None, "bad", [1200, 900], [1, 1])) == HalfLife(pytest.approx(52.5), "image_size")
    assert half_life(None, (None, "bad")) == HalfLife(32.0, "fallback")


def test_the_half_life_of_a_size_stays_between_20_and_80_pixels() -> None:
    assert half_life(None, ([10, 10],)).pixels == 20.0
    assert half_life(None, ([1e5, 1e5],)).pixels == 80.0
