import pytest

from scoring.draw.extent import LARGEST, extent_of, is_beyond, is_drawable, reaches_out
from scoring.draw.shapes import Extent


def test_the_image_alone_is_shown_where_everything_lies_inside() -> None:
    assert extent_of((100, 50), [(0, 0), (100, 50)]) == Extent(left=0, top=0, right=100, bottom=50)


@pytest.mark.parametrize(("far", "told"), [(9e5, True), (-2e6, False), (1e308, False)])
def test_coordinates_beyond_every_image_are_not_drawable(far, told) -> None:
    assert is_drawable([(0, 0), (5, far)]) is told


def test_what_lies_outside_is_shown_with_a_margin() -> None:
    shown = extent_of((100, 50), [(-20, 10), (130, 60)])
    assert shown.left < -20 < 130 < shown.right
    assert shown.top == 0
    assert shown.bottom > 60


def test_room_that_one_side_does_not_need_is_given_to_the_other() -> None:
    shown = extent_of((100, 50), [(10, 140), (-20, 20), (360, 30)])
    assert shown.bottom > 140
    assert shown.left < -20
    assert shown.right > 360 > 100 + 100 * (LARGEST - 1) / 2
    assert extent_of((100, 50), [(-1e4, 0), (1e4, 0)]).left == pytest.approx(-158)


@pytest.mark.parametrize("far", [1e9, 1e300])
def test_at_most_four_times_the_image_is_shown(far: float) -> None:
    width, height = extent_of((100, 50), [(-far, -far), (far, far)]).size
    assert width <= 100 * LARGEST * 1.05
    assert height <= 50 * LARGEST * 1.05


def test_reaching_out_of_the_image_is_not_being_beyond_what_is_shown() -> None:
    box = ((90, 10), (130, 10), (130, 20), (90, 20))
    assert reaches_out(box, (100, 50))
    assert not is_beyond(box, extent_of((100, 50), box))
    assert is_beyond(((1e9, 5),), Extent(left=0, top=0, right=100, bottom=50))
