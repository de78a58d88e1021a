import pytest

from scoring.frames import FRAMES, Frame
from scoring.pixels import from_pixels, reading_of, smart_resize, to_pixels

SIZE = (800, 600)
BY_NAME = {frame.name: frame for frame in FRAMES}
BOX = (200.0, 150.0, 400.0, 300.0)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("0-1", (0.25, 0.25, 0.5, 0.5)),
        ("0-1000", (250, 250, 500, 500)),
        ("yx", (150, 200, 300, 400)),
        ("yx 0-1000", (250, 250, 500, 500)),
        ("xywh", (200, 150, 200, 150)),
        ("cxcywh", (300, 225, 200, 150)),
        ("cxcywh 0-1", (0.375, 0.375, 0.25, 0.25)),
        ("flipped y", (200, 450, 400, 300)),
        ("long edge 768", (192, 144, 384, 288)),
    ],
)
def test_one_box_written_in_each_frame_is_the_same_box(name, numbers):
    reading = reading_of(BY_NAME[name], "bbox", SIZE)
    assert to_pixels(reading, tuple(map(float, numbers))) == pytest.approx(BOX)


def test_points_are_read_like_corners():
    assert to_pixels(reading_of(BY_NAME["yx 0-1000"], "point", SIZE), (250.0, 500.0)) == (400.0, 150.0)
    assert to_pixels(reading_of(BY_NAME["flipped y"], "point", SIZE), (10.0, 100.0)) == (10.0, 500.0)


@pytest.mark.parametrize(
    ("size", "factor", "least", "most", "seen"),
    [
        # Worked out by hand: multiples next to the sides; cut down to the budget; filled up to the least.
        ((1920, 1080), 28, 0, None, (1932, 1092)),
        ((1000, 1000), 28, 0, 28 * 28 * 100, (280, 280)),
        ((30, 60), 28, 28 * 28 * 16, None, (84, 168)),
        ((5, 5), 28, 0, None, (28, 28)),
    ],
)
def test_an_image_is_resized_to_multiples_within_its_budget(size, factor, least, most, seen):
    assert smart_resize(size, factor, least, most) == seen


@pytest.mark.parametrize(
    ("frame", "geometry", "size"),
    [
        (BY_NAME["0-1"], "bbox", None),
        (BY_NAME["xywh"], "point", SIZE),
        (BY_NAME["long edge 1024"], "bbox", SIZE),
        (Frame(name="same", factor=2, max_pixels=10**9), "bbox", SIZE),
    ],
)
def test_a_frame_that_cannot_be_told_from_pixels_is_no_reading(frame, geometry, size):
    assert reading_of(frame, geometry, size) is None


@pytest.mark.parametrize("name", ["xywh", "cxcywh", "0-1", "cxcywh 0-1"])
def test_pixels_go_back_into_the_frame_of_a_file(name):
    reading = reading_of(BY_NAME[name], "bbox", SIZE)
    assert to_pixels(reading, from_pixels(BY_NAME[name], BOX, SIZE)) == pytest.approx(BOX)
